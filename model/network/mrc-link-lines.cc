/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-lines.h"

#include "mrc-fault-outages.h"
#include "mrc-graph-shape.h"
#include "mrc-topology.h"

#include "ns3/mrc-line-rate.h"

#include <cmath>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

[[noreturn]] void
Refuse(const Topology& topology, const LinkRule& rule, const std::string& what)
{
    throw std::invalid_argument("topology '" + topology.Spec().name + "': the link rule '" +
                                rule.place.text + "' " + what);
}

/** Gives a line the properties of a rule. */
void
Apply(const Topology& topology, const LinkRule& rule, LinkLine& line)
{
    // `whole` is the rate that queues and windows are made for, `rate` what the line carries.
    if (rule.rate != 0)
    {
        line.whole = line.rate = rule.rate;
    }
    if (!(rule.share > 0) || rule.share > 1)
    {
        Refuse(topology, rule, "has a share of the rate that is not above 0 and up to 1");
    }
    if (rule.share < 1) // of a whole link: shares do not multiply
    {
        line.rate =
            static_cast<uint64_t>(std::llround(static_cast<double>(line.whole) * rule.share));
    }
    if (!LineRate::IsValid(line.rate))
    {
        Refuse(topology,
               rule,
               "gives a link " + std::to_string(line.rate) + " bit/s; expected 1 Mb/s .. 3.2 Tb/s");
    }
    line.delay = rule.delay.value_or(line.delay);
    line.jitter = rule.jitter.value_or(line.jitter);
    constexpr Span longest(1000000000000); // 1 s
    for (const Span span : {line.delay, line.jitter})
    {
        if (span < Span() || span > longest)
        {
            Refuse(topology, rule, "has a delay or jitter outside 0 .. 1 s");
        }
    }
    // Once a rule has taken a link away no other brings it back.
    line.missing |= rule.missing;
}

/** Rules that a program made may have values that a text cannot have. */
void
CheckWords(const Topology& topology, const LinkRule& rule)
{
    const Fault& place = rule.place;
    if (place.impairment.effect != FaultEffect::DOWN || place.impairment.share != 1 ||
        place.down != Instant() || place.up)
    {
        // A place is a fault without its effect, so the words of faults serve for both.
        Refuse(topology, rule, "has the effect or the times of a fault; expected a place alone");
    }
    if (rule.missing && (rule.rate != 0 || rule.share != 1 || rule.delay || rule.jitter))
    {
        Refuse(topology, rule, "says what a missing link is like; expected 'missing' alone");
    }
}

/** Rules that a program made may name parts that do not exist. */
std::vector<uint32_t>
PortsNamed(const Topology& topology, const LinkRule& rule)
{
    try
    {
        return PortsOf(rule.place, topology);
    }
    catch (const std::out_of_range& error)
    {
        Refuse(topology, rule, std::string("names no link: ") + error.what());
    }
}

/** A NIC without a port in a plane, or half a link, is no shape but a fault. */
void
CheckMissing(const Topology& topology, const LinkRule& rule)
{
    if (rule.missing && topology.Spec().graph)
    {
        Refuse(topology, rule, "takes a link away; expected a graph without that link");
    }
    const FaultKind kind = rule.place.kind;
    // T3s and links from T2s on are in graphs only, which no rule takes a link from.
    const bool ofSwitches = kind == FaultKind::LINK || kind == FaultKind::UPPER_LINK ||
                            kind == FaultKind::T1 || kind == FaultKind::T2;
    if (rule.missing && (!ofSwitches || rule.place.direction != FaultDirection::BOTH))
    {
        Refuse(topology,
               rule,
               "takes away what is no link between switches; expected 'link:', 'upper-link:', "
               "'t1:' or 't2:', or a fault from the start on, as 'port:3.1@0ns'");
    }
}

/** A plane beyond the last would name no link, and the rule would do nothing. */
void
CheckPlane(const Topology& topology, const LinkRule& rule)
{
    const unsigned planes = topology.Spec().planes;
    if (rule.place.plane >= planes)
    {
        Refuse(topology,
               rule,
               "is of plane " + std::to_string(rule.place.plane) + "; expected 0 .. " +
                   std::to_string(planes - 1));
    }
}

} // namespace

