/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-file.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-json.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

#ifdef MRC_HAS_JSON

namespace
{

/** @return how many bits are set */
unsigned
BitCount(uint64_t word)
{
    unsigned count = 0;
    for (; word != 0; word &= word - 1)
    {
        ++count;
    }
    return count;
}

/** @return the error about a wrong word, for a message */
std::invalid_argument
Wrong(const std::string& field, const std::string& word, const std::string& expected)
{
    return std::invalid_argument(field + " '" + word.substr(0, 60) + "'; expected " + expected);
}

uint32_t
NumberOf(const std::string& field, const std::string& word)
{
    uint32_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || rest != end)
    {
        throw Wrong(field, word, "a number of 32 bits");
    }
    return number;
}

AddressBits
AddressIn(const std::string& field, const std::string& word)
{
    AddressBits address;
    if (!ReadAddress(word, address))
    {
        throw Wrong(field, word, "an IPv6 address");
    }
    return address;
}

/** @return a member of an object; an error without one */
const Json&
Member(const Json& object, const char* name)
{
    const auto found = object.find(name);
    if (found == object.not_found())
    {
        throw std::invalid_argument("no " + std::string(name) +
                                    "; expected plane, template_data, template_mask, ps_mask and "
                                    "ps_list");
    }
    return found->second;
}

/** @return one template and its values */
EvPaths
PathsOf(const Json& object)
{
    EvPaths paths;
    EvTemplate& form = paths.form;
    // The number of a plane is read and not used: the lowest bits of a value name the port.
    NumberOf("plane", Member(object, "plane").data());
    form.data = AddressIn("template_data", Member(object, "template_data").data());
    form.mask = AddressIn("template_mask", Member(object, "template_mask").data());
    form.valueMask = NumberOf("ps_mask", Member(object, "ps_mask").data());
    const unsigned holes = BitCount(form.mask.high) + BitCount(form.mask.low);
    // A value has a bit for each hole of the template, which its bits fill in order.
    if (BitCount(form.valueMask) != holes)
    {
        throw Wrong("ps_mask",
                    Member(object, "ps_mask").data(),
                    "as many bits as template_mask has, which are " + std::to_string(holes));
    }
    if ((form.data.high & form.mask.high) != 0 || (form.data.low & form.mask.low) != 0)
    {
        throw Wrong("template_data",
                    Member(object, "template_data").data(),
                    "zeros where template_mask has ones");
    }
    const uint64_t usable = form.valueMask | ((uint64_t{1} << form.PortBits()) - 1);
    for (const auto& [key, value] : Member(object, "ps_list"))
    {
        const uint32_t number = NumberOf("ps_list", value.data());
        if (!key.empty() || (number & ~usable) != 0)
        {
            throw Wrong("ps_list", value.data(), "a list of values without bits outside ps_mask");
        }
        paths.values.push_back(number);
    }
    if (paths.values.empty())
    {
        throw std::invalid_argument("ps_list is empty; expected at least one value");
    }
    return paths;
}

/** A place in a text, which goes on from word to word. */
struct WordPlace
{
    const std::string& text;
    std::size_t at{0};
    std::size_t line{1};

    /** @return the line of the next such word in quotes; that of the last one if there is none */
    std::size_t Next(const std::string& word)
    {
        const std::size_t found = text.find('"' + word + '"', at);
        if (found != std::string::npos)
        {
            // The parser tells no lines, so each word is looked for again behind the one before.
            const auto begin = text.begin();
            line += std::count(begin + static_cast<std::ptrdiff_t>(at),
                               begin + static_cast<std::ptrdiff_t>(found),
                               '\n');
            at = found + word.size() + 2;
        }
        return line;
    }
};

/** @return the number of the NIC that a GID names */
uint32_t
NicOf(const Json& root, const std::string& gid)
{
    uint32_t nic = 0;
    // A GID is an address of a NIC here; that of a real cluster counts by its place among the
    // sources.
    if (NicOfAddress(AddressIn("the GID", gid), nic))
    {
        return nic;
    }
    for (const auto& [source, entry] : root)
    {
        if (source == gid)
        {
            return nic;
        }
        ++nic;
    }
    throw std::invalid_argument("the GID '" + gid + "'; expected one of the sources");
}

} // namespace

EvFile
EvFile::Read(std::istream& in, const std::string& name)
{
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const Json root = ReadJson(text, name);
    EvFile file;
    file.m_name = name;
    // A parsed tree has no lines, so errors look for them in the text, word by word.
    WordPlace place{text};
    for (const auto& [source, destinations] : root)
    {
        std::string inner;
        std::size_t line = place.Next(source);
        try
        {
            const uint32_t from = NicOf(root, source);
            for (const auto& [destination, templates] : destinations)
            {
                inner = destination;
                line = place.Next(destination);
                std::vector<EvPaths> paths;
                for (const auto& [key, object] : templates)
                {
                    paths.push_back(PathsOf(object));
                    paths.back().line = place.Next("template_data");
                }
                const auto [at, isNew] =
                    file.m_pairs.emplace(std::pair(from, NicOf(root, destination)), paths);
                if (!isNew || paths.empty())
                {
                    throw std::invalid_argument(isNew ? "no template; expected at least one"
                                                      : "is there already");
                }
            }
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(name + ", line " + std::to_string(line) + ", from '" +
                                        source + "' to '" + inner + "': " + error.what());
        }
    }
    return file;
}

#else

EvFile
EvFile::Read(std::istream&, const std::string& name)
{
    RefuseJson(name);
}

#endif

const std::vector<EvPaths>*
EvFile::Find(uint32_t source, uint32_t destination) const
{
    const auto found = m_pairs.find({source, destination});
    return found == m_pairs.end() ? nullptr : &found->second;
}

} // namespace mrc
} // namespace ns3
