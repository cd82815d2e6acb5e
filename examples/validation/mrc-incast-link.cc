/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-incast-link.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-ideal.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

double
SecondsOf(Span span)
{
    constexpr double SECONDS_PER_PS = 1e-12;
    return static_cast<double>(span.Ps()) * SECONDS_PER_PS;
}

IncastLink::IncastLink(Ptr<Network> network, const IncastLoad& load)
    : m_network(network),
      m_load(load),
      m_busyBefore(0)
{
    m_busyBefore = BusySeconds();
}

double
IncastLink::WireSeconds() const
{
    IdealParameters sizes;
    sizes.payload = m_network->Unloaded().Payload();
    sizes.dataOverhead -= SparedBytes(m_network->Engine().fabric.State().format.encapsulation);
    const TopologySpec& spec = m_network->GetTopology().Spec();
    const uint64_t packets = (m_load.bytes + sizes.payload - 1) / sizes.payload;
    const uint64_t line = (m_load.bytes + 3) / 4 * 4 + packets * sizes.dataOverhead;
    const double rate = static_cast<double>(spec.nicLinkRate) * spec.planes;
    return static_cast<double>(line * m_load.senders.size()) * 8 / rate;
}

double
IncastLink::RoundTripSeconds() const
{
    Span roundTrip;
    for (const uint32_t sender : m_load.senders)
    {
        roundTrip =
            std::max(roundTrip, m_network->Unloaded().BaseRttBetween(sender, m_load.target));
    }
    return SecondsOf(roundTrip);
}

double
IncastLink::BusySeconds() const
{
    const Topology& topology = m_network->GetTopology();
    const TopologySpec& spec = topology.Spec();
    uint64_t line = 0;
    for (PlaneId plane = 0; plane < spec.planes; ++plane)
    {
        const uint32_t last = topology.Peer(topology.NicPort(m_load.target, plane));
        const PortCounters counters = m_network->Engine().fabric.Tally().Counters(last);
        line += counters.bytes + uint64_t{counters.frames} * LINE_OVERHEAD_BYTES;
    }
    const double rate = static_cast<double>(spec.nicLinkRate) * spec.planes;
    return static_cast<double>(line) * 8 / rate - m_busyBefore;
}

} // namespace mrc
} // namespace ns3
