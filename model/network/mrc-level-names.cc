/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-level-names.h"

namespace ns3
{
namespace mrc
{

std::string
NameOfLevel(uint32_t level)
{
    return level == 0 ? "NIC" : "T" + std::to_string(level - 1);
}

std::string
NameOfLinks(uint32_t low, uint32_t high)
{
    return NameOfLevel(low) + "-" + NameOfLevel(high) + " link";
}

} // namespace mrc
} // namespace ns3
