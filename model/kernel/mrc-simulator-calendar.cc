/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-simulator-calendar.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

SimulatorCalendar::~SimulatorCalendar()
{
    // A pending event would call this object after the end of the object.
    for (EventId& event : m_events)
    {
        event.Cancel();
    }
}

void
SimulatorCalendar::At(Time at, std::function<void()> call)
{
    After(at - Simulator::Now(), std::move(call));
}

void
SimulatorCalendar::After(Time delay, std::function<void()> call)
{
    // Only a list that has doubled is swept, so an insertion costs the same on average.
    if (m_events.size() >= m_sweepAt)
    {
        // Events that have been called keep a handle here until the next sweep.
        const auto past = [](const EventId& event) { return event.IsExpired(); };
        m_events.erase(std::remove_if(m_events.begin(), m_events.end(), past), m_events.end());
        m_sweepAt = std::max(m_sweepAt, 2 * m_events.size());
    }
    m_events.push_back(Simulator::Schedule(delay, &SimulatorCalendar::Call, this, std::move(call)));
}

void
SimulatorCalendar::Call(std::function<void()> call)
{
    call();
}

} // namespace mrc
} // namespace ns3
