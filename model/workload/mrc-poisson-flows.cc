/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-poisson-flows.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double MOST_FLOWS = 1e7; // as of other workloads

/** @return a draw above 0, at most 1 */
double
UnitDraw(const KeyedDraws& draws, uint64_t n)
{
    constexpr double SCALE = 1. / (1ULL << 53);
    return static_cast<double>((draws.Bits(n) >> 11) + 1) * SCALE;
}

/** Adds the flows of one NIC, with draws of its own: another NIC changes nothing there. */
void
AddFlowsOf(ConnectionMatrix& matrix,
           uint32_t source,
           const SizeDistribution& sizes,
           const PoissonLoad& load)
{
    const KeyedDraws draws = load.draws.Child(source);
    // Bits of a flow take so long at the load.
    const double gap = sizes.Mean() * 8e12 / (load.load * static_cast<double>(load.bitsPerSecond));
    double at = 0;
    for (uint64_t flow = 0;; ++flow)
    {
        // The inverse of the exponential distribution. A draw is never 0, which has no logarithm.
        at -= gap * std::log(UnitDraw(draws, 3 * flow));
        if (at >= static_cast<double>(load.time.Ps()))
        {
            return;
        }
        Transfer transfer;
        transfer.source = source;
        const uint32_t other = draws.Below(load.ranks - 1, 3 * flow + 1);
        // One of the other ranks: the source itself is passed over.
        transfer.destination = other < source ? other : other + 1;
        transfer.bytes = sizes.SizeAt(UnitDraw(draws, 3 * flow + 2));
        transfer.start = Instant() + Span(static_cast<int64_t>(at));
        matrix.transfers.push_back(transfer);
    }
}

} // namespace

ConnectionMatrix
PoissonFlows(const SizeDistribution& sizes, const PoissonLoad& load)
{
    const double seconds = static_cast<double>(load.time.Ps()) * 1e-12;
    const double flows = load.ranks * load.load * static_cast<double>(load.bitsPerSecond) *
                         seconds / (8 * sizes.Mean());
    if (load.ranks < 2 || load.load <= 0 || flows > MOST_FLOWS)
    {
        throw std::invalid_argument("poisson: " + std::to_string(load.ranks) + " ranks with " +
                                    std::to_string(std::llround(std::min(flows, 1e15))) +
                                    " flows; expected 2 or more, and at most 10000000 flows");
    }
    ConnectionMatrix matrix;
    matrix.name = "poisson";
    matrix.nodes = load.ranks;
    for (uint32_t rank = 0; rank < load.ranks; ++rank)
    {
        AddFlowsOf(matrix, rank, sizes, load);
    }
    if (matrix.transfers.empty())
    {
        throw std::invalid_argument("poisson: no flow starts; expected a longer time, or more "
                                    "load");
    }
    // NICs drew one after the other. Equal starts keep the order of NICs, so that a seed gives one
    // list.
    std::stable_sort(matrix.transfers.begin(),
                     matrix.transfers.end(),
                     [](const Transfer& a, const Transfer& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < matrix.transfers.size(); ++i)
    {
        matrix.transfers[i].id = static_cast<uint32_t>(i + 1);
    }
    return matrix;
}

} // namespace mrc
} // namespace ns3
