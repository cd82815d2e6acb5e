/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-expectation.h"

#include <cmath>

namespace ns3
{
namespace mrc
{

namespace
{

/** A number to compare with. */
struct Reference
{
    double value;
    double tolerance; //!< percent of the expected value
    Bound bound;
};

double
PercentBeyond(double ours, double reference)
{
    return ours == reference ? 0 : (ours - reference) / reference * 100;
}

bool
IsGood(double ours, const Reference& reference)
{
    if (reference.bound == Bound::NONE)
    {
        return true;
    }
    const double difference = PercentBeyond(ours, reference.value);
    const bool highEnough = difference >= -reference.tolerance || reference.bound == Bound::AT_MOST;
    const bool lowEnough = difference <= reference.tolerance || reference.bound == Bound::AT_LEAST;
    return highEnough && lowEnough && !std::isnan(difference);
}

} // namespace

double
Expectation::Difference(double ours) const
{
    return PercentBeyond(ours, expected);
}

bool
Expectation::Holds(double ours) const
{
    return IsGood(ours, {expected, tolerance, bound});
}

bool
Expectation::Agrees(double ours) const
{
    return IsGood(ours, {published.value, tolerance + published.error, published.bound});
}

} // namespace mrc
} // namespace ns3
