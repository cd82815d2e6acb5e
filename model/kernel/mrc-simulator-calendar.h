/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SIMULATOR_CALENDAR_H
#define MRC_SIMULATOR_CALENDAR_H

#include "mrc-calendar.h"

#include "ns3/event-id.h"

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A calendar of ordinary events of the current simulator. */
class SimulatorCalendar : public Calendar
{
  public:
    SimulatorCalendar() = default;
    ~SimulatorCalendar() override;
    SimulatorCalendar(const SimulatorCalendar&) = delete;
    SimulatorCalendar& operator=(const SimulatorCalendar&) = delete;

    void At(Time at, std::function<void()> call) override;
    void After(Time delay, std::function<void()> call) override;

  private:
    void Call(std::function<void()> call);

    std::vector<EventId> m_events; //!< all that are pending, and some that are over
    std::size_t m_sweepAt{64};     //!< at this length, those that are over are forgotten
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIMULATOR_CALENDAR_H */
