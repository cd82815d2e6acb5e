/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TICK_H
#define MRC_TICK_H

#include "ns3/mrc-instant.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/*
 * Conversions between the model's picoseconds and ns-3's time; the unit of the latter, the tick, is
 * ns-3's resolution. The resolution is read at every call and never changed; S, MS, US, NS, PS and
 * FS are supported, any other is a fatal error. Values that do not fit become the largest that
 * does.
 */

/** @return the tick that an instant lies in: the last that does not begin after the instant */
int64_t TickOf(Instant at);

/** @return the first instant that does not lie before the beginning of a tick */
Instant StartOfTick(int64_t tick);

/** @return the time as ns-3 sees it: rounded down to a whole tick */
Time ToTime(Instant at);

/** @return the length rounded down to whole ticks */
Time ToTime(Span length);

/** @return the first instant that is not before t; the very t unless the resolution is FS */
Instant ToInstant(const Time& t);

/** @return the shortest length that is not below t; the very t unless the resolution is FS */
Span ToSpan(const Time& t);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TICK_H */
