/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EXPECTATION_H
#define MRC_EXPECTATION_H

#include <cstdint>
#include <limits>
#include <string>

namespace ns3
{
namespace mrc
{

/** When a measured figure is good enough. */
enum class Bound : uint8_t
{
    WITHIN,   //!< at most the tolerance above or below the expected value
    AT_LEAST, //!< at most the tolerance below
    AT_MOST,  //!< at most the tolerance above
    NONE,     //!< any value: reported only
};

/** Stands for a number that there is not. */
constexpr double NOTHING = std::numeric_limits<double>::quiet_NaN();

/** A source's report of a figure. */
struct Published
{
    double value{NOTHING};
    const char* source{""};   //!< place in the source, without commas
    Bound bound{Bound::NONE}; //!< when a measured figure agrees; NONE: only shown
    double error{0};          //!< percent by which the figure may be misread
};

/** The values that a measured figure is compared with [two-verdicts]. */
struct Expectation
{
    std::string target; //!< name of the experiment
    std::string figure; //!< the name of the figure
    std::string unit;
    Published published;
    double expected;  //!< the value that this model should give, at least 0, or NOTHING
    double tolerance; //!< percent, of the expected and of the published value
    Bound bound;
    std::string note{}; //!< a note beside the verdict, such as that the figure follows from an
                        //!< input; without commas

    /**
     * @return how far a figure lies from the expected value, percent; of 0: 0 or infinite; of
     *          NOTHING: NOTHING
     */
    double Difference(double ours) const;

    /** @return whether a figure is as expected */
    bool Holds(double ours) const;

    /** @return whether a figure is as published, by the tolerance and the error of the reading */
    bool Agrees(double ours) const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EXPECTATION_H */
