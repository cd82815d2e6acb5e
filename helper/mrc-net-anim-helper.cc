/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-net-anim-helper.h"

#include "ns3/mrc-faces.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-topology-tiers.h"
#include "ns3/mrc-topology.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

// By name, as this module is not linked with these: only scripts that draw need them.
const char* const MOBILITY = "ns3::ConstantPositionMobilityModel";
const char* const CHANNEL = "ns3::PointToPointChannel"; // the only one that NetAnim draws

/** @return the TypeId of a class of a module that this one is not linked with */
TypeId
TypeOf(const std::string& name, const std::string& module)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(name, &tid))
    {
        throw std::invalid_argument("there is no " + name +
                                    "; expected a program that is linked with ns-3's module " +
                                    module + ", whose header ns3/" + module + "-module.h is");
    }
    return tid;
}

/** A channel that goes for one of NetAnim's: objects have the TypeId of their class's GetTypeId().
 */
class DrawnChannel : public SimpleChannel
{
  public:
    static TypeId GetTypeId()
    {
        return TypeOf(CHANNEL, "netanim");
    }
};

/** Draws a link between two nodes. */
void
Draw(const Ptr<Node>& one, const Ptr<Node>& other)
{
    // NetAnim finds links by the channels of devices, so each end needs one.
    const Ptr<SimpleChannel> channel = CreateObject<DrawnChannel>();
    for (const Ptr<Node>& node : {one, other})
    {
        const Ptr<SimpleNetDevice> device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        node->AddDevice(device);
        device->SetChannel(channel);
    }
}

} // namespace

NetAnimHelper::NetAnimHelper(double spacing)
    : m_spacing(spacing)
{
    if (!(spacing > 0))
    {
        throw std::invalid_argument("nodes " + std::to_string(spacing) +
                                    " apart; expected more than 0");
    }
}

void
NetAnimHelper::Install(Network& network) const
{
    // Asked before anything is made: a network that is half drawn helps nobody.
    TypeOf(MOBILITY, "mobility");
    TypeOf(CHANNEL, "netanim");
    const Topology& topology = network.GetTopology();
    const Faces& faces = network.GetFaces();
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        if (faces.Has(node))
        {
            Place(network, node);
        }
    }
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const PortIndex peer = topology.Peer(port);
        const uint32_t one = topology.NodeOf(port);
        const uint32_t other = topology.NodeOf(peer);
        // Each link has two ports, and is drawn when that with the lower number comes.
        if (port < peer && faces.Has(one) && faces.Has(other))
        {
            Draw(faces.NodeAt(one), faces.NodeAt(other));
        }
    }
}

void
NetAnimHelper::Place(Network& network, uint32_t node) const
{
    const Ptr<Object> mobility = ObjectFactory(MOBILITY).Create<Object>();
    mobility->SetAttribute("Position", VectorValue(PositionOf(network.GetTopology(), node)));
    network.GetFaces().NodeAt(node)->AggregateObject(mobility);
}

/**
 * A row is as wide as that of the NICs, and the row's nodes stand in the middle of equal parts of
 * it. NetAnim's y grows downwards; an empty row parts each tier from the next.
 */
Vector
NetAnimHelper::PositionOf(const Topology& topology, uint32_t node) const
{
    const TopologySpec& spec = topology.Spec();
    const NodePlace place = topology.PlaceOf(node);
    const double width = m_spacing * spec.nics;
    const auto at = [&](uint32_t count, double row) {
        return Vector(width * (place.index + 0.5) / count, m_spacing * row, 0);
    };
    const TopologyTiers& tiers = topology.Tiers();
    // Rows of a tier and the empty one below, of tiers that the fabric has.
    const uint32_t t3s = tiers.T3sPerPlane() != 0 ? spec.planes + 1 : 0;
    const uint32_t above = t3s + (tiers.T2sPerPlane() != 0 ? spec.planes + 1 : 0);
    switch (place.kind)
    {
    case NodeKind::T3:
        return at(tiers.T3sPerPlane(), place.plane);
    case NodeKind::T2:
        return at(tiers.T2sPerPlane(), t3s + place.plane);
    case NodeKind::T1:
        return at(topology.Tiers().T1sPerPlane(), above + place.plane);
    case NodeKind::T0:
        return at(topology.Tiers().T0sPerPlane(), above + spec.planes + 1 + place.plane);
    default:
        return at(spec.nics, above + 2 * spec.planes + 2);
    }
}

} // namespace mrc
} // namespace ns3
