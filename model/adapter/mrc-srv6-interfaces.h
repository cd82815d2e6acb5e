/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_INTERFACES_H
#define MRC_SRV6_INTERFACES_H

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace mrc
{

/** Names of a node's interfaces, and their numbers. */
using InterfaceNames = std::map<std::string, uint32_t>;

/**
 * @param names of a node
 * @param word one of them, or a number
 * @return the number of the interface
 * @throws std::invalid_argument if the word is neither
 */
uint32_t InterfaceOf(const InterfaceNames& names, const std::string& word);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_INTERFACES_H */
