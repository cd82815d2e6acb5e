/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-mean-interval.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace ns3
{
namespace mrc
{

MeanInterval
MeanOf(const std::vector<double>& values)
{
    const auto count = static_cast<double>(values.size());
    MeanInterval interval;
    interval.mean = std::accumulate(values.begin(), values.end(), 0.) / count;
    if (values.size() < 2)
    {
        return interval;
    }
    double squares = 0;
    for (const double value : values)
    {
        squares += (value - interval.mean) * (value - interval.mean);
    }
    const boost::math::students_t law(count - 1);
    constexpr double ONE_SIDE = 0.975; // of 95 %
    interval.halfWidth =
        boost::math::quantile(law, ONE_SIDE) * std::sqrt(squares / (count - 1) / count);
    return interval;
}

} // namespace mrc
} // namespace ns3
