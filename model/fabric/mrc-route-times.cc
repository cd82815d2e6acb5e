/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-route-times.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

RouteTimes::RouteTimes(Convergence preset, uint32_t entries, KeyedDraws draws)
    : m_ranges(RangesOf(preset, std::max(entries, 1U))),
      m_draws(draws)
{
}

std::array<RouteTimes::Range, ROUTE_STEPS>
RouteTimes::RangesOf(Convergence preset, uint32_t entries)
{
    switch (preset)
    {
    case CONVERGENCE_BGP_FAST:
        // RFC 4271 sec. 4.2 and 10: a hold time of at least 3 s, with keepalives each third of
        // that. So the latest keepalive came up to 1 s before the fault. The other steps are ours.
        return {{{Micros(2000000), Micros(3000000)},
                 {Span(), Micros(10000)},
                 {Micros(10000), Micros(50000)},
                 {Micros(100), Micros(100)}}};
    case CONVERGENCE_BGP:
        // RFC 4271 sec. 10: hold time 90 s, keepalives each 30 s, 30 s between advertisements to a
        // neighbour. The other steps are ours.
        return {{{Micros(60000000), Micros(90000000)},
                 {Span(), Micros(30000000)},
                 {Micros(10000), Micros(50000)},
                 {Micros(100), Micros(100)}}};
    case CONVERGENCE_1MS:
    case CONVERGENCE_10MS:
    case CONVERGENCE_100MS:
    case CONVERGENCE_300MS:
        break;
    default:
        return {};
    }
    const int64_t milliseconds = preset == CONVERGENCE_1MS     ? 1
                                 : preset == CONVERGENCE_10MS  ? 10
                                 : preset == CONVERGENCE_100MS ? 100
                                                               : 300;
    const Span all = Micros(1000) * milliseconds;
    // The shares are ours: with news that take four hops all is done after the whole at the latest.
    return {{{all * 2 / 5, all / 2},
             {Span(), all / 40},
             {all / 5, all / 4},
             {Span(), all * 3 / 20 / entries}}};
}

void
RouteTimes::Replace(const Given& given)
{
    m_given = given;
}

Span
RouteTimes::Of(RouteStep step)
{
    if (m_given[step])
    {
        return m_given[step]();
    }
    const Range& range = m_ranges[step];
    const auto width = static_cast<uint64_t>((range.most - range.least).Ps());
    if (width == 0)
    {
        return range.least;
    }
    // Up to a whole width of 2^42 ps the remainder favours no value by more than one in 4 million.
    return range.least + Span(static_cast<int64_t>(m_draws.Bits(m_count++) % (width + 1)));
}

} // namespace mrc
} // namespace ns3
