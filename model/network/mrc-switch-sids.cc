/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch-sids.h"

#include "mrc-node-names.h"
#include "mrc-node-ports.h"
#include "mrc-sid-line.h"
#include "mrc-srv6-values.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-fabric-config.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

const char* const SIDS = "ns3::mrc::FabricProfile::Sids";

/** @return the SID of a switch: block and uSID, zeros behind */
AddressBits
SidOf(const LocatorBlock& block, uint64_t locator48)
{
    const UsidCarrier sid = block.Written(UsidCarrier(locator48 << 16, 0));
    return {sid.High(), sid.Low()};
}

/** @return the port of a switch that a word names */
PortIndex
PortNamed(const Topology& topology, uint32_t node, const std::string& word)
{
    const std::vector<uint32_t> ports = PortsOf(topology, node);
    const std::string owner = NodeName(topology, node) + ".";
    for (std::size_t i = 0; i < ports.size(); ++i)
    {
        const std::string name = PortName(topology, ports[i]);
        // A line for several switches names ports without their owners.
        if (word == name || owner + word == name || word == std::to_string(i))
        {
            return ports[i];
        }
    }
    const auto nameOf = [&](uint32_t port) {
        return PortName(topology, port).substr(owner.size());
    };
    RefuseWord(word,
               "a port of " + NodeName(topology, node) + ", " + nameOf(ports.front()) + " .. " +
                   nameOf(ports.back()) + ", or its number, 0 .. " +
                   std::to_string(ports.size() - 1));
}

/** A link has one neighbour, and one address there is right [switch-sids]. */
void
CheckNextHop(const Topology& topology, PortIndex port, const AddressBits& named)
{
    const uint32_t neighbour = topology.NodeOf(topology.Peer(port));
    const AddressBits own = AddressOfNic(neighbour); // of switches too: their numbers come behind
    if (named != own)
    {
        throw std::invalid_argument("the next hop " + TextOf(named) + " behind " +
                                    PortName(topology, port) + "; expected none, or " +
                                    TextOf(own) + ", which is " + NodeName(topology, neighbour));
    }
}

/** @return the route that a line tells, which ends with a port or with `blackhole` */
PrefixRoute
ReadSwitchRoute(const Topology& topology, uint32_t node, Srv6Line& line)
{
    const Srv6Prefix prefix = PrefixOf(line.Next());
    if (FirstBits(prefix.address, prefix.length) != prefix.address)
    {
        throw std::invalid_argument("a route with bits behind its length of " +
                                    std::to_string(prefix.length) + "; expected zeros there");
    }
    std::string word = line.Next();
    AddressBits neighbour;
    const bool hasNeighbour = ReadAddress(word, neighbour);
    word = hasNeighbour ? line.Next() : word;
    const bool isHole = !hasNeighbour && (word == "blackhole" || word == "Null0");
    const PortIndex port = isHole ? NO_PORT : PortNamed(topology, node, word);
    if (hasNeighbour)
    {
        CheckNextHop(topology, port, neighbour);
    }
    line.End();
    return {prefix.address, static_cast<uint8_t>(prefix.length), port};
}

/** @return the SID that a line tells; the target of an END_X is a port of the switch */
LocalSid
ReadSwitchSid(const Topology& topology, uint32_t node, Srv6Line& line)
{
    SidLine read = ReadSidLine(line, {});
    if (!read.locator.empty())
    {
        RefuseWord(read.locator,
                   "no locator: lines of switches define none, but `block` may follow");
    }
    if (read.sid.behaviour == SidBehaviour::END_X)
    {
        read.sid.target = PortNamed(topology, node, read.interface.value_or(""));
    }
    if (read.nextHop)
    {
        CheckNextHop(topology, read.sid.target, *read.nextHop);
    }
    return read.sid;
}

} // namespace

