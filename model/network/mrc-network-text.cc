/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-shape.h"
#include "mrc-ideal.h"
#include "mrc-level-names.h"
#include "mrc-link-lines.h"
#include "mrc-network.h"
#include "mrc-node-ports.h"
#include "mrc-topology-tiers.h"
#include "mrc-topology.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-nic-table.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <sstream>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return kilobytes of 1,000 bytes with one decimal, and the unit */
std::string
KilobytesText(double bytes)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << bytes * 1e-3 << " kB";
    return text.str();
}

/** @return the limits of a port's queue, and whether the queue trims */
std::string
QueueText(const FabricState& state, PortIndex port)
{
    const PortConfig& config = state.Need(port).ConfigOf(port);
    // A buffer, or a policy of the user's own, decides instead of limits, which are 0 then.
    const bool hasLimits = config.Limit(TrafficClass::DATA) != 0;
    std::ostringstream text;
    if (state.buffers.Has(port))
    {
        text << "within " << KilobytesText(static_cast<double>(state.buffers.Of(port).Size()))
             << " that a switch's ports share";
    }
    else if (hasLimits)
    {
        text << KilobytesText(config.Limit(TrafficClass::DATA)) << " of data";
    }
    else
    {
        text << "by an own policy";
    }
    if (!config.trimming)
    {
        return text.str() + ", no trimming";
    }
    // without the Ethernet header and FCS, as attribute TrimSize counts
    text << ", trimmed to " << config.trimFrameSize - ETHERNET_BYTES << " B";
    if (hasLimits)
    {
        text << ", " << KilobytesText(config.Limit(TrafficClass::TRIMMED)) << " of these";
    }
    return text.str();
}

/** @return base round trip and bandwidth-delay product of a NIC */
std::string
RoundTripText(const Network& network)
{
    const double rtt = LongestBaseRtt(network).Ps() * 1e-12;
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << "base RTT " << rtt * 1e6 << " us, BDP "
         << KilobytesText(rtt / 8 * static_cast<double>(RateOfNic(network.GetTopology(), 0)))
         << " a NIC";
    return text.str();
}

/** @return how many switches each tier of a graph has, in all planes */
std::string
TiersText(const TopologySpec& spec)
{
    std::string text;
    for (const NodeKind kind : {NodeKind::T0, NodeKind::T1, NodeKind::T2, NodeKind::T3})
    {
        uint32_t switches = 0;
        for (uint32_t plane = 0; plane < spec.planes; ++plane)
        {
            switches += spec.graph->Count(kind, static_cast<PlaneId>(plane));
        }
        if (switches != 0)
        {
            text += (text.empty() ? "" : ", ") + std::to_string(switches) + " " +
                    NameOfLevel(static_cast<uint32_t>(kind)) + "s";
        }
    }
    return text;
}

/** @return the most paths of a pair in a plane of a graph, some of which may have several numbers
 */
std::string
PathsText(const GraphPaths& paths)
{
    const std::string numbers = std::to_string(paths.MostPaths());
    return "paths of a pair at most " + std::to_string(paths.MostDifferent()) + " in a plane" +
           (paths.MostPaths() == paths.MostDifferent() ? "" : ", which have " + numbers + " EVs");
}

/** @return nodes and paths */
std::string
ShapeText(const Topology& topology)
{
    const TopologySpec& spec = topology.Spec();
    std::ostringstream text;
    // The name of a topology that was read is the path of its file.
    text << std::filesystem::path(spec.name).filename().string() << ": " << spec.nics << " NICs, ";
    if (spec.graph)
    {
        text << "a graph of " << topology.NodeCount() - spec.nics << " switches ("
             << TiersText(spec) << ") in " << spec.planes
             << (spec.planes == 1 ? " plane" : " planes") << ", " << PathsText(spec.graph->Paths());
        return text.str();
    }
    text << "planes " << spec.planes << " of " << topology.Tiers().T0sPerPlane() << " T0s and "
         << topology.Tiers().T1sPerPlane() << " T1s";
    if (spec.HasPods())
    {
        text << " in " << spec.PodsPerPlane() << " pods below " << topology.Tiers().T2sPerPlane()
             << " T2s";
    }
    text << ", paths of a pair " << spec.planes * spec.PathsPerPlane() << " (" << spec.planes
         << " below one T0)";
    return text.str();
}

