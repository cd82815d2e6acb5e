/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ONLOOKERS_H
#define MRC_ONLOOKERS_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The events of those that look at a network from time to time and move nothing. Each onlooker
 * waits for the next look while there is something to look at. An onlooker must not take the looks
 * of others for something to look at.
 */
class Onlookers
{
  public:
    /**
     * Schedules an onlooker's next look, instead of the look that is scheduled now.
     *
     * @param onlooker which one
     * @param delay from now, not negative
     * @param look the function to be called
     */
    void Schedule(const void* onlooker, Time delay, std::function<void()> look);

    /**
     * Takes back the scheduled look of an onlooker.
     *
     * @param onlooker which one
     */
    void Cancel(const void* onlooker);

    /**
     * To be called at times that follow from the simulation, not from the clock on the wall. Looks
     * are scheduled anew, which changes their order among the events of their times.
     *
     * @return whether nothing waits but looks
     */
    bool AreAlone();

  private:
    struct Look
    {
        const void* onlooker;
        EventId event;
        std::function<void()> call;
    };

    std::vector<Look> m_looks; //!< in the order of the onlookers' first calls
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ONLOOKERS_H */
