/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-address-walk.h"

#include "mrc-node-names.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-frame.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

AddressWalk::AddressWalk(const Topology& topology,
                         const SourceRouting& routing,
                         const FabricConfig& config)
    : m_topology(topology),
      m_routing(routing),
      m_block(config.block),
      m_sids(topology, routing, config)
{
}

/** @return the forwarder of the part of a switch that has this port */
const UsidForwarder&
AddressWalk::ForwarderAt(uint32_t port)
{
    const uint32_t number = m_routing.PartNumber(port);
    auto found = m_forwarders.find(number);
    if (found == m_forwarders.end())
    {
        const uint32_t node = m_topology.NodeOf(port);
        found =
            m_forwarders.emplace(number, m_sids.ForwarderOf(node, m_routing.PartOf(port), m_table))
                .first;
    }
    return found->second;
}

/** A NIC takes what names itself, and nothing behind [wrong-nic]. */
void
AddressWalk::CheckEnd(uint32_t port, uint32_t destination, const Frame& frame) const
{
    const uint32_t nic = m_topology.NodeOf(port);
    const PlaneId plane = m_topology.PortPlaceOf(port).plane;
    // The address that is left must be the NIC's own alone: a carrier with more in it was made for
    // a longer way.
    const UsidCarrier alone =
        UsidCarrier::OfBlock(m_block.Computed()).With(0, m_routing.UsidOfNic(nic, plane));
    const UsidCarrier own = m_block.Written(alone);
    if (nic != destination)
    {
        throw std::invalid_argument("leads to " + NodeName(m_topology, nic));
    }
    if (!(frame.destination == own))
    {
        throw std::invalid_argument(
            "comes to " + NodeName(m_topology, nic) + " as " +
            TextOf(AddressBits{frame.destination.High(), frame.destination.Low()}) +
            ", which is not " + TextOf(AddressBits{own.High(), own.Low()}) + ", the NIC's own");
    }
}

/**
 * Follows an address hop by hop, each switch by its own table of SIDs: what a packet with that
 * address would do. An address that leads elsewhere is an error with the place where it ends.
 */
std::vector<uint32_t>
AddressWalk::PortsTo(uint32_t port, uint32_t destination, const UsidCarrier& address)
{
    Frame frame;
    frame.destination = address;
    std::vector<uint32_t> ports{port};
    // Each switch takes a hop off: there is a last one.
    for (;;)
    {
        const uint32_t far = m_topology.Peer(ports.back());
        const uint32_t node = m_topology.NodeOf(far);
        // NICs have the lowest numbers.
        if (node < m_topology.Spec().nics)
        {
            CheckEnd(far, destination, frame);
            return ports;
        }
        const ForwardDecision decision = ForwarderAt(far).Decide(frame, m_table.data());
        if (decision.port == NO_PORT || decision.inside != Unwrapping::NO)
        {
            std::ostringstream end;
            end << "ends at " << NodeName(m_topology, node) << " (" << decision.reason << ") as "
                << TextOf(AddressBits{frame.destination.High(), frame.destination.Low()});
            throw std::invalid_argument(end.str());
        }
        ports.push_back(decision.port);
    }
}

} // namespace mrc
} // namespace ns3
