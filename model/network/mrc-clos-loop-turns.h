/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CLOS_LOOP_TURNS_H
#define MRC_CLOS_LOOP_TURNS_H

#include "mrc-loop-turns.h"
#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The turns of NICs in a multi-plane fat tree, by arithmetic [loop-probes].
 *
 * A T0's uplinks are shared out among the NICs there, and uplinks of a pod's T1s among the NICs of
 * the pod. The NICs move on by one each round, so that each meets every link.
 */
class ClosLoopTurns : public LoopTurns
{
  public:
    /**
     * @param topology no graph; must outlive this
     * @param routing of the topology; must outlive this
     * @param sharers NICs that have a loop over each uplink in each round, at least 1
     * @throws std::invalid_argument as LoopAgent::Check
     */
    ClosLoopTurns(const Topology& topology, const SourceRouting& routing, uint32_t sharers);

    void Deal(uint32_t round, std::vector<LoopAgent>& agents) const override;

    CarrierTemplate WaysOf(uint32_t nic, const LoopLink& link) const override;

    Span LongestTrip(const FabricConfig& config) const override;

  private:
    /** Links that some NICs share, and the place of one of these NICs. */
    struct Share
    {
        uint32_t links; //!< that are shared
        uint32_t nics;  //!< that share them
        uint32_t place; //!< of the NIC among these
    };

    Share UplinksOf(uint32_t nic) const;
    Share PodLinksOf(uint32_t nic) const;
    uint64_t MostTurns(const Share& share) const;
    template <class Visit>
    void ForTurns(const Share& share, uint32_t round, Visit visit) const;
    void DealTo(uint32_t nic, uint32_t round, LoopAgent& agent) const;
    Span LongestAbove(PortPlace place,
                      uint32_t links,
                      const std::vector<Span>& higher,
                      uint32_t bytes) const;

    const Topology& m_topology;
    const SourceRouting& m_routing;
    uint32_t m_sharers; //!< at most that many
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CLOS_LOOP_TURNS_H */
