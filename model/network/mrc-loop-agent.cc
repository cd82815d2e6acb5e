/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loop-agent.h"

#include "mrc-node-ports.h"
#include "mrc-topology-tiers.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

LoopAgent::Seat
LoopAgent::SeatOf(const Topology& topology, uint32_t nic, PlaneId plane)
{
    const TopologySpec& spec = topology.Spec();
    if (!spec.graph)
    {
        const uint32_t t0 = topology.Tiers().T0Of(nic);
        return {t0,
                nic % spec.nicsPerT0,
                topology.Tiers().DownlinksOfT0(t0),
                spec.t1Count == 0 ? 0 : spec.T0Uplinks()};
    }
    const uint32_t down = topology.Peer(topology.NicPort(nic, plane));
    const PortPlace place = topology.PortPlaceOf(down);
    Seat seat{place.owner, place.link, 0, 0};
    for (const uint32_t port : PortsOf(topology, topology.NodeOf(down)))
    {
        ++(topology.PortPlaceOf(port).kind == PortKind::T0_DOWN ? seat.nics : seat.uplinks);
    }
    return seat;
}

/**
 * NICs of one place in their T0s follow each other. So those that share a link in a round are below
 * different T0s: a judge needs witnesses of two. The last T0 of a pod may be filled in part.
 *
 * @return the NIC's place among those of its pod
 */
uint32_t
LoopAgent::PlaceInPod(uint32_t nic, uint32_t nicsPerT0, uint32_t nics)
{
    const uint32_t place = nic % nicsPerT0;
    const uint32_t full = nics / nicsPerT0; // T0s
    return place * full + std::min(place, nics % nicsPerT0) + nic / nicsPerT0;
}

LoopAgent::PodSeat
LoopAgent::PodSeatOf(const Topology& topology, uint32_t nic)
{
    const TopologySpec& spec = topology.Spec();
    if (spec.graph || !spec.HasPods())
    {
        return {};
    }
    const uint32_t nicsPerPod = spec.nicsPerT0 * spec.t0sPerPod;
    const uint32_t pod = nic / nicsPerPod;
    // The last pod may be filled in part.
    const uint32_t nics = std::min(nicsPerPod, spec.nics - pod * nicsPerPod);
    return {pod * spec.t1Count,
            spec.t1Count,
            spec.t1Count * spec.t1Uplinks,
            PlaceInPod(nic % nicsPerPod, spec.nicsPerT0, nics),
            nics};
}

LoopAgent::LoopAgent(const Topology& topology, uint32_t nic, uint32_t sharers)
    : m_nic(nic),
      m_sharers(sharers),
      m_pod(PodSeatOf(topology, nic))
{
    uint64_t most = 0;
    for (uint32_t p = 0; p < topology.Spec().planes; ++p)
    {
        const Seat seat = SeatOf(topology, nic, static_cast<PlaneId>(p));
        m_seats.push_back(seat);
        most += 1 + MostTurns(seat.uplinks, seat.nics) + MostTurns(m_pod.links, m_pod.nics);
    }
    if (most > MOST_LOOPS)
    {
        throw std::invalid_argument("the Clustermapper's agent of NIC " + std::to_string(nic) +
                                    " has " + std::to_string(most) +
                                    " loops in a round; expected at most " +
                                    std::to_string(MOST_LOOPS));
    }
}

/** The round is a part of the id, so that a loop of an earlier round is not taken for one of now.
 */
void
LoopAgent::Add(const LoopLink& link, uint32_t path, const LoopLink& via)
{
    const uint32_t id = (m_round % 16) << 12 | m_loops.size();
    m_loops.push_back({link, static_cast<uint16_t>(id), path, via});
}

/** The NICs at a link move on by one each round: each meets every link. */
bool
LoopAgent::TakesTurn(uint32_t place, uint32_t link, uint32_t nics) const
{
    return (place + link + m_round) % nics < std::min(m_sharers, nics);
}

/** @return at most how many of so many links a NIC takes in a round, beside so many others */
uint64_t
LoopAgent::MostTurns(uint32_t links, uint32_t nics) const
{
    const uint32_t sharers = std::min(m_sharers, nics);
    return uint64_t{links / nics} * sharers + std::min(links % nics, sharers);
}

const std::vector<LoopProbe>&
LoopAgent::Begin()
{
    m_loops.clear();
    for (std::size_t p = 0; p < m_seats.size(); ++p)
    {
        const PlaneId plane = static_cast<PlaneId>(p);
        const Seat& seat = m_seats[p];
        Add({plane, m_nic, LoopLink::NO_UPLINK}, 0);
        for (uint32_t uplink = 0; uplink < seat.uplinks; ++uplink)
        {
            if (TakesTurn(seat.place, uplink, seat.nics))
            {
                Add({plane, seat.t0, uplink}, uplink);
            }
        }
        for (uint32_t path = 0; path < m_pod.links; ++path) // as paths between pods are numbered
        {
            if (TakesTurn(m_pod.place, path, m_pod.nics))
            {
                const uint32_t t1 = path % m_pod.t1s;
                Add({plane, m_pod.firstT1 + t1, path / m_pod.t1s, LoopTier::T1},
                    path,
                    {plane, seat.t0, t1});
            }
        }
    }
    ++m_round;
    m_arrived.assign(m_loops.size(), false);
    return m_loops;
}

void
LoopAgent::Arrived(uint16_t id)
{
    const uint32_t index = id % MOST_LOOPS;
    if (index < m_loops.size() && m_loops[index].id == id)
    {
        m_arrived[index] = true;
    }
}

std::vector<LoopResult>
LoopAgent::End() const
{
    std::vector<LoopResult> results;
    for (std::size_t i = 0; i < m_loops.size(); ++i)
    {
        results.push_back({m_loops[i].link, m_arrived[i], m_loops[i].via});
    }
    return results;
}

} // namespace mrc
} // namespace ns3
