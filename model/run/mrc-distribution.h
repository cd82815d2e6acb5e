/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DISTRIBUTION_H
#define MRC_DISTRIBUTION_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The quantiles of a set of numbers, in memory that does not grow with their count.
 *
 * Quantiles are exact while at most 65,536 different numbers came. Of more, all but the greatest
 * are rounded to nearest at one part in 16,384.
 */
class Distribution
{
  public:
    /** A number, and how often the number was added. */
    struct Bin
    {
        double value;   //!< that was added
        uint64_t count; //!< how often
    };

    /** All that a distribution knows, as another one takes it over. */
    struct Contents
    {
        std::vector<Bin> bins; //!< by value
        double greatest{0};    //!< of the numbers, if there are any
        bool rounds{false};    //!< too many were different
    };

    /**
     * Adds a number.
     *
     * @param value the number
     */
    void Add(double value)
    {
        m_values.push_back(value);
        if (m_values.size() == MOST)
        {
            Fold();
        }
    }

    /** @return how many numbers there are */
    std::size_t Count() const
    {
        return m_values.size() + m_folded;
    }

    /**
     * Finds a quantile by nearest rank, so that the quantile is one of the numbers.
     *
     * @param share 0 .. 1; 0.5 is the median, 1 the greatest
     * @return the least number such that at least this share of all is not greater; NaN if there
     *         are none
     */
    double Quantile(double share);

    /** @return the numbers that came so far */
    Contents Tell();

    /**
     * Adds the numbers of another distribution. Quantiles are those of one that all numbers came
     * to.
     *
     * @param others what that one tells
     */
    void Join(const Contents& others);

  private:
    /** Numbers that are kept one by one, and different ones that are told apart. */
    static constexpr std::size_t MOST = 65536;

    void Fold();
    void Merge(const std::vector<Bin>& bins);
    void Round();
    void Append(const Bin& bin);
    double OfRank(std::size_t rank);

    std::vector<double> m_values; //!< in any order, below MOST
    std::vector<Bin> m_bins;      //!< the others, by value
    std::size_t m_folded{0};      //!< how many these are
    double m_greatest{0};         //!< of them
    bool m_rounds{false};         //!< too many were different
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DISTRIBUTION_H */