SwitchSids::SwitchSids(const Topology& topology,
                       const SourceRouting& routing,
                       const FabricConfig& config)
    : m_topology(topology),
      m_routing(routing),
      m_block(config.block),
      m_flavours(config.flavours)
{
    const bool hasLines = config.sids != FabricConfig().sids;
    if ((hasLines || m_flavours != 0) && config.encapsulation != ENCAPSULATION_SRV6)
    {
        throw std::invalid_argument(
            std::string(hasLines ? SIDS : "ns3::mrc::FabricProfile::Flavors") +
            " of switches that know no SIDs; expected none, or "
            "ns3::mrc::FabricProfile::Encapsulation = Srv6");
    }
    m_takesInside = (m_flavours & SID_USD) != 0;
    std::string text = hasLines ? config.sids : "";
    // A command line has no line ends, so a semicolon stands for one.
    std::replace(text.begin(), text.end(), ';', '\n');
    std::istringstream in(text);
    unsigned number = 0;
    for (std::string words; std::getline(in, words);)
    {
        ++number;
        try
        {
            Take(words);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(std::string(SIDS) + ", line " + std::to_string(number) +
                                        ": " + error.what());
        }
    }
}

/** @return whether packets may end at this SID and go on without their outer headers */
bool
SwitchSids::TakesInside(const LocalSid& sid)
{
    return sid.Has(SID_USD) || sid.behaviour == SidBehaviour::END_DT6 ||
           sid.behaviour == SidBehaviour::END_DT46;
}

/** @return a route to each NIC below a switch, by the NIC's own address */
std::vector<PrefixRoute>
SwitchSids::HostsBelow(uint32_t node) const
{
    std::vector<PrefixRoute> hosts;
    for (const uint32_t port : PortsOf(m_topology, node))
    {
        const uint32_t far = m_topology.NodeOf(m_topology.Peer(port));
        if (far < m_topology.Spec().nics)
        {
            hosts.push_back({AddressOfNic(far), ADDRESS_BITS, port});
        }
    }
    return hosts;
}

/** A SID comes before all routes: it would take packets that are for a neighbour. */
void
SwitchSids::RefuseCollisions(uint32_t node, const LocalSid& sid) const
{
    const unsigned neighbourBits = m_block.Bits() + 16;
    const unsigned bits = std::min(sid.Length(), neighbourBits);
    const auto refuse = [&](Usid usid, uint32_t owner, const char* role) {
        const AddressBits other = SidOf(m_block, uint64_t{m_routing.Block()} << 16 | usid.value);
        if (FirstBits(other, bits) == FirstBits(sid.prefix, bits))
        {
            throw std::invalid_argument(
                "SID " + TextOf(sid.prefix) + "/" + std::to_string(sid.Length()) +
                " collides with " + TextOf(other) + "/" + std::to_string(neighbourBits) +
                ", the uSID of " + NodeName(m_topology, owner) + role + "; expected a free one");
        }
    };
    for (uint32_t part = 0; part < m_routing.PartsOf(node); ++part)
    {
        for (const UsidRoute& route : m_routing.TableOf(node, part))
        {
            refuse(route.usid,
                   m_topology.NodeOf(m_topology.Peer(route.port)),
                   ", which is a neighbour");
        }
        // A longer SID may begin with the switch's own uSID: node and function.
        if (sid.Length() <= neighbourBits)
        {
            refuse(m_routing.UsidOfSwitch(node, part), node, " itself");
        }
    }
}

/** A shift would leave less of the fabric's block, which the segments behind take over. */
void
SwitchSids::RefuseShorterBlock(const LocalSid& sid) const
{
    const AddressBits own = SidOf(m_block, uint64_t{m_routing.Block()} << 16);
    if (sid.blockBits < m_block.Bits() &&
        FirstBits(own, sid.blockBits) == FirstBits(sid.prefix, sid.blockBits))
    {
        throw std::invalid_argument("a block of " + std::to_string(sid.blockBits) +
                                    " bits with which that of the fabric begins; expected " +
                                    std::to_string(m_block.Bits()) + ", or another block");
    }
}

