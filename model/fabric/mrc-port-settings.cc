/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-settings.h"

#include "mrc-link-ends.h"
#include "mrc-link-pipe.h"
#include "mrc-owned-parts.h"
#include "mrc-port-service.h"

#include "ns3/log.h"

#include <algorithm>
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
    // Transmissions that began under the old configuration end under it.
    ends.Settle(index, now);
    const PortConfig before = ends.sender.ConfigOf(index);
    const Span change = config.farLatency - before.farLatency;
    LinkPipe(ends.receiver, index).Shift(change, now);
    const Instant last = ends.LastArrival(index);
    LinkJitter* const jitter = OwnedParts(ends.sender).Jitter(index);
    if (jitter != nullptr && change != Span() && last != Instant())
    {
        jitter->Shift(change, now);
    }
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
    port.Doubt();
    if (m_state.care != nullptr && (config.Flight() != before.Flight() ||
                                    config.rate.PsPerByteQ10() != before.rate.PsPerByteQ10()))
    {
        m_state.care->FlightChanged();
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
