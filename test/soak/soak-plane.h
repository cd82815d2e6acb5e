/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_PLANE_H
#define MRC_SOAK_PLANE_H

#include "soak-links.h"
#include "soak-pair.h"
#include "soak-shares.h"

#include "ns3/mrc-topology-tiers.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** @return how many ways there are from T0 to T0 in a plane; 1 if there is no T1 */
uint32_t WaysOf(const Topology& topology);

/** The directed ports that a pair may cross in a plane, and their states in an epoch. */
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
        return m_topology.PortAt({PortKind::T0_UP, m_plane, m_topology.Tiers().T0Of(nic), t1});
    }

    /** @return port from a T1 to the T0 of a NIC */
    uint32_t Fall(uint32_t nic, uint32_t t1) const
    {
        return m_topology.Peer(Rise(nic, t1));
    }

    /** @return whether two NICs hang on one T0 */
    bool IsLocal(uint32_t from, uint32_t to) const
    {
        return m_topology.Tiers().T0Of(from) == m_topology.Tiers().T0Of(to);
    }

    /** @return the ports of a path; of a local one the uplink does not matter */
    std::vector<uint32_t> Path(uint32_t from, uint32_t to, uint32_t t1) const;

    /** @return whether all links of a path carry frames */
    bool Alive(const std::vector<uint32_t>& path) const;

    /** @return the probability that a path loses a frame */
    double Loss(const std::vector<uint32_t>& path) const;

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

/** The state of a plane for a pair in an epoch. */
struct PlaneLife
{
    bool there{false}; //!< a way there that was dealt is alive
    bool back{false};  //!< some way back is alive
    double rate{0};    //!< bytes per second for the flow
    double loss{0};    //!< of the worst living path, there or back
};

/**
 * @param ways WaysOf the fabric
 * @param view a plane in an epoch
 * @param shares the part of the plane's links that is a flow's
 * @param pair the queue pair
 * @param deal the pair's EVs in this plane
 */
PlaneLife LifeIn(uint32_t ways,
                 const PlaneView& view,
                 const FairShares& shares,
                 const PairDeal& pair,
                 const PlaneDeal& deal);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_PLANE_H */
