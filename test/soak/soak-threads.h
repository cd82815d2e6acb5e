/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_THREADS_H
#define MRC_SOAK_THREADS_H

#include "soak-run.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** Whether several threads come to what one thread comes to. */
struct ThreadsVerdict
{
    std::string refusal;    //!< why they may not run the case; empty: they ran it
    std::string difference; //!< what is not the same; empty: nothing
};

/**
 * Runs a case once more, on several threads [several-threads].
 *
 * @param plan the case
 * @param manner of the first run
 * @param one the outcome of that run
 * @param threads how many, at least 2
 */
ThreadsVerdict CompareThreads(const SoakCase& plan,
                              RunManner manner,
                              const CaseOutcome& one,
                              uint32_t threads);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_THREADS_H */
