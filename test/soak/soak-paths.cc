/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-paths.h"

#include <algorithm>
#include <map>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/** The directed ports that a pair may cross in a plane, and what they can do in an epoch. */
class PlaneView
{
  public:
    PlaneView(const Topology& topology, const LinkEpoch& epoch, PlaneId plane)
        : m_topology(topology),
          m_epoch(epoch),
          m_plane(plane)
    {
    }

    /** @return port from a NIC to its T0 */
    uint32_t Up(uint32_t nic) const
    {
        return m_topology.NicPort(nic, m_plane);
    }

    /** @return port from the T0 to a NIC */
    uint32_t Down(uint32_t nic) const
    {
        return m_topology.Peer(Up(nic));
    }

    /** @return port from the T0 of a NIC to a T1 */
    uint32_t Rise(uint32_t nic, uint32_t t1) const
    {
        return m_topology.PortAt({PortKind::T0_UP, m_plane, m_topology.T0Of(nic), t1});
    }

    /** @return port from a T1 to the T0 of a NIC */
    uint32_t Fall(uint32_t nic, uint32_t t1) const
    {
        return m_topology.Peer(Rise(nic, t1));
    }

    bool IsLocal(uint32_t from, uint32_t to) const
    {
        return m_topology.T0Of(from) == m_topology.T0Of(to);
    }

    /** @return the ports of a path; of a local one the uplink does not matter */
    std::vector<uint32_t> Path(uint32_t from, uint32_t to, uint32_t t1) const
    {
        if (IsLocal(from, to))
        {
            return {Up(from), Down(to)};
        }
        return {Up(from), Rise(from, t1), Fall(to, t1), Down(to)};
    }

    bool Alive(const std::vector<uint32_t>& path) const
    {
        return std::all_of(path.begin(), path.end(), [this](uint32_t port) {
            return m_epoch.links[port].Alive();
        });
    }

    double Loss(const std::vector<uint32_t>& path) const
    {
        double passed = 1;
        for (const uint32_t port : path)
        {
            passed *= 1 - m_epoch.links[port].loss;
        }
        return 1 - passed;
    }

    /** @return bytes per second of a port for one flow */
    double Share(const FairShares& shares, uint32_t port) const
    {
        return shares.Of(port) * m_epoch.links[port].share;
    }

  private:
    const Topology& m_topology;
    const LinkEpoch& m_epoch;
    PlaneId m_plane;
};

/** What a plane does for a pair in an epoch. */
struct PlaneLife
{
    bool there{false};
    bool back{false};
    double rate{0};
    double loss{0};
};

uint32_t
WaysOf(const Topology& topology)
{
    return std::max(1U, topology.Spec().t1Count);
}

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

PlaneLife
LifeIn(const Topology& topology,
       const PlaneView& view,
       const FairShares& shares,
       const PairDeal& pair,
       const PlaneDeal& deal)
{
    PlaneLife life = WayThere(view, shares, pair, deal);
    for (uint32_t t1 = 0; t1 < WaysOf(topology); ++t1)
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

/** @return what a pair can do in an epoch */
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
        const PlaneLife life = LifeIn(topology, view, shares, pair, pair.planes[plane]);
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

/** Marks what of the stretches lies in a blackout, cutting them where it begins or ends. */
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

FairShares::FairShares(const Topology& topology, const std::vector<Transfer>& transfers)
{
    std::vector<uint32_t> from(topology.Spec().nics);
    std::vector<uint32_t> to(topology.Spec().nics);
    std::vector<uint32_t> leave(topology.T0sPerPlane());
    std::vector<uint32_t> reach(topology.T0sPerPlane());
    for (const Transfer& transfer : transfers)
    {
        const uint32_t source = topology.T0Of(transfer.source);
        const uint32_t destination = topology.T0Of(transfer.destination);
        ++from[transfer.source];
        ++to[transfer.destination];
        leave[source] += source != destination;
        reach[destination] += source != destination;
    }
    m_shares.resize(topology.PortCount());
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const PortPlace place = topology.PortPlaceOf(port);
        const uint32_t nic = place.owner * topology.Spec().nicsPerT0 + place.link;
        const uint32_t flows = place.kind == PortKind::NIC       ? from[place.owner]
                               : place.kind == PortKind::T0_DOWN ? to[nic]
                               : place.kind == PortKind::T0_UP   ? leave[place.owner]
                                                                 : reach[place.link];
        m_shares[port] = static_cast<double>(topology.RateOf(port)) / 8 / std::max(1U, flows);
    }
}

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

PairDeal
DealOf(const Topology& topology,
       const std::vector<PathStatus>& list,
       uint32_t active,
       const Transfer& transfer)
{
    const uint32_t planes = topology.Spec().planes;
    PairDeal deal;
    deal.source = transfer.source;
    deal.destination = transfer.destination;
    deal.planes.resize(planes);
    for (const PathStatus& path : list)
    {
        deal.planes[path.ev.Plane()].uplinks.push_back(path.ev.Uplink() % WaysOf(topology));
    }
    for (PlaneDeal& plane : deal.planes)
    {
        plane.active =
            std::min<uint32_t>((active + planes - 1) / planes, plane.uplinks.size()); // rounded up
    }
    return deal;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
