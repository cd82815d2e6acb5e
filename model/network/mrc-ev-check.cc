/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-check.h"

#include "ns3/mrc-ev-list.h"

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

/**
 * Each value names an uplink, and no two are the same. Without T1s any value will do: all ways are
 * local, and carriers leave the uplink out.
 */
void
CheckValues(const TopologySpec& spec, const std::string& name, uint32_t plane, const EvList& list)
{
    std::set<uint32_t> seen;
    for (const uint32_t value : list.planes[plane])
    {
        const std::string what =
            name + " has EV " + std::to_string(value) + " on " + PortName(plane);
        if (spec.t1Count != 0 && value >= spec.PathsPerPlane())
        {
            Refuse(what,
                   (spec.HasPods() ? "paths 0 .. " : "T0 uplinks 0 .. ") +
                       std::to_string(spec.PathsPerPlane() - 1));
        }
        if (!seen.insert(value).second)
        {
            Refuse(what + " twice", "each once");
        }
    }
}

/**
 * Checks an EvList, whose text is read before the topology is known. Every plane must have as many
 * EVs as plane 0 [ev-sets].
 */
void
CheckList(const TopologySpec& spec, const EvConfig& ev)
{
    const std::string name = ev.mode == EV_MODE_EXPLICIT   ? "Evs"
                             : ev.mode == EV_MODE_TEMPLATE ? "File"
                                                           : "Fields";
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
            CheckValues(spec, name, plane, *ev.list);
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
CheckEvs(const TopologySpec& spec, const EvConfig& ev)
{
    // Active EVs are divided among the planes; one without any could never have its turn.
    if (ev.active < spec.planes)
    {
        Refuse("Active = " + std::to_string(ev.active) + " with " + std::to_string(spec.planes) +
                   " planes",
               "at least one EV for each plane");
    }
    if (ev.list)
    {
        CheckList(spec, ev);
    }
}

} // namespace mrc
} // namespace ns3