/** The fabric has routes of its own, and a second route of the same prefix would tell nothing. */
void
SwitchSids::RefuseKnown(uint32_t node, const PrefixRoute& route)
{
    const auto refuse = [&route](const std::string& whose) {
        throw std::invalid_argument("a route to " + TextOf(route.prefix) + "/" +
                                    std::to_string(route.length) + ", which " + whose +
                                    "; expected another prefix");
    };
    for (const PrefixRoute& other : m_more[node].routes)
    {
        if (other.length == route.length && other.prefix == route.prefix)
        {
            refuse("an earlier line has");
        }
    }
    for (const PrefixRoute& own : HostsBelow(node))
    {
        if (route.length == own.length && route.prefix == own.prefix)
        {
            refuse("the fabric has");
        }
    }
    for (uint32_t part = 0; part < m_routing.PartsOf(node); ++part)
    {
        for (const UsidRoute& own : m_routing.TableOf(node, part))
        {
            const uint64_t locator48 = uint64_t{m_routing.Block()} << 16 | own.usid.value;
            if (route.length == m_block.Bits() + 16 && route.prefix == SidOf(m_block, locator48))
            {
                refuse("the fabric has");
            }
        }
    }
}

void
SwitchSids::Take(const std::string& words)
{
    Srv6Line names(words);
    const std::string switches = names.Next();
    if (switches.empty() || switches[0] == '#')
    {
        return;
    }
    // The line is read anew for each switch, as names of ports differ.
    for (const uint32_t node : NodesNamed(m_topology, switches))
    {
        if (node < m_topology.Spec().nics)
        {
            RefuseWord(NodeName(m_topology, node), "names of switches");
        }
        Srv6Line line(words);
        line.Next(); // the names
        const std::string kind = line.Next();
        if (kind == "ipv6" && line.Next() == "route")
        {
            const PrefixRoute route = ReadSwitchRoute(m_topology, node, line);
            RefuseKnown(node, route);
            m_more[node].routes.push_back(route);
        }
        else if (kind == "sid")
        {
            const LocalSid sid = ReadSwitchSid(m_topology, node, line);
            m_more[node].sids.Add(sid);
            m_takesInside = m_takesInside || TakesInside(sid);
            RefuseShorterBlock(sid);
            RefuseCollisions(node, sid);
        }
        else
        {
            RefuseWord(kind, "sid or ipv6 route behind the names of switches");
        }
    }
}

UsidForwarder
SwitchSids::ForwarderOf(uint32_t node, uint32_t part, std::vector<PortIndex>& table) const
{
    const uint64_t own =
        uint64_t{m_routing.Block()} << 16 | m_routing.UsidOfSwitch(node, part).value;
    const auto rules = RulesWith(node, own);
    UsidForwarder forwarder = rules ? UsidForwarder(*rules) : UsidForwarder(own);
    // TableOf is in the order of ports, and so of uSIDs of each kind, which AddRoute insists on.
    for (const UsidRoute& route : m_routing.TableOf(node, part))
    {
        forwarder.AddRoute(table, route.usid, route.port);
    }
    return forwarder;
}

/**
 * @param node number of a switch
 * @param locator48 uSID of the switch's part, behind the block that carriers are computed with
 * @return all SIDs of that part and the routes of the lines. None: one uN is all there is, without
 * flavours and behind a block of 32 bits, and no switch takes outer headers off
 */
std::optional<SegmentRules>
SwitchSids::RulesWith(uint32_t node, uint64_t locator48) const
{
    const auto more = m_more.find(node);
    // Packets without outer headers may come to any switch, if there are any.
    if (more == m_more.end() && m_flavours == 0 && m_block.IsUsual() && !m_takesInside)
    {
        return std::nullopt;
    }
    LocalSid own{SidOf(m_block, locator48), m_block.Bits(), 16, SidBehaviour::END, SID_NEXT_CSID};
    own.flavours |= m_flavours;
    SegmentRules rules;
    rules.block = m_block;
    // Only without outer headers does a packet go by the address of a NIC.
    rules.hosts = m_takesInside ? HostsBelow(node) : std::vector<PrefixRoute>();
    rules.sids.Add(own); // the first one of its length, by which a forwarder knows the switch
    if (more != m_more.end())
    {
        rules.routes = more->second.routes;
        for (const LocalSid& sid : more->second.sids.Sids())
        {
            rules.sids.Add(sid);
        }
    }
    return rules;
}

} // namespace mrc
} // namespace ns3
