/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stream-series.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double GIGABIT = 1e9;
constexpr double US_PER_MS = 1e3;

} // namespace

void
WriteSeriesHead(std::ostream& out)
{
    out << "target,end_ms,goodput_gbps,lost_packets\n";
}

void
WriteSeries(std::ostream& out, const std::string& target, const StreamRecord& record)
{
    const double length = static_cast<double>(record.Step().GetMicroSeconds()) / US_PER_MS;
    for (uint32_t step = 0; step < record.Steps(); ++step)
    {
        uint64_t lost = 0;
        for (std::size_t i = 0; i < record.QueuePairs(); ++i)
        {
            lost += record.During(i, {step, 1}).lost;
        }
        out << target << ',' << (step + 1) * length << ',' << record.BitRate({step, 1}) / GIGABIT
            << ',' << lost << '\n';
    }
}

} // namespace mrc
} // namespace ns3
