/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-time-option.h"

#include <string>

namespace ns3
{
namespace mrc
{

std::istream&
operator>>(std::istream& in, TimeOption& option)
{
    struct Row
    {
        const char* name;
        Time::Unit unit;
    };

    static constexpr Row ROWS[] = {
        {"s", Time::S},
        {"ms", Time::MS},
        {"us", Time::US},
        {"ns", Time::NS},
        {"ps", Time::PS},
    };
    constexpr double LONGEST_SECONDS = 1e9; // fits in ns-3's 64 bits of nanoseconds
    double number = 0;
    std::string unit;
    in >> number;
    if (in.eof() && !in.fail() && number == 0)
    {
        option.value = Time(0);
        return in;
    }
    in >> unit;
    for (const Row& row : ROWS)
    {
        if (unit == row.name && number >= 0 && number <= LONGEST_SECONDS)
        {
            option.value = Time::FromDouble(number, row.unit);
            return in;
        }
    }
    in.setstate(std::ios::failbit);
    return in;
}

std::ostream&
operator<<(std::ostream& out, const TimeOption& option)
{
    return out << option.value.GetSeconds() << "s";
}

} // namespace mrc
} // namespace ns3
