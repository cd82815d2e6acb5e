/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_BOUND_H
#define MRC_SOAK_BOUND_H

#include "soak-case.h"
#include "soak-paths.h"

#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/**
 * Until when must a flow be complete?
 *
 * After factor x bytes / R, and `event` for each fault event that touches the pair, and `base`. R
 * and the factor are those of the time that passes. The factor is the allowance's up to 1 % of
 * loss, twice that up to 5 % and 20/3 of that beyond. With more than 10 % the flow has a second at
 * least, and that holds all other terms.
 *
 * - Changes of several links at one instant are one event. Those of the last 5 ms before the start
 *   count. So does, once, each disorder of before that still lasts: a queue pair has to learn of
 *   it.
 * - Spans without a live path, blackouts too, pass uncounted, and `event` is added when one ends.
 *
 * @param stretches as StretchesOf has them
 * @param start when the flow was posted
 * @param bytes length of the flow
 * @param allowance the terms
 * @return Never if there is no live path for good before that
 */
Instant DeadlineOf(const std::vector<Stretch>& stretches,
                   Instant start,
                   uint64_t bytes,
                   const Allowance& allowance);

/** @return whether the pair was without a live path at some time between the two */
bool WasCutOff(const std::vector<Stretch>& stretches, Instant from, Instant until);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_BOUND_H */
