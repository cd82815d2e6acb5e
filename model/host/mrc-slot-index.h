/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SLOT_INDEX_H
#define MRC_SLOT_INDEX_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Index of a queue pair among all of a simulation. */
using SlotIndex = uint32_t;

/** No queue pair. */
constexpr SlotIndex NO_SLOT = 0xffffffff;

} // namespace mrc
} // namespace ns3

#endif /* MRC_SLOT_INDEX_H */
