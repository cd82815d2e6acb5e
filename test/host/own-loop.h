/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_OWN_LOOP_H
#define MRC_TEST_OWN_LOOP_H

#include "ns3/mrc-calendar.h"
#include "ns3/mrc-hot-host.h"
#include "ns3/mrc-tick.h"

#include <functional>
#include <map>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A program's own loop over the wheel: events of its calendar come before hot events. */
class OwnLoop : public HotHost, public Calendar
{
  public:
    void Wake(Instant) override
    {
        // Run looks at the wheel by itself
    }

    Instant OrdinaryNow() const override
    {
        return m_now;
    }

    void At(Time at, std::function<void()> call) override
    {
        m_calls.emplace(ToInstant(at), std::move(call));
    }

    void After(Time delay, std::function<void()> call) override
    {
        At(ToTime(m_now) + delay, std::move(call));
    }

    /** Fires all that comes before an instant. */
    void Run(Instant until)
    {
        for (auto next = m_calls.begin(); next != m_calls.end() && next->first < until;
             next = m_calls.begin())
        {
            Drain(next->first);
            m_now = next->first;
            next->second();
            m_calls.erase(next);
        }
        Drain(until);
        m_now = until;
    }

  private:
    Instant m_now;
    std::multimap<Instant, std::function<void()>> m_calls;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_OWN_LOOP_H */
