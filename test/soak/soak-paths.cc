/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-paths.h"

#include "soak-plane.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/** @return the stretch of a pair in an epoch */
Stretch
StretchIn(const Topology& topology,
          const LinkEpoch& epoch,
          const FairShares& shares,
          const PairDeal& pair)
{
    Stretch stretch;
    stretch.from = epoch.from;
    stretch.until = epoch.until;
    unsigned live = 0;
    bool there = false;
    bool back = false;
    double worst = 1e30;
    for (uint32_t plane = 0; plane < pair.planes.size(); ++plane)
    {
        const PlaneView view(topology, epoch, static_cast<PlaneId>(plane));
        const PlaneLife life = LifeIn(WaysOf(topology), view, shares, pair, pair.planes[plane]);
        there = there || life.there;
        back = back || life.back;
        if (life.there && life.back)
        {
            ++live;
            worst = std::min(worst, life.rate);
            stretch.loss = std::max(stretch.loss, life.loss);
        }
    }
    stretch.life = live != 0 ? Life::LIVE : there && back ? Life::SPLIT : Life::DEAD;
    stretch.rate = live == 0 ? 0 : worst * (pair.isSingle ? 1 : live);
    return stretch;
}

/** @return all directed ports that a pair may use, there or back */
std::vector<uint32_t>
PortsOf(const Topology& topology, const PairDeal& pair)
{
    std::vector<uint32_t> ports;
    const LinkEpoch none{};
    for (uint32_t plane = 0; plane < pair.planes.size(); ++plane)
    {
        const PlaneView view(topology, none, static_cast<PlaneId>(plane));
        const auto add = [&ports](const std::vector<uint32_t>& path) {
            ports.insert(ports.end(), path.begin(), path.end());
        };
        for (const uint32_t t1 : pair.planes[plane].uplinks)
        {
            add(view.Path(pair.source, pair.destination, t1));
        }
        for (uint32_t t1 = 0; t1 < WaysOf(topology); ++t1)
        {
            add(view.Path(pair.destination, pair.source, t1));
        }
    }
    std::sort(ports.begin(), ports.end());
    ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
    return ports;
}

/** @return whether one of the NICs sees a port go down when this epoch begins */
bool
LosesPort(const Topology& topology,
          const PairDeal& pair,
          const LinkEpoch* before,
          const LinkEpoch& epoch)
{
    for (const uint32_t nic : {pair.source, pair.destination})
    {
        for (uint32_t plane = 0; plane < pair.planes.size(); ++plane)
        {
            const uint32_t up = topology.NicPort(nic, static_cast<PlaneId>(plane));
            for (const uint32_t port : {up, topology.Peer(up)})
            {
                const bool was = before != nullptr && before->links[port].seen;
                if (epoch.links[port].seen && !was)
                {
                    return true;
                }
            }
        }
    }
    return false;
}

/**
 * Marks the parts of stretches that lie in a blackout, cutting them where the blackout begins or
 * ends.
 */
void
BlackOut(std::vector<Stretch>& stretches, Instant from, Instant until)
{
    std::vector<Stretch> cut;
    for (const Stretch& whole : stretches)
    {
        Stretch rest = whole;
        for (const Instant at : {from, until})
        {
            if (rest.from < at && at < rest.until)
            {
                Stretch first = rest;
                first.until = at;
                cut.push_back(first);
                rest.from = at;
                rest.event = false;
            }
        }
        cut.push_back(rest);
    }
    for (Stretch& stretch : cut)
    {
        if (from <= stretch.from && stretch.until <= until && stretch.life == Life::LIVE)
        {
            stretch.life = Life::BLACKOUT;
        }
    }
    stretches = std::move(cut);
}

} // namespace

std::vector<Stretch>
StretchesOf(const Topology& topology,
            const std::vector<LinkEpoch>& epochs,
            const FairShares& shares,
            const PairDeal& pair,
            Span blackout)
{
    const std::vector<uint32_t> ports = PortsOf(topology, pair);
    std::vector<Stretch> stretches;
    std::vector<Instant> blackouts;
    for (size_t i = 0; i < epochs.size(); ++i)
    {
        const LinkEpoch& epoch = epochs[i];
        Stretch stretch = StretchIn(topology, epoch, shares, pair);
        for (const uint32_t port : ports)
        {
            stretch.hurt = stretch.hurt || epoch.links[port] != LinkState();
            stretch.event =
                stretch.event || (i > 0 && epoch.links[port] != epochs[i - 1].links[port]);
        }
        stretches.push_back(stretch);
        const LinkEpoch* before = i == 0 ? nullptr : &epochs[i - 1];
        if (blackout != Span() && LosesPort(topology, pair, before, epoch))
        {
            blackouts.push_back(epoch.from);
        }
    }
    for (const Instant from : blackouts)
    {
        BlackOut(stretches, from, from + blackout);
    }
    return stretches;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
