/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_PAIR_H
#define MRC_SOAK_PAIR_H

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-path-state.h"
#include "ns3/mrc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** The EVs of a queue pair in one plane. */
struct PlaneDeal
{
    std::vector<uint32_t> uplinks; //!< that they name, one for each EV, active ones and backups
    uint32_t active{0};            //!< how many of them are in the rotation at a time
};

/** A queue pair that sends, with the EVs that were dealt to the pair. */
struct PairDeal
{
    uint32_t source{0};
    uint32_t destination{0};
    std::vector<PlaneDeal> planes;
    bool isSingle{false}; //!< the pair's selector takes one path at a time
};

/** @return the EVs that were dealt to a queue pair, out of Qp::Paths().List() */
PairDeal DealOf(const Topology& topology,
                const std::vector<PathStatus>& list,
                uint32_t active,
                const Transfer& transfer);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_PAIR_H */
