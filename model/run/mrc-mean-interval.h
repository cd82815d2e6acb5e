/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MEAN_INTERVAL_H
#define MRC_MEAN_INTERVAL_H

#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The mean of independent values, and where the mean of all such values is likely to be. */
struct MeanInterval
{
    double mean{0};                  //!< of the values
    std::optional<double> halfWidth; //!< of the 95 % interval by Student's t; none of one value
};

/** @param values one or more @return their mean and its interval */
MeanInterval MeanOf(const std::vector<double>& values);

} // namespace mrc
} // namespace ns3

#endif /* MRC_MEAN_INTERVAL_H */
