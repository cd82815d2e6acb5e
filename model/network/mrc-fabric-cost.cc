/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-cost.h"

#include "mrc-level-names.h"
#include "mrc-part-losses.h"
#include "mrc-path-shares.h"
#include "mrc-topology.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/** Counts switches by level, and finds the longest path: both say what a fabric costs. */
void
CountSwitches(const Topology& topology, PathShares& shares, FabricCost& cost)
{
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        const uint32_t level = shares.LevelOf(node);
        if (level == UINT32_MAX)
        {
            continue; // no NIC reaches this
        }
        // NICs are level 0, so switches begin with level 1.
        cost.switches.resize(std::max<std::size_t>(cost.switches.size(), level));
        ++cost.switches[level - 1];
        const uint64_t local = shares.NicsOf(node).size();
        cost.mostLocal = std::max(cost.mostLocal, local);
        // Paths begin and end at switches with NICs: others are only passed.
        if (local != 0)
        {
            shares.SpreadFrom(node);
            // A path has one switch more than links between switches.
            cost.longestPath = std::max(cost.longestPath, shares.Farthest() + 1);
        }
    }
}

/**
 * Counts links by level and rate, as cables and optics of different rates have different prices.
 */
void
CountLinks(const Topology& topology, const PathShares& shares, FabricCost& cost)
{
    std::vector<uint32_t> ports(topology.NodeCount());
    std::map<std::tuple<uint32_t, uint32_t, uint64_t>, uint64_t> groups;
    for (std::size_t link = 0; link < shares.Links().size(); ++link)
    {
        const auto [low, high] = shares.LevelsOf(link);
        if (high == UINT32_MAX)
        {
            continue; // no NIC reaches this
        }
        // Links of one kind and rate are one row of the report.
        ++groups[{high, low, shares.Links()[link].rate}];
        for (const uint32_t end : shares.Links()[link].ends)
        {
            ++ports[end];
        }
    }
    for (const auto& [key, links] : groups)
    {
        const auto [high, low, rate] = key;
        cost.links.push_back({NameOfLinks(low, high), rate, links});
    }
    // Nodes begin with the NICs, which have ports too and are no switches.
    cost.radix = *std::max_element(ports.begin() + topology.Spec().nics, ports.end());
}

} // namespace

uint64_t
FabricCost::Switches() const
{
    uint64_t sum = 0;
    for (const uint64_t tier : switches)
    {
        sum += tier;
    }
    return sum;
}

uint64_t
FabricCost::Links() const
{
    uint64_t sum = 0;
    for (const LinkGroup& group : links)
    {
        sum += group.links;
    }
    return sum;
}

uint64_t
FabricCost::Optics(uint64_t moduleRate) const
{
    uint64_t sum = 0;
    for (const LinkGroup& group : links)
    {
        sum += OpticsOf(group.links, group.rate, moduleRate);
    }
    return sum;
}

double
FabricCost::Watts(const DeviceFigures& figures) const
{
    return figures.Watts(Switches(), Optics(figures.opticRate));
}

double
FabricCost::Price(const DeviceFigures& figures) const
{
    return figures.Price(Switches(), Optics(figures.opticRate), Links());
}

FabricCost
CostOf(const Topology& topology, uint32_t nicsPerServer)
{
    FabricCost cost;
    cost.nics = topology.Spec().nics;
    cost.planes = topology.Spec().planes;
    PathShares shares(topology);
    CountSwitches(topology, shares, cost);
    CountLinks(topology, shares, cost);
    cost.losses = FindLosses(topology, nicsPerServer, shares);
    return cost;
}

} // namespace mrc
} // namespace ns3
