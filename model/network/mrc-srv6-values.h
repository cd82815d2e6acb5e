/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_VALUES_H
#define MRC_SRV6_VALUES_H

#include "ns3/mrc-address-mask.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * @param word of a line of SRv6's configuration, empty at the end of the line
 * @param expected the text that should stand there
 * @throws std::invalid_argument always, naming both
 */
[[noreturn]] void RefuseWord(const std::string& word, const std::string& expected);

/**
 * @param word a number, 0 .. most
 * @param most the greatest allowed value
 * @param what the meaning of the number, for the message
 * @return the number
 * @throws std::invalid_argument if the word is no such number
 */
uint32_t NumberOf(const std::string& word, uint32_t most, const std::string& what);

/**
 * @param word an IPv6 address
 * @return the address
 * @throws std::invalid_argument if the word is no address
 */
AddressBits AddressOf(const std::string& word);

/** An address and how many of the address's bits count. */
struct Srv6Prefix
{
    AddressBits address; //!< as the word gave the address
    uint32_t length;     //!< 0 .. 128
};

/**
 * @param word ADDRESS/LENGTH
 * @return the prefix
 * @throws std::invalid_argument if the word is no prefix
 */
Srv6Prefix PrefixOf(const std::string& word);

/**
 * @param table words and their values
 * @param word one of them
 * @return the value of the word
 * @throws std::invalid_argument naming those of the table
 */
template <class Value>
Value
KnownWord(const std::map<std::string, Value>& table, const std::string& word)
{
    const auto found = table.find(word);
    if (found == table.end())
    {
        std::string known;
        for (const auto& [name, value] : table)
        {
            known += (known.empty() ? "" : ", ") + name;
        }
        RefuseWord(word, "one of " + known);
    }
    return found->second;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_VALUES_H */
