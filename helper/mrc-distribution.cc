/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace mrc
{

double
Distribution::Quantile(double share)
{
    if (m_values.empty())
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double count = m_values.size();
    // 0.99 * 100 is a little more than 99: the tolerance keeps the rank that was meant
    const auto rank = static_cast<std::size_t>(std::ceil(share * count - 1e-9 * count));
    const std::size_t place = std::clamp<std::size_t>(rank, 1, m_values.size()) - 1;
    const auto found = m_values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(m_values.begin(), found, m_values.end());
    return *found;
}

} // namespace mrc
} // namespace ns3
