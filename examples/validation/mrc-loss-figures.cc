/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loss-figures.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the sum of one counter over all queue pairs */
double
Sum(const StreamRecord& record, StepRange steps, uint64_t StreamReading::*count)
{
    uint64_t sum = 0;
    for (std::size_t i = 0; i < record.QueuePairs(); ++i)
    {
        sum += record.During(i, steps).*count;
    }
    return static_cast<double>(sum);
}

} // namespace

Figure
MostLosses(StepRange steps)
{
    return [=](const Measured& measured) {
        uint64_t most = 0;
        for (std::size_t i = 0; i < measured.record.QueuePairs(); ++i)
        {
            most = std::max(most, measured.record.During(i, steps).lost);
        }
        return static_cast<double>(most);
    };
}

Figure
PacketsTrimmed(StepRange steps)
{
    return [=](const Measured& m) { return Sum(m.record, steps, &StreamReading::trimmed); };
}

Figure
EvsRetired(StepRange steps)
{
    return [=](const Measured& m) { return Sum(m.record, steps, &StreamReading::retired); };
}

Figure
GapRecovery(double share)
{
    return [=](const Measured& measured) {
        Distribution times = measured.gaps;
        return times.Quantile(share);
    };
}

Figure
TimeoutRecoveries()
{
    return [](const Measured& measured) { return static_cast<double>(measured.timeouts.Count()); };
}

} // namespace mrc
} // namespace ns3
