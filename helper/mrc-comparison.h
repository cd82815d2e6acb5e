/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COMPARISON_H
#define MRC_COMPARISON_H

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** When a measured figure is good enough. */
enum class Bound : uint8_t
{
    WITHIN,   //!< at most the tolerance above or below what is expected
    AT_LEAST, //!< at most the tolerance below
    AT_MOST,  //!< at most the tolerance above
    NONE,     //!< whatever it is: reported only
};

/** What a measured figure is compared with. */
struct Expectation
{
    std::string target; //!< name of the experiment
    std::string figure; //!< what was measured
    std::string unit;
    double published; //!< what the source reports
    double expected;  //!< what this model should give for it, at least 0
    double tolerance; //!< percent of expected
    Bound bound;

    /** @return how far a figure lies from what is expected, percent; of 0: 0 or infinite */
    double Difference(double ours) const;

    /** @return whether a figure is good enough */
    bool Holds(double ours) const;
};

/** Prints measured figures beside those that they are compared with, and the seed and run. */
class ComparisonTable
{
  public:
    /** How it looks. */
    enum class Style : uint8_t
    {
        TABLE, //!< columns for people
        CSV,   //!< comma-separated values
    };

    /**
     * Prints the names of the columns, and takes note of ns-3's seed and run number.
     *
     * @param out where to, for as long as the table is used
     * @param style how
     */
    ComparisonTable(std::ostream& out, Style style);

    /**
     * Prints one row.
     *
     * @param expectation what was expected
     * @param ours what came out
     * @param runs how many runs it was taken from, the noted one and those after it
     */
    void Add(const Expectation& expectation, double ours, uint32_t runs = 1);

    /** @return rows so far that were not good enough */
    uint32_t Misses() const
    {
        return m_misses;
    }

  private:
    template <typename Cell>
    void Print(const Cell& cell, int width);

    std::ostream& m_out;
    Style m_style;
    uint64_t m_seed;
    uint64_t m_run;
    uint32_t m_misses{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_COMPARISON_H */
