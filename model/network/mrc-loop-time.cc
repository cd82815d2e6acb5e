/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loop-time.h"

#include "mrc-link-lines.h"
#include "mrc-path-ports.h"

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-line-rate.h"

namespace ns3
{
namespace mrc
{

uint32_t
LoopBytes(const FabricConfig& config, unsigned usids)
{
    return ENVELOPE_BYTES + ExtensionBytes(Opcode::ENDPOINT_REQUEST) +
           SegmentBytesFor(usids, config.MostUsids()) + (config.telemetry ? HOP_TRAILER_BYTES : 0) +
           LINE_OVERHEAD_BYTES;
}

Span
LoopTime(const Topology& topology, PortIndex port, uint32_t lineBytes)
{
    Span time;
    for (const PortIndex one : {port, topology.Peer(port)})
    {
        // A loop goes over the link and comes back, each way with its own line and latency.
        const LinkLine& line = LineOf(topology, one);
        time = time + LineRate(line.rate).Serialize(lineBytes) + line.delay + line.jitter +
               FarLatency(topology, one);
    }
    return time;
}

} // namespace mrc
} // namespace ns3