/**
 * @return the format of packets and the part that chooses their paths; nothing with SRv6 if one
 * carrier holds a path [ev-formats] [carrier-segments]
 */
std::string
HeadersText(Network& network)
{
    const FabricState& state = network.Engine().fabric.State();
    const Encapsulation encapsulation = state.format.encapsulation;
    if (encapsulation == ENCAPSULATION_SRV6)
    {
        return state.largest.segments == 0 ? ""
                                           : ", segment routing headers of up to " +
                                                 std::to_string(state.largest.segments) + " B";
    }
    const bool isHashed = network.Engine().nics.Store().plan.evFormat == EV_FORMAT_UDP;
    return std::string(", packets without SRv6 over ") +
           (encapsulation == ENCAPSULATION_IPV6 ? "IPv6" : "IPv4") +
           (isHashed ? ", whose EVs switches hash" : ", whose EVs tell switches the path");
}

} // namespace

std::string
DescribeNetwork(Network& network)
{
    const Topology& topology = network.GetTopology();
    const TopologySpec& spec = topology.Spec();
    // Planes are alike, and so are the ports of a kind: one of each speaks for all.
    const PortIndex lastHop = topology.Peer(topology.NicPort(0, PlaneId{0}));
    std::ostringstream text;
    text << ShapeText(topology) << ", links " << spec.nicLinkRate * 1e-9 << " Gb/s to NICs";
    if (spec.t1Count != 0)
    {
        text << (spec.HasPods() ? ", " : " and ") << spec.fabricLinkRate * 1e-9
             << (spec.HasPods() ? " Gb/s in pods" : " Gb/s between switches");
    }
    if (spec.graph && spec.upperLinkRate != 0 && spec.upperLinkRate != spec.fabricLinkRate)
    {
        text << ", higher up " << spec.upperLinkRate * 1e-9 << " Gb/s";
    }
    if (spec.HasPods())
    {
        text << " and " << spec.upperLinkRate * 1e-9 << " Gb/s between them";
    }
    if (spec.nics > 1)
    {
        text << ", " << RoundTripText(network);
    }
    text << ", queues to NICs " << QueueText(network.Engine().fabric.State(), lastHop);
    if (spec.t1Count != 0)
    {
        const PortIndex up = PortsOf(topology, topology.NodeOf(lastHop)).back(); // uplinks are last
        text << ", between switches " << QueueText(network.Engine().fabric.State(), up);
    }
    if (topology.Lines().AnyDiffers())
    {
        if (spec.links.empty()) // of a graph
        {
            text << ", links that differ";
        }
        else
        {
            text << ", " << spec.links.size() << (spec.links.size() == 1 ? " rule" : " rules")
                 << " by which links differ";
        }
        const std::size_t missing = topology.Lines().Missing().size() / 2;
        if (missing != 0)
        {
            text << ", " << missing << (missing == 1 ? " link" : " links") << " missing";
        }
    }
    text << HeadersText(network);
    return text.str();
}

Span
LongestBaseRtt(const Network& network)
{
    const TopologySpec& spec = network.GetTopology().Spec();
    // The longest path of a fabric by numbers; NICs of a graph stand in the order of the text.
    Span longest = network.Unloaded().BaseRttBetween(0, spec.nics - 1);
    for (uint32_t nic = 1; spec.graph && nic + 1 < spec.nics; ++nic)
    {
        longest = std::max(longest, network.Unloaded().BaseRttBetween(0, nic));
    }
    return longest;
}

/** The words are those of a figure [failure-knowledge]. */
std::string
DescribeFailureMode(Network& network)
{
    const PortFailures& failures = network.Engine().nics.Store().plan.failures;
    const auto micros = [](Span span) {
        std::ostringstream out;
        out << static_cast<double>(span.Ps()) * 1e-6;
        return out.str();
    };
    const std::string seen = "NICs see their ports after " + micros(failures.detectDelay) + " us";
    if (failures.blackoutMaximum == Span())
    {
        return "Ideal: " + seen;
    }
    return "blackout: " + seen + " and send nothing for " + micros(failures.blackoutMinimum) +
           " .. " + micros(failures.blackoutMaximum) + " us";
}

} // namespace mrc
} // namespace ns3
