/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-values.h"

#include "ns3/mrc-address-text.h"

#include <charconv>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
RefuseWord(const std::string& word, const std::string& expected)
{
    throw std::invalid_argument((word.empty() ? "the line ends" : "'" + word + "'") +
                                "; expected " + expected);
}

uint32_t
NumberOf(const std::string& word, uint32_t most, const std::string& what)
{
    uint32_t number = 0;
    const char* const end = word.data() + word.size();
    // Unlike std::stoul this takes neither a sign nor blanks.
    const auto [rest, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || rest != end || number > most)
    {
        RefuseWord(word, what + ", at most " + std::to_string(most));
    }
    return number;
}

AddressBits
AddressOf(const std::string& word)
{
    AddressBits address;
    if (!ReadAddress(word, address))
    {
        RefuseWord(word, "an IPv6 address");
    }
    return address;
}

Srv6Prefix
PrefixOf(const std::string& word)
{
    const std::size_t slash = word.find('/');
    if (slash == std::string::npos)
    {
        RefuseWord(word, "a prefix, ADDRESS/LENGTH");
    }
    const AddressBits address = AddressOf(word.substr(0, slash));
    return {address, NumberOf(word.substr(slash + 1), ADDRESS_BITS, "the length of a prefix")};
}

} // namespace mrc
} // namespace ns3
