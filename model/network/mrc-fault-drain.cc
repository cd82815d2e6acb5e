/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-drain.h"

namespace ns3
{
namespace mrc
{

bool
CanDrain(const Fault& fault, const Topology& topology)
{
    // T3s and links from T2s on are in graphs only.
    const bool isUpper = fault.kind == FaultKind::T2 || fault.kind == FaultKind::UPPER_LINK;
    return fault.kind != FaultKind::NIC && (!isUpper || topology.Spec().graph != nullptr);
}

} // namespace mrc
} // namespace ns3
