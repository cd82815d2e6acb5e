/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LEVEL_NAMES_H
#define MRC_LEVEL_NAMES_H

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * @param level of a node
 * @return the tier of the level in words: NIC, T0, T1 and so on
 */
std::string NameOfLevel(uint32_t level);

/**
 * @param low level of the lower end
 * @param high level of the upper end
 * @return the name of links between these levels
 */
std::string NameOfLinks(uint32_t low, uint32_t high);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LEVEL_NAMES_H */
