/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_DRAIN_H
#define MRC_FAULT_DRAIN_H

#include "mrc-fault.h"
#include "mrc-topology.h"

namespace ns3
{
namespace mrc
{

/**
 * Can entries of a denylist keep senders off the place of a fault? No entry names a T2 of a Clos
 * network, and a NIC without ports has nothing left to send on.
 *
 * @param fault the place
 * @param topology the fabric
 * @return whether DenialsOf has the entries
 */
bool CanDrain(const Fault& fault, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_DRAIN_H */
