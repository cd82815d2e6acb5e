/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-shares.h"

#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-topology-tiers.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace soak
{

FairShares::FairShares(const Topology& topology, const std::vector<Transfer>& transfers)
{
    std::vector<uint32_t> from(topology.Spec().nics);
    std::vector<uint32_t> to(topology.Spec().nics);
    std::vector<uint32_t> leave(topology.Tiers().T0sPerPlane());
    std::vector<uint32_t> reach(topology.Tiers().T0sPerPlane());
    for (const Transfer& transfer : transfers)
    {
        const uint32_t source = topology.Tiers().T0Of(transfer.source);
        const uint32_t destination = topology.Tiers().T0Of(transfer.destination);
        ++from[transfer.source];
        ++to[transfer.destination];
        leave[source] += source != destination;
        reach[destination] += source != destination;
    }
    m_shares.resize(topology.PortCount());
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const PortPlace place = topology.PortPlaceOf(port);
        const uint32_t nic = place.owner * topology.Spec().nicsPerT0 + place.link;
        const uint32_t flows = place.kind == PortKind::NIC       ? from[place.owner]
                               : place.kind == PortKind::T0_DOWN ? to[nic]
                               : place.kind == PortKind::T0_UP   ? leave[place.owner]
                                                                 : reach[place.link];
        m_shares[port] = static_cast<double>(LineOf(topology, port).rate) / 8 / std::max(1U, flows);
    }
}

} // namespace soak
} // namespace mrc
} // namespace ns3
