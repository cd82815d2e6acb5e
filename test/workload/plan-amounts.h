/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_PLAN_AMOUNTS_H
#define MRC_TEST_PLAN_AMOUNTS_H

#include "ns3/mrc-training-plan.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return bytes, or ns of work, of each part of a plan */
inline std::map<TrainingPart, uint64_t>
AmountsOf(const TrainingPlan& plan)
{
    std::map<TrainingPart, uint64_t> amounts;
    for (std::size_t i = 0; i < plan.operations.size(); ++i)
    {
        amounts[plan.operations[i].part] += plan.matrix.transfers[i].bytes;
    }
    return amounts;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_PLAN_AMOUNTS_H */
