/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_CALENDAR_RIG_H
#define MRC_TEST_CALENDAR_RIG_H

#include "own-loop.h"

#include "ns3/mrc-ordinary-place.h"
#include "ns3/mrc-shard-news.h"
#include "ns3/mrc-user-calendar.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace ns3
{
namespace mrc
{
namespace test
{

/** What a calendar of users needs in a test of one shard. Ordinary events are counted only. */
class CalendarRig : public OrdinaryPlaces
{
  public:
    std::shared_ptr<OrdinaryPlace> Reserve(Time at) override
    {
        return std::make_shared<OrdinaryPlace>(
            OrdinaryPlace{static_cast<uint64_t>(at.GetTimeStep()), 0});
    }

    void ScheduleIn(const OrdinaryPlace&, std::function<void()>) override
    {
        ++m_ordinary;
    }

    bool WaitsAt(Time) const override
    {
        return false;
    }

  protected:
    /** @return a calendar that looks 700 ns ahead */
    std::shared_ptr<UserCalendar> NewCalendar()
    {
        return std::make_shared<UserCalendar>(
            UserCalendar::Parts{m_loop, *this, {{&m_news, &m_clock}}, [] { return Nanos(700); }});
    }

    OwnLoop m_loop;
    ShardNews m_news;
    HotClock m_clock;
    uint32_t m_ordinary{0}; //!< events that were to be scheduled
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_CALENDAR_RIG_H */
