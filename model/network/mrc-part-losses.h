/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PART_LOSSES_H
#define MRC_PART_LOSSES_H

#include "mrc-fabric-cost.h"
#include "mrc-path-shares.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Finds the cost of the loss of the worst link between any two tiers, and of the worst switch of
 * each [cost-of-graphs].
 *
 * @param topology the fabric
 * @param nicsPerServer NICs that follow each other are a server's, not 0
 * @param shares of the fabric; spread anew here
 * @return the losses, by tier: links before the switches that they lead up to
 */
std::vector<PartLoss> FindLosses(const Topology& topology,
                                 uint32_t nicsPerServer,
                                 PathShares& shares);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PART_LOSSES_H */
