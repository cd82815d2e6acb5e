/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-settings.h"

#include "mrc-cut-service.h"
#include "mrc-link-ends.h"
#include "mrc-link-pipe.h"
#include "mrc-port-service.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPortSettings");

void
PortSettings::Configure(PortIndex index, const PortConfig& config, Instant now) const
{
    NS_LOG_LOGIC("port " << index << " gets another configuration");
    const LinkEnds ends(m_state, index);
    PortState& port = ends.sender.Port(index);
    RequireFlight(index, config.Flight());
    // Transmissions that began under the old configuration end under it.
    ends.Settle(index, now);
    LinkPipe(ends.receiver, index)
        .Shift(config.farLatency - ends.sender.ConfigOf(index).farLatency, now);
    const Instant last = ends.LastArrival(index);
    // With jitter the link itself keeps the order.
    if (last != Instant() && (port.flags & PORT_JITTERED) == 0)
    {
        // Frames do not overtake each other: a faster link waits until the last one is out of its
        // way.
        port.free = std::max(port.free, last - config.Flight());
    }
    if (const PortService service(ends.sender); service.GoesByEvents(index, port))
    {
        service.Schedule(index, port); // the event at the old time finds the line busy
    }
    port.config = Exchange(port.config, config);
    port.Note(config);
}

/** Threads go on together for as long as a frame takes at least from one to another. */
void
PortSettings::RequireFlight(PortIndex index, Span flight) const
{
    const bool isCut = (m_state.FlagsOf(index) & PORT_CUT) != 0;
    if (!isCut || flight >= m_state.ConfigOf(index).Flight())
    {
        return;
    }
    const Span least = CutService::LookAhead(m_state);
    if (flight < least)
    {
        throw std::invalid_argument(
            "port " + std::to_string(index) + " of a link between two threads: propagation and " +
            "latency of " + std::to_string(flight.Ps()) + " ps; expected at least " +
            std::to_string(least.Ps()) + " ps, or one thread");
    }
}

/** Each shard has the table of configurations, with the same indices. */
uint16_t
PortSettings::Exchange(uint16_t index, const PortConfig& config) const
{
    if (m_state.shards.empty())
    {
        return m_state.configs.Exchange(index, config);
    }
    uint16_t next = 0;
    for (FabricState* shard : m_state.shards)
    {
        next = shard->configs.Exchange(index, config);
    }
    return next;
}

void
PortSettings::SetAdmission(PortIndex index, std::unique_ptr<AdmissionPolicy> policy) const
{
    const LinkEnds ends(m_state, index);
    ends.sender.policies.SetAdmission(index, std::move(policy));
    PortState& port = ends.sender.Port(index);
    PortConfig config = m_state.configs[port.config];
    // PortAdmission asks about packets beyond the limit: all of them.
    config.Limit(TrafficClass::DATA) = 0;
    port.config = Exchange(port.config, config);
}

void
PortSettings::SetMarking(PortIndex index, std::unique_ptr<MarkingPolicy> policy) const
{
    const LinkEnds ends(m_state, index);
    ends.sender.policies.SetMarking(index, std::move(policy));
    PortState& port = ends.sender.Port(index);
    PortConfig config = m_state.configs[port.config];
    config.marker = EcnMarker(0, UINT32_MAX, 0); // PortService asks about each depth
    port.config = Exchange(port.config, config);
}

RouteWriting
PortSettings::WriteRoutes(uint32_t number,
                          const std::vector<PortGroup>& wanted,
                          Instant now,
                          const std::function<Span()>& entryTime) const
{
    return m_state.routed.byNumber[number].table.Write(wanted, now, entryTime);
}

} // namespace mrc
} // namespace ns3
