/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ORDINARY_PLACE_H
#define MRC_ORDINARY_PLACE_H

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace ns3
{
namespace mrc
{

/** Where an ordinary event stands among those of its tick, before it is known to be needed. */
struct OrdinaryPlace
{
    uint64_t tick; //!< of the event
    uint32_t uid;  //!< as that of an event which is scheduled when the place is taken
};

/** A simulator that can put an ordinary event where the event would be if scheduled earlier. */
class OrdinaryPlaces
{
  public:
    virtual ~OrdinaryPlaces() = default;

    /** @param at a tick, not in the past @return the place of an event that is scheduled now */
    virtual std::shared_ptr<OrdinaryPlace> Reserve(Time at) = 0;

    /**
     * Schedules an event. Where one behind its place has run, the event comes behind all others.
     *
     * @param place of the event; with a tick in the past the event comes now
     * @param call is called then, unless the simulator ends before
     */
    virtual void ScheduleIn(const OrdinaryPlace& place, std::function<void()> call) = 0;

    /** @param at a tick @return whether an event waits there, or earlier */
    virtual bool WaitsAt(Time at) const = 0;

    /** @return whether somebody has stopped the run: ordinary events wait for the next one */
    virtual bool IsStopped() const
    {
        return false;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ORDINARY_PLACE_H */
