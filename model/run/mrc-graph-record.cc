/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-record.h"

#include "mrc-json-writer.h"

#include "ns3/mrc-node-names.h"
#include "ns3/mrc-topology.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MOST_LINKS = 2500; // of a plane; as many as utils/mrc_report/fabric.py draws

/** @return the word of a tier in the record */
const char*
WordOf(NodeKind kind)
{
    constexpr const char* WORDS[]{"nic", "t0", "t1", "t2", "t3"};
    return WORDS[static_cast<uint8_t>(kind)];
}

/** @return the ports at the lower ends of links; of two that look up, the first one */
std::vector<uint32_t>
LowerPorts(const Topology& topology)
{
    std::vector<uint32_t> ports;
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const uint32_t peer = topology.Peer(port);
        // Two switches of one tier both look up at the link: the lower port stands for it.
        const bool isUpper = LooksUp(topology.PortPlaceOf(peer).kind) && peer < port;
        if (LooksUp(topology.PortPlaceOf(port).kind) && !isUpper)
        {
            ports.push_back(port);
        }
    }
    return ports;
}

void
WriteNode(JsonWriter& json, const Topology& topology, uint32_t node)
{
    const NodePlace place = topology.PlaceOf(node);
    json.BeginObject("");
    json.Text("name", NodeName(topology, node));
    json.Text("kind", WordOf(place.kind));
    json.Count("number", place.index);
    json.End();
}

/** Writes a link with both names, by which other tables of the run call its ends. */
void
WriteLink(JsonWriter& json, const Topology& topology, uint32_t port)
{
    const uint32_t peer = topology.Peer(port);
    const PortPlace place = topology.PortPlaceOf(port);
    const PortPlace other = topology.PortPlaceOf(peer);
    json.BeginObject("");
    json.Count("plane", place.plane);
    json.Count("lower", topology.NodeOf(port));
    json.Count("upper", topology.NodeOf(peer));
    json.Text("up", PortName(topology, port));
    json.Text("down", PortName(topology, peer));
    json.Count("uplink", place.link);
    json.Flag("level", LooksUp(other.kind));
    json.Count("peer_link", other.link);
    json.End();
}

} // namespace

void
WriteGraphRecord(JsonWriter& json, const Topology& topology)
{
    if (!topology.Spec().graph)
    {
        return;
    }
    // Only graphs are recorded whole; a reader can build other fabrics from their numbers.
    const std::vector<uint32_t> ports = LowerPorts(topology);
    std::array<uint32_t, MAX_PLANES> counts{};
    for (const uint32_t port : ports)
    {
        ++counts.at(topology.PortPlaceOf(port).plane);
    }
    if (*std::max_element(counts.begin(), counts.end()) > MOST_LINKS)
    {
        return;
    }
    json.BeginObject("graph");
    json.BeginArray("nodes");
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        WriteNode(json, topology, node);
    }
    json.End();
    json.BeginArray("links");
    for (const uint32_t port : ports)
    {
        WriteLink(json, topology, port);
    }
    json.End();
    json.End();
}

} // namespace mrc
} // namespace ns3
