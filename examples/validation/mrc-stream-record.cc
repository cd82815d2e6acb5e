/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stream-record.h"

namespace ns3
{
namespace mrc
{

void
StreamRecord::Add(const std::vector<StreamReading>& readings)
{
    m_readings.push_back(readings);
}

double
StreamRecord::BitRate(std::size_t i, StepRange range) const
{
    return During(i, range).placed * 8 / (m_step.GetSeconds() * range.count);
}

double
StreamRecord::BitRate(StepRange range) const
{
    double sum = 0;
    for (std::size_t i = 0; i < QueuePairs(); ++i)
    {
        sum += BitRate(i, range);
    }
    return sum;
}

StreamReading
StreamRecord::During(std::size_t i, StepRange range) const
{
    const StreamReading& before = m_readings.at(range.first).at(i);
    const StreamReading& after = m_readings.at(std::size_t{range.first} + range.count).at(i);
    return {after.placed - before.placed,
            after.lost - before.lost,
            after.retired - before.retired,
            after.trimmed - before.trimmed};
}

} // namespace mrc
} // namespace ns3
