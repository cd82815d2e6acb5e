/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COMPARISON_H
#define MRC_COMPARISON_H

#include <cstdint>
#include <limits>
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

/** Stands for a number that there is not. */
constexpr double NOTHING = std::numeric_limits<double>::quiet_NaN();

/** What a source reports of a figure. */
struct Published
{
    double value{NOTHING};
    const char* source{""};   //!< where it stands, without commas
    Bound bound{Bound::NONE}; //!< when a measured figure agrees with it; NONE: it is only shown
    double error{0};          //!< percent by which it may be misread
};

/** What a measured figure is compared with [two-verdicts]. */
struct Expectation
{
    std::string target; //!< name of the experiment
    std::string figure; //!< what was measured
    std::string unit;
    Published published;
    double expected;  //!< what this model should give for it, at least 0, or NOTHING
    double tolerance; //!< percent, of what is expected and of what is published
    Bound bound;
    std::string note{}; //!< what a verdict does not say, such as that it follows from an input;
                        //!< without commas

    /** @return how far a figure lies from what is expected, percent; of 0: 0 or infinite; of
     *          NOTHING: NOTHING */
    double Difference(double ours) const;

    /** @return whether a figure is as expected */
    bool Holds(double ours) const;

    /** @return whether a figure is as published, by the tolerance and the error of the reading */
    bool Agrees(double ours) const;
};

/** What came out. */
struct Outcome
{
    double ours;
    uint32_t runs{1};            //!< taken from so many, the noted one and those after it
    double fixedWindow{NOTHING}; //!< what came out with a fixed window of the same size
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
     * Prints one row. A row that a fixed window passes too says so.
     *
     * @param expectation what was expected
     * @param outcome what came out
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
