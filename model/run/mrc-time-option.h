/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TIME_OPTION_H
#define MRC_TIME_OPTION_H

#include "ns3/nstime.h"

#include <istream>
#include <ostream>

namespace ns3
{
namespace mrc
{

/**
 * A length of simulated time as a command-line option: a wrong one is refused like a wrong number.
 *
 * ns3::Time itself ends the program when it reads a text that is no time.
 */
struct TimeOption
{
    Time value; //!< as given

    /** @return the length */
    operator Time() const
    {
        return value;
    }
};

/** Reads a number that is not negative with its unit: s, ms, us, ns or ps; 0 needs no unit. */
std::istream& operator>>(std::istream& in, TimeOption& option);

/** Writes it in the same form. */
std::ostream& operator<<(std::ostream& out, const TimeOption& option);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TIME_OPTION_H */
