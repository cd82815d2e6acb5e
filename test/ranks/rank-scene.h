/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_SCENE_H
#define RANK_SCENE_H

// A network of several ranks with transfers, and what there is to ask it.

#include "rank-partitions.h"

#include "ns3/core-module.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-module.h"
#include "ns3/mrc-network.h"
#include "ns3/network-module.h"

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** How a run is divided. */
struct Share
{
    uint32_t ranks;
    uint32_t threads; //!< of each rank
};

/** A network with some transfers, and what the first rank says of it in the end. */
struct Scene
{
    Ptr<Network> network;
    std::vector<Ptr<Qp>> pairs;
    std::map<Ptr<Qp>, uint32_t> keys; //!< of memory of those that have some
    NetDeviceContainer ports;
    std::ostringstream said;
    uint32_t completed{0};
    bool isFirst{true};
};

inline Ptr<Port>
PortOf(const Scene& scene, uint32_t i)
{
    return DynamicCast<Port>(scene.ports.Get(i));
}

inline Ptr<Link>
LinkOf(const Scene& scene, uint32_t i)
{
    return DynamicCast<Link>(PortOf(scene, i)->GetChannel());
}

/** Asks for all that several ranks can tell. */
inline void
AskAll(Scene& scene)
{
    std::ostream& out = scene.said;
    out << Simulator::Now().GetNanoSeconds() << " ns, " << scene.network->Fingerprint() << '\n';
    for (const Ptr<Qp>& qp : scene.pairs)
    {
        const QueuePairCounters& sent = qp->Counters();
        out << "  " << sent.sentPackets << " sent, " << sent.UntrimmedLosses() << " lost, "
            << sent.pathsRetired << " retired, " << qp->Peer()->Counters().placedBytes
            << " placed\n";
        const QpStatus status = qp->Query();
        out << "  " << status.nic << " to " << status.peerNic << ", state "
            << static_cast<int>(status.state) << ", window " << status.window.window << ", "
            << status.window.inFlight << " in flight, EVs";
        for (const PathStatus& path : qp->Paths().List())
        {
            out << ' ' << path.ev.value << ':' << static_cast<int>(path.state);
        }
        out << '\n';
    }
    for (uint32_t i = 0; i < scene.ports.GetN(); ++i)
    {
        const Ptr<Port> port = PortOf(scene, i);
        const PortCounters counters = port->Counters();
        out << "  " << port->Name() << ": " << counters.fingerprint << ' ' << counters.bytes << ' '
            << counters.frames << ' ' << counters.trims << ' ' << counters.drops << ' '
            << port->Drops(DropReason::LINK_DOWN) << ' ' << port->IsLinkUp() << '\n';
    }
}

/** @return the ports that a script names */
inline std::string
PortsFor(const std::string& script)
{
    if (script == "quicken")
    {
        return "p0.t0.0,p0.t0.1,p0.t0.2,p0.t0.3,p1.t0.0,p1.t0.1,p1.t0.2,p1.t0.3";
    }
    return script.rfind("meet-", 0) == 0 ? "nic0,nic4,nic6,nic10,nic15"
                                         : "p0.t0.1.up2,p1.t0.3.up0,p0.t0.0.up1,nic9";
}

inline void
Install(Scene& scene, const Share& share, const std::string& name)
{
    const bool isSlow = name == "quicken";
    TopologySpec spec;
    spec.nics = 16;
    spec.nicsPerT0 = 4;
    spec.t1Count = 4;
    spec.planes = 2;
    spec.nicLinkRate = 100'000'000'000;
    spec.fabricLinkRate = isSlow ? 1'000'000'000 : spec.nicLinkRate;
    FabricHelper helper;
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Ranks", UintegerValue(share.ranks));
    helper.SetFabricAttribute("Threads", UintegerValue(share.threads));
    helper.SetPartition(PartitionFor(name));
    if (name == "traces") // a Write of the first rank ends as a round trip of the last one does
    {
        helper.SetFabricAttribute("HostDelay", StringValue("3944ns"));
    }
    scene.network = helper.Install();
    scene.isFirst = IsFirstRank(*scene.network);
    scene.ports = scene.network->GetFaces().CreatePorts(PortsFor(name));
    const std::pair<uint32_t, uint32_t> ends[] =
        {{0, 9}, {15, 1}, {4, 13}, {8, 3}, {10, 5}, {6, 2}};
    for (const auto& [from, to] : ends)
    {
        scene.pairs.push_back(scene.network->Connect(from, to));
        scene.pairs.back()->Write(300000);
        scene.pairs.back()->Write(200000);
    }
}

/** The network says goodbye to other ranks while MPI is there. */
inline void
End(Scene& scene)
{
    scene.pairs.clear();
    scene.keys.clear();
    scene.ports = NetDeviceContainer();
    scene.network = nullptr;
}

} // namespace mrc
} // namespace ns3

#endif /* RANK_SCENE_H */
