/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-tick.h"

#include "ns3/fatal-error.h"

#include <limits>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr int64_t MAX = std::numeric_limits<int64_t>::max();
constexpr int64_t FS_PER_PS = 1000;

/** @return the picoseconds in a tick; 0 for FS: that tick is shorter than a picosecond */
int64_t
PsPerTick()
{
    switch (Time::GetResolution())
    {
    case Time::S:
        return 1000000000000;
    case Time::MS:
        return 1000000000;
    case Time::US:
        return 1000000;
    case Time::NS:
        return 1000;
    case Time::PS:
        return 1;
    case Time::FS:
        return 0;
    default:
        NS_FATAL_ERROR("mrc: supports an ns-3 time resolution of S, MS, US, NS, PS or FS only");
    }
    return 0;
}

/** @return a * b within the range of int64_t; b is positive */
int64_t
Times(int64_t a, int64_t b)
{
    int64_t product;
    if (!__builtin_mul_overflow(a, b, &product))
    {
        return product;
    }
    // "Never" and times beyond the range stay the farthest instant there is.
    return a > 0 ? MAX : std::numeric_limits<int64_t>::min();
}

/** @return a / b rounded down; b is positive */
int64_t
Floor(int64_t a, int64_t b)
{
    // C++ rounds towards zero, which for negative lengths is up.
    return a / b - (a % b < 0 ? 1 : 0);
}

/** @return ticks that ps picoseconds hold, rounded down */
int64_t
ToTicks(int64_t ps)
{
    const int64_t unit = PsPerTick();
    return unit == 0 ? Times(ps, FS_PER_PS) : Floor(ps, unit);
}

/** @return picoseconds of that many ticks, rounded up */
int64_t
ToPs(int64_t ticks)
{
    const int64_t unit = PsPerTick();
    return unit == 0 ? -Floor(-ticks, FS_PER_PS) : Times(ticks, unit);
}

} // namespace

int64_t
TickOf(Instant at)
{
    return ToTicks(at.Ps());
}

Instant
StartOfTick(int64_t tick)
{
    return Instant(ToPs(tick));
}

Time
ToTime(Instant at)
{
    return TimeStep(static_cast<uint64_t>(ToTicks(at.Ps())));
}

Time
ToTime(Span length)
{
    return TimeStep(static_cast<uint64_t>(ToTicks(length.Ps())));
}

Instant
ToInstant(const Time& t)
{
    return Instant(ToPs(t.GetTimeStep()));
}

Span
ToSpan(const Time& t)
{
    return Span(ToPs(t.GetTimeStep()));
}

} // namespace mrc
} // namespace ns3
