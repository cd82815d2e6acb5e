/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_POISSON_FLOWS_H
#define MRC_POISSON_FLOWS_H

#include "mrc-connection-matrix.h"
#include "mrc-size-distribution.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Flows that arrive at random, as many as a load takes [poisson-arrivals]. */
struct PoissonLoad
{
    uint32_t ranks{2};         //!< NICs 0 .. ranks - 1, each of which sends and receives
    double load{0};            //!< of the rate of a NIC, above 0
    uint64_t bitsPerSecond{0}; //!< that a NIC can send over all of the NIC's planes
    Span time;                 //!< flows start before
    KeyedDraws draws;          //!< of times, receivers and sizes
};

/**
 * @param sizes of the flows
 * @param load how many there are
 * @return the transfers by start; each has a queue pair of its own
 * @throws std::invalid_argument if there are fewer than 2 ranks, no flows, or more than 10^7
 */
ConnectionMatrix PoissonFlows(const SizeDistribution& sizes, const PoissonLoad& load);

} // namespace mrc
} // namespace ns3

#endif /* MRC_POISSON_FLOWS_H */
