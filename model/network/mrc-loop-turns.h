/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOOP_TURNS_H
#define MRC_LOOP_TURNS_H

#include "mrc-loop-agent.h"

#include "ns3/mrc-carrier-template.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which NIC has a loop over which link in a round [loop-probes]?
 *
 * Each NIC has one to its T0 in each plane. Every link between switches has loops of some NICs, the
 * sharers, which take turns. So a round takes as many steps as loops: those of the NICs' own links,
 * and the sharers of each other link.
 */
class LoopTurns
{
  public:
    virtual ~LoopTurns() = default;

    /**
     * Gives agents their loops.
     *
     * @param round the number of the round, which begins
     * @param[out] agents those of all NICs
     */
    virtual void Deal(uint32_t round, std::vector<LoopAgent>& agents) const = 0;

    /**
     * @param nic one that has a loop
     * @param link the loop's
     * @return the ways of the NIC's loops over such links, by numbers of EVs
     */
    virtual CarrierTemplate WaysOf(uint32_t nic, const LoopLink& link) const = 0;

    /**
     * @param config carriers and trailers of the fabric
     * @return how long the longest of all loops is under way, without queues
     */
    virtual Span LongestTrip(const FabricConfig& config) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOOP_TURNS_H */
