/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAIR_COMMONS_H
#define MRC_PAIR_COMMONS_H

#include "ns3/mrc-incast-gauge.h"
#include "ns3/mrc-line-blocks.h"
#include "ns3/mrc-probe-budget.h"
#include "ns3/mrc-shared-windows.h"

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which data do queue pairs of one NIC share? Of all NICs of a shard; none sees another's. */
struct PairCommons
{
    /** @param nics how many */
    explicit PairCommons(std::size_t nics)
        : probes(nics),
          gauges(nics)
    {
    }

    LineBlocks blocks;               //!< where connections and their roles are made
    SharedWindows windows;           //!< of a NIC towards each destination
    std::vector<ProbeBudget> probes; //!< by NIC
    std::vector<IncastGauge> gauges; //!< by NIC
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAIR_COMMONS_H */
