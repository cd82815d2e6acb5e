/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-file.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-json.h"

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

/** @return the words about a wrong word, for a message */
std::string
Wrong(const std::string& field, const std::string& word, const std::string& expected)
{
    return field + " '" + word.substr(0, 60) + "'; expected " + expected;
}

uint32_t
NumberOf(const std::string& field, const Json& value)
{
    const std::string& word = value.data();
    uint32_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || rest != end)
    {
        throw JsonError(value, Wrong(field, word, "a number of 32 bits"));
    }
    return number;
}

AddressBits
AddressIn(const std::string& field, const Json& value)
{
    AddressBits address;
    if (!ReadAddress(value.data(), address))
    {
        throw JsonError(value, Wrong(field, value.data(), "an IPv6 address"));
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
        throw JsonError(object,
                        "no " + std::string(name) +
                            "; expected plane, template_data, template_mask, ps_mask and ps_list");
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
    NumberOf("plane", Member(object, "plane"));
    const Json& data = Member(object, "template_data");
    form.data = AddressIn("template_data", data);
    form.mask = AddressIn("template_mask", Member(object, "template_mask"));
    const Json& valueMask = Member(object, "ps_mask");
    form.valueMask = NumberOf("ps_mask", valueMask);
    const unsigned holes = BitCount(form.mask.high) + BitCount(form.mask.low);
    // A value has a bit for each hole of the template, which its bits fill in order.
    if (BitCount(form.valueMask) != holes)
    {
        throw JsonError(
            valueMask,
            Wrong("ps_mask",
                  valueMask.data(),
                  "as many bits as template_mask has, which are " + std::to_string(holes)));
    }
    if ((form.data.high & form.mask.high) != 0 || (form.data.low & form.mask.low) != 0)
    {
        throw JsonError(data,
                        Wrong("template_data", data.data(), "zeros where template_mask has ones"));
    }
    const uint64_t usable = form.valueMask | ((uint64_t{1} << form.PortBits()) - 1);
    const Json& list = Member(object, "ps_list");
    for (const auto& [key, value] : list)
    {
        const uint32_t number = NumberOf("ps_list", value);
        if (!key.empty() || (number & ~usable) != 0)
        {
            throw JsonError(
                value,
                Wrong("ps_list", value.data(), "a list of values without bits outside ps_mask"));
        }
        paths.values.push_back(number);
    }
    if (paths.values.empty())
    {
        throw JsonError(list, "ps_list is empty; expected at least one value");
    }
    return paths;
}

/** @return where a template's address stands; the places go on behind the template */
TextPosition
AddressPlace(const Json& object, JsonPlaces& places)
{
    TextPosition address;
    for (const auto& [name, member] : object)
    {
        const TextPosition at = places.Next(JsonPart::VALUE);
        if (name == "template_data")
        {
            address = at;
        }
        places.SkipInside(member);
    }
    return address;
}

/** @return the number of the NIC that a GID names */
uint32_t
NicOf(const Json& root, const std::string& gid)
{
    uint32_t nic = 0;
    // A GID is an address of a NIC here; that of a real cluster counts by its place among the
    // sources.
    AddressBits address;
    if (!ReadAddress(gid, address))
    {
        throw std::invalid_argument(Wrong("the GID", gid, "an IPv6 address"));
    }
    if (NicOfAddress(address, nic))
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
    const JsonText json({std::istreambuf_iterator<char>(in), {}}, name);
    JsonPlaces places(json.Text());
    places.Next(JsonPart::VALUE); // of all
    EvFile file;
    file.m_name = name;
    for (const auto& [source, destinations] : json.Root())
    {
        places.Next(JsonPart::VALUE);
        std::string inner;
        const Json* latest = &destinations;
        const auto where = [&outer = source, &inner] {
            return "from '" + outer + "' to '" + inner + "': ";
        };
        try
        {
            const uint32_t from = NicOf(json.Root(), source);
            for (const auto& [destination, templates] : destinations)
            {
                places.Next(JsonPart::VALUE);
                inner = destination;
                latest = &templates;
                std::vector<EvPaths> paths;
                for (const auto& [key, object] : templates)
                {
                    places.Next(JsonPart::VALUE);
                    paths.push_back(PathsOf(object));
                    paths.back().at = AddressPlace(object, places);
                }
                const auto [at, isNew] =
                    file.m_pairs.emplace(std::pair(from, NicOf(json.Root(), destination)), paths);
                if (!isNew || paths.empty())
                {
                    throw std::invalid_argument(isNew ? "no template; expected at least one"
                                                      : "is there already; expected it once");
                }
            }
        }
        catch (const JsonError& error)
        {
            json.Fail(error.Value(), JsonPart::VALUE, where() + error.what());
        }
        catch (const std::invalid_argument& error)
        {
            json.Fail(*latest, JsonPart::NAME, where() + error.what());
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
