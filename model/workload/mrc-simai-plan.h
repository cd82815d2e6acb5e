/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SIMAI_PLAN_H
#define MRC_SIMAI_PLAN_H

#include "mrc-simai-workload.h"
#include "mrc-training-plan.h"

namespace ns3
{
namespace mrc
{

/** @param workload which @return how many operations its step has, with those of GPUs */
double SimaiOperations(const SimaiWorkload& workload);

/**
 * Counts signals of exchanges, reduce-scatters and all-gathers [own-part], and of handovers between
 * stages. Left out are at most two of each rank, and three of each of its passes that begins with
 * such an operation behind a message.
 *
 * @param workload which
 * @return how many signals the plan of its step has at least, behind the operations
 */
double SimaiSignals(const SimaiWorkload& workload);

/**
 * @param workload with rows and groups that fit together
 * @return the one step of the workload [simai-step]
 * @throws std::invalid_argument if the step has more than 10^7 operations and signals
 */
TrainingPlan PlanSimai(const SimaiWorkload& workload);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIMAI_PLAN_H */
