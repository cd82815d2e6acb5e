/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DISTRIBUTION_H
#define MRC_DISTRIBUTION_H

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The exact quantiles of a set of numbers, all of which it keeps.
 */
class Distribution
{
  public:
    /** Adds a number. */
    void Add(double value)
    {
        m_values.push_back(value);
    }

    /** @return how many numbers there are */
    std::size_t Count() const
    {
        return m_values.size();
    }

    /**
     * Finds a quantile by nearest rank, so that it is one of the numbers.
     *
     * @param share 0 .. 1; 0.5 is the median, 1 the greatest
     * @return the least number such that at least this share of all is not greater; NaN if there
     *         are none
     */
    double Quantile(double share);

  private:
    std::vector<double> m_values; //!< in any order
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DISTRIBUTION_H */
