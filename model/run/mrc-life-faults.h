/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LIFE_FAULTS_H
#define MRC_LIFE_FAULTS_H

#include "ns3/mrc-job-life.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Draws the faults of a job's life from random variables of ns-3 [life-faults]. Jobs with equal
 * kinds of faults have the same ones at the same times with a seed.
 *
 * @param life of the job, with at most 10^7 faults in the mean
 * @param seed from 0, which of many lives
 * @return the drawn and the given faults, by time
 * @throws std::invalid_argument if there would be more faults
 */
std::vector<LifeFault> DrawFaults(const JobLife& life, uint32_t seed);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LIFE_FAULTS_H */
