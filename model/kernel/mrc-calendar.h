/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CALENDAR_H
#define MRC_CALENDAR_H

#include "ns3/nstime.h"

#include <functional>

namespace ns3
{
namespace mrc
{

/**
 * Calls functions at ticks, before the hot events of the tick: for seldom events, such as faults.
 * Functions that were not called yet when the calendar goes are never called.
 */
class Calendar
{
  public:
    virtual ~Calendar() = default;

    /**
     * Has a function called.
     *
     * @param at when, not in the past
     * @param call the function
     */
    virtual void At(Time at, std::function<void()> call) = 0;

    /**
     * Has a function called.
     *
     * @param delay from now until then, not negative
     * @param call the function
     */
    virtual void After(Time delay, std::function<void()> call) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CALENDAR_H */
