/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_SCENARIOS_H
#define MRC_SOAK_SCENARIOS_H

#include "soak-case.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/**
 * Cases that were chosen by hand: flows that once did not end, or late.
 *
 * `uplinks-N-...`: N of 8 uplinks die at 100 us and a flow of 20 MB ends within 2 x bytes / R +
 * 3 ms. `perm32-...`: a permutation of 32 NICs, with T1s or T0s that die as in runs of mrc-fabric
 * that used to stall.
 *
 * @param data folder of examples/data
 */
std::vector<SoakCase> FixedCases(const std::string& data);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_SCENARIOS_H */