LinkLines::LinkLines(const Topology& topology)
{
    const TopologySpec& spec = topology.Spec();
    // By tier: links of NICs, of T0s, and of T1s with T2s.
    for (Tiers& tiers : m_ofPlane)
    {
        tiers = {
            LinkLine{spec.nicLinkRate, spec.nicLinkRate, spec.nicLinkDelay, Span(), false},
            LinkLine{spec.fabricLinkRate, spec.fabricLinkRate, spec.fabricLinkDelay, Span(), false},
            LinkLine{spec.upperLinkRate, spec.upperLinkRate, spec.upperLinkDelay, Span(), false}};
    }
    // Most fabrics have alike links, and need neither rules nor lines of single ports.
    if (spec.evenLinks)
    {
        return;
    }
    if (spec.graph)
    {
        TakeFrom(topology);
    }
    m_anyDiffers = !spec.links.empty() || !m_own.empty();
    // Planes first: a rule of a single link counts more, wherever it stands.
    for (const LinkRule& rule : spec.links)
    {
        CheckWords(topology, rule);
        CheckMissing(topology, rule);
        CheckPlane(topology, rule);
        if (rule.place.kind == FaultKind::PLANE)
        {
            ApplyToPlane(topology, rule);
        }
    }
    for (const LinkRule& rule : spec.links)
    {
        if (rule.place.kind != FaultKind::PLANE)
        {
            ApplyToPorts(topology, rule);
        }
    }
}

void
LinkLines::ApplyToPlane(const Topology& topology, const LinkRule& rule)
{
    for (unsigned tier = 0; tier < LINK_TIERS; ++tier)
    {
        LinkLine& line = m_ofPlane.at(rule.place.plane)[tier];
        // A tier that the fabric lacks has no line to change.
        if (line.rate != 0 && (tier != 1 || topology.Spec().t1Count != 0))
        {
            Apply(topology, rule, line);
        }
    }
    for (auto& [port, line] : m_own) // of a graph
    {
        if (topology.PortPlaceOf(port).plane == rule.place.plane)
        {
            Apply(topology, rule, line);
        }
    }
}

/** A rule of single links gives each of their ports a line of its own. */
void
LinkLines::ApplyToPorts(const Topology& topology, const LinkRule& rule)
{
    for (const uint32_t port : PortsNamed(topology, rule))
    {
        // of the port's own plane: a NIC has links in all
        const PlaneId plane = topology.PortPlaceOf(port).plane;
        // The first rule of a link begins with what the plane's rules left there.
        const LinkLine& common = m_ofPlane[plane][TierOf(topology, port)];
        Apply(topology, rule, m_own.emplace(port, common).first->second);
    }
}

/** The numbers of the topology are those of one link of each tier. */
void
LinkLines::TakeFrom(const Topology& topology)
{
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const ShapePort& own = topology.Spec().graph->PortOf(port);
        const LinkLine& common = m_ofPlane[own.place.plane][TierOf(topology, port)];
        // A large graph mostly has alike links, and lines of their own cost memory.
        if (own.line.rate != common.rate || own.line.delay != common.delay ||
            own.line.jitter != common.jitter)
        {
            m_own.emplace(port, own.line);
        }
    }
}

std::vector<uint32_t>
LinkLines::Missing() const
{
    std::vector<uint32_t> ports;
    for (const auto& [port, line] : m_own)
    {
        if (line.missing)
        {
            ports.push_back(port);
        }
    }
    return ports;
}

unsigned
TierOf(const Topology& topology, uint32_t port)
{
    const PortKind kind = topology.PortPlaceOf(port).kind;
    if (topology.Spec().graph)
    {
        const NodeKind ends[] = {topology.PlaceOf(topology.NodeOf(port)).kind,
                                 topology.PlaceOf(topology.NodeOf(topology.Peer(port))).kind};
        const auto isOf = [&ends](NodeKind end) { return ends[0] == end || ends[1] == end; };
        return isOf(NodeKind::NIC) ? 0 : isOf(NodeKind::T0) ? 1 : 2;
    }
    const bool ofNic = kind == PortKind::NIC || kind == PortKind::T0_DOWN;
    const bool ofT0 = kind == PortKind::T0_UP || kind == PortKind::T1_DOWN;
    return ofNic ? 0 : ofT0 ? 1 : 2;
}

const LinkLine&
LineOf(const Topology& topology, uint32_t port)
{
    const unsigned tier = TierOf(topology, port);
    return topology.Lines().Of(tier, topology.PortPlaceOf(port).plane, port);
}

} // namespace mrc
} // namespace ns3
