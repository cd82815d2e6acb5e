/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-plane.h"

#include <algorithm>
#include <map>

namespace ns3
{
namespace mrc
{
namespace soak
{

uint32_t
WaysOf(const Topology& topology)
{
    return std::max(1U, topology.Spec().t1Count);
}

std::vector<uint32_t>
PlaneView::Path(uint32_t from, uint32_t to, uint32_t t1) const
{
    if (IsLocal(from, to))
    {
        return {Up(from), Down(to)};
    }
    return {Up(from), Rise(from, t1), Fall(to, t1), Down(to)};
}

bool
PlaneView::Alive(const std::vector<uint32_t>& path) const
{
    return std::all_of(path.begin(), path.end(), [this](uint32_t port) {
        return m_epoch.links[port].Alive();
    });
}

double
PlaneView::Loss(const std::vector<uint32_t>& path) const
{
    double passed = 1;
    for (const uint32_t port : path)
    {
        passed *= 1 - m_epoch.links[port].loss;
    }
    return 1 - passed;
}

namespace
{

/** @return the part of a plane's life that is about the way there */
PlaneLife
WayThere(const PlaneView& view,
         const FairShares& shares,
         const PairDeal& pair,
         const PlaneDeal& deal)
{
    PlaneLife life;
    std::map<uint32_t, uint32_t> living; // EVs by uplink
    double slowest = 1e30;
    for (const uint32_t t1 : deal.uplinks)
    {
        const std::vector<uint32_t> path = view.Path(pair.source, pair.destination, t1);
        if (!view.Alive(path))
        {
            continue;
        }
        ++living[t1];
        life.loss = std::max(life.loss, view.Loss(path));
        if (!view.IsLocal(pair.source, pair.destination))
        {
            slowest = std::min({slowest,
                                view.Share(shares, view.Rise(pair.source, t1)),
                                view.Share(shares, view.Fall(pair.destination, t1))});
        }
    }
    uint32_t evs = 0;
    uint32_t fullest = 0;
    for (const auto& [t1, count] : living)
    {
        evs += count;
        fullest = std::max(fullest, count);
    }
    life.there = evs != 0;
    if (life.there)
    {
        const uint32_t seats = pair.isSingle ? 1 : std::min(deal.active, evs);
        life.rate = std::min({slowest * seats / std::min(fullest, seats),
                              view.Share(shares, view.Up(pair.source)),
                              view.Share(shares, view.Down(pair.destination))});
    }
    return life;
}

} // namespace

PlaneLife
LifeIn(uint32_t ways,
       const PlaneView& view,
       const FairShares& shares,
       const PairDeal& pair,
       const PlaneDeal& deal)
{
    PlaneLife life = WayThere(view, shares, pair, deal);
    for (uint32_t t1 = 0; t1 < ways; ++t1)
    {
        const std::vector<uint32_t> path = view.Path(pair.destination, pair.source, t1);
        if (view.Alive(path))
        {
            life.back = true;
            life.loss = std::max(life.loss, view.Loss(path));
        }
    }
    return life;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
