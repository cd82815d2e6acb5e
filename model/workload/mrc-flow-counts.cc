/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-counts.h"

#include <iterator>
#include <numeric>

namespace ns3
{
namespace mrc
{

void
Count(const Requestor& qp, FlowRecord& record)
{
    const QueuePairCounters& sender = qp.Counters();
    const QueuePairCounters& receiver = qp.PeerCounters();
    record.packets = sender.sentPackets;
    record.retransmissions = std::accumulate(std::begin(sender.retransmissions),
                                             std::end(sender.retransmissions),
                                             uint64_t{0});
    record.trims = receiver.trims;
    record.marks = receiver.marks;
}

/** Queue pairs may be shared or used before: a flow has what was added during its life. */
void
CountSince(const Requestor& qp, FlowRecord& record)
{
    FlowRecord now;
    Count(qp, now);
    record.packets = now.packets - record.packets;
    record.retransmissions = now.retransmissions - record.retransmissions;
    record.trims = now.trims - record.trims;
    record.marks = now.marks - record.marks;
}

} // namespace mrc
} // namespace ns3
