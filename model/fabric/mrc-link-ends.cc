/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-ends.h"

#include "mrc-cut-service.h"
#include "mrc-port-service.h"

namespace ns3
{
namespace mrc
{

void
LinkEnds::Advance(PortIndex index, Instant now) const
{
    PortService(sender).Advance(index, sender.Port(index), now);
    // To another process the departures go with the next window.
    if (&sender != &receiver && !sender.cuts->Cuts()->areRanks)
    {
        // A departure just now, or during events at which the shards stood still, lies in a box.
        // Boxes of windows before have been taken.
        CutService(receiver).TakeAll(CutService(sender));
    }
}

} // namespace mrc
} // namespace ns3
