/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_DRAIN_H
#define MRC_FAULT_DRAIN_H

#include "mrc-fault.h"

namespace ns3
{
namespace mrc
{

/**
 * Can entries of a denylist keep senders off the place of a fault? A NIC without ports has nothing
 * left to send on.
 *
 * @param fault the place
 * @return whether DenialsOf has the entries
 */
constexpr bool
CanDrain(const Fault& fault)
{
    return fault.kind != FaultKind::NIC;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_DRAIN_H */
