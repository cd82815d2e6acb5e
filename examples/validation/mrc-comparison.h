/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COMPARISON_H
#define MRC_COMPARISON_H

#include "mrc-expectation.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** The measured values. */
struct Outcome
{
    double ours;
    uint32_t runs{1};            //!< taken from so many, the noted one and those after it
    double fixedWindow{NOTHING}; //!< the value with a fixed window of the same size
};

/** Prints measured figures beside those that they are compared with, and the seed and run. */
class ComparisonTable
{
  public:
    /** The style of the output. */
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
     * Prints one row. A row that a fixed window passes too says so.
     *
     * @param expectation the expected values
     * @param outcome the measured values
     */
    void Add(const Expectation& expectation, const Outcome& outcome);

    /** @return rows so far that were not as expected */
    uint32_t Misses() const
    {
        return m_misses;
    }

  private:
    template <typename Cell>
    void Print(const Cell& cell, int width);
    void PrintNumber(double number);
    void PrintLast(const std::string& text);

    std::ostream& m_out;
    Style m_style;
    uint64_t m_seed;
    uint64_t m_run;
    uint32_t m_misses{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_COMPARISON_H */
