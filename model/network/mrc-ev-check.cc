/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-check.h"

#include "ns3/mrc-ev-fields.h"
#include "ns3/mrc-ev-list.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

[[noreturn]] void
Refuse(const std::string& what, const std::string& expected)
{
    throw std::invalid_argument("ns3::mrc::EvProfile::" + what + "; expected " + expected);
}

/** @return the words for a port, as the list of EVs counts them */
std::string
PortName(uint32_t plane)
{
    return "port " + std::to_string(plane + 1);
}

const char*
NameOf(EvFormat format)
{
    return format == EV_FORMAT_SRV6 ? "Srv6" : format == EV_FORMAT_UDP ? "Udp" : "Stev";
}

/** @return the paths of a plane that EVs of this format tell apart */
uint32_t
PathsOf(const TopologySpec& spec, EvFormat format)
{
    return format == EV_FORMAT_UDP ? MAX_PORT_PATHS : spec.PathsPerPlane();
}

/** @return the attribute that a list of EVs comes from */
const char*
NameOfList(const EvConfig& ev)
{
    return ev.mode == EV_MODE_EXPLICIT ? "Evs" : ev.mode == EV_MODE_TEMPLATE ? "File" : "Fields";
}

/** @return EVs of a plane, rounded up as they are dealt */
uint32_t
PerPlane(uint32_t evs, uint32_t planes)
{
    return (evs + planes - 1) / planes;
}

/** EVs of 16 bits, and all EVs over IPv4, have to fit the UDP source port [ev-formats]. */
void
CheckWidth(const TopologySpec& spec, const EvConfig& ev, Encapsulation encapsulation)
{
    if (ev.format == EV_FORMAT_UDP && ev.randomDeal)
    {
        Refuse("RandomDeal with Format Udp", "no RandomDeal: EVs that are hashed are random");
    }
    if (ev.format != EV_FORMAT_STEV || encapsulation != ENCAPSULATION_IPV4)
    {
        return;
    }
    const uint64_t paths = PathsOf(spec, ev.format);
    const uint64_t evs = PerPlane(ev.active, spec.planes) + PerPlane(ev.backup, spec.planes);
    const uint64_t values = paths * (ev.randomDeal ? evs : (evs + paths - 1) / paths);
    if (!ev.list && values > MAX_PORT_PATHS)
    {
        Refuse("Format = Stev has EVs of more than 16 bits, with " + std::to_string(paths) +
                   " paths of a plane and " + std::to_string(evs) + " EVs",
               "ns3::mrc::FabricProfile::Encapsulation = Ipv6, or fewer");
    }
}

/** The fabric's packets must have the fields that the format of the EVs needs [ev-formats]. */
void
CheckFormat(const TopologySpec& spec, const EvConfig& ev, Encapsulation encapsulation)
{
    const bool isSrv6 = encapsulation == ENCAPSULATION_SRV6;
    if ((ev.format == EV_FORMAT_SRV6) != isSrv6)
    {
        const char* const headers = isSrv6                                ? "Srv6"
                                    : encapsulation == ENCAPSULATION_IPV6 ? "Ipv6"
                                                                          : "Ipv4";
        Refuse(std::string("Format = ") + NameOf(ev.format) +
                   " with ns3::mrc::FabricProfile::Encapsulation = " + headers,
               isSrv6 ? "Encapsulation Ipv6 or Ipv4, or Format Srv6"
                      : "Format Udp or Stev, or Encapsulation Srv6");
    }
    if (!isSrv6 && ev.mode == EV_MODE_TEMPLATE)
    {
        Refuse(std::string("Mode = Template with Format = ") + NameOf(ev.format),
               "Format Srv6: files have addresses of uSIDs");
    }
    CheckWidth(spec, ev, encapsulation);
}

/**
 * Each value names an uplink, and no two are the same. Without T1s any value will do: all ways are
 * local, and carriers leave the uplink out.
 */
void
CheckValues(const TopologySpec& spec,
            uint32_t plane,
            const EvConfig& ev,
            Encapsulation encapsulation)
{
    const std::string name = NameOfList(ev);
    const uint32_t paths = PathsOf(spec, ev.format);
    const bool areUplinks = ev.format != EV_FORMAT_UDP && !spec.HasPods() && !spec.graph;
    std::set<uint32_t> seen;
    for (const uint32_t value : ev.list->planes[plane])
    {
        const std::string what =
            name + " has EV " + std::to_string(value) + " on " + PortName(plane);
        // Values of a file are paths already, some under further numbers [ev-templates].
        const bool isPath = ev.mode == EV_MODE_TEMPLATE;
        if (!isPath && (spec.t1Count != 0 || ev.format == EV_FORMAT_UDP) && value >= paths)
        {
            Refuse(what,
                   (areUplinks ? "T0 uplinks 0 .. " : "paths 0 .. ") + std::to_string(paths - 1));
        }
        if (encapsulation == ENCAPSULATION_IPV4 && value >= MAX_PORT_PATHS)
        {
            Refuse(what, "values of 13 bits, which is what an IPv4 packet has room for");
        }
        if (!seen.insert(value).second)
        {
            Refuse(what + " twice", "each once");
        }
    }
}

/**
 * Checks an EvList: its text was read before the topology was known. Every plane must have as many
 * EVs as plane 0 [ev-sets].
 */
void
CheckList(const TopologySpec& spec, const EvConfig& ev, Encapsulation encapsulation)
{
    const std::string name = NameOfList(ev);
    const std::size_t first = ev.list->planes[0].size();
    for (uint32_t plane = 0; plane < MAX_PLANES; ++plane)
    {
        const std::size_t count = ev.list->planes[plane].size();
        if (plane < spec.planes && (count != first || count == 0))
        {
            Refuse(name + " has " + std::to_string(count) + " EVs on " + PortName(plane),
                   plane == 0 ? "at least one"
                              : std::to_string(first) + " as on port 1 [ev-modes]");
        }
        // Generated lists have the values of their fields on all eight ports, asked or not.
        if (plane >= spec.planes && count != 0 && ev.mode == EV_MODE_EXPLICIT)
        {
            Refuse(name + " has EVs on " + PortName(plane),
                   "ports 1 .. " + std::to_string(spec.planes));
        }
        if (plane < spec.planes)
        {
            CheckValues(spec, plane, ev, encapsulation);
        }
    }
    const std::size_t all = first * spec.planes;
    // No more EVs can stay in use than there are.
    if (ev.minActive > all)
    {
        Refuse("MinActive = " + std::to_string(ev.minActive) + " with the " + std::to_string(all) +
                   " EVs of " + name,
               "at most as many");
    }
}

} // namespace

void
CheckEvs(const TopologySpec& spec, const EvConfig& ev, Encapsulation encapsulation)
{
    CheckFormat(spec, ev, encapsulation);
    // Active EVs are divided among the planes; one without any could never have its turn.
    if (ev.active < spec.planes)
    {
        Refuse("Active = " + std::to_string(ev.active) + " with " + std::to_string(spec.planes) +
                   " planes",
               "at least one EV for each plane");
    }
    if (ev.list)
    {
        CheckList(spec, ev, encapsulation);
    }
}

/** Switches of one fabric treat all packets alike. */
void
CheckSameFormat(EvFormat own, EvFormat network)
{
    if (own != network)
    {
        Refuse(std::string("Format = ") + NameOf(own) + " of a queue pair",
               std::string("that of its network, ") + NameOf(network));
    }
}

} // namespace mrc
} // namespace ns3
