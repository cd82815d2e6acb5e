/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_INDEX_H
#define MRC_PORT_INDEX_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Index of a port in its fabric: one interface of one node, and the direction that leaves it. */
using PortIndex = uint32_t;

/** No port. */
constexpr PortIndex NO_PORT = 0xffffffff;

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_INDEX_H */
