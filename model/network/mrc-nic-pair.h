/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_PAIR_H
#define MRC_NIC_PAIR_H

#include "mrc-topology.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Refuses, by a fatal error, two numbers that are not those of two NICs; each would be a wrong
 * index in a table of NICs.
 *
 * @param topology the fabric
 * @param source number of the NIC of one end
 * @param destination number of the NIC of the other end
 */
void CheckNicPair(const Topology& topology, uint32_t source, uint32_t destination);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_PAIR_H */
