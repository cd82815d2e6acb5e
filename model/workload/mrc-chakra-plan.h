/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_PLAN_H
#define MRC_CHAKRA_PLAN_H

#include "mrc-chakra-files.h"
#include "mrc-training-plan.h"

namespace ns3
{
namespace mrc
{

/**
 * Makes one step of a job of traces, all in memory [chakra-step].
 *
 * @param files of the workload
 * @param choices of the user; all sends are taken
 * @return the step; ranks are NICs
 * @throws ChakraError as StreamChakra, which checks the traces first
 * @throws ParseError if there are too many operations for the memory
 * @throws std::invalid_argument as StreamChakra, and if there are too many transfers
 */
TrainingPlan PlanChakra(const ChakraFiles& files, const ChakraChoices& choices);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_PLAN_H */
