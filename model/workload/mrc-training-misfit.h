/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_MISFIT_H
#define MRC_TRAINING_MISFIT_H

#include "mrc-training-job.h"

#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/** Values of a job that do not fit together. */
struct TrainingMisfit
{
    std::string key;     //!< where the misfit shows
    std::string message; //!< what is wrong, and what was expected
};

/**
 * @param job with values in their ranges
 * @return the first parts that do not fit together; none if all do
 */
std::optional<TrainingMisfit> MisfitOf(const TrainingJob& job);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_MISFIT_H */
