/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CUSTOM_SELECTOR_H
#define MRC_CUSTOM_SELECTOR_H

#include "mrc-path-seats.h"
#include "mrc-path-state.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * A path selector that a user writes: which EV of a plane carries the next packet?
 *
 * Each end of a queue pair has an instance of its own. The instance touches nothing but the objects
 * of its maker and its calls, and draws from the sequence of its maker. A seed then repeats a run
 * bit for bit, on however many threads. Planes take turns before the selector is asked, all or
 * those that the selector keeps to. The path table alone retires EVs.
 */
class CustomSelector
{
  public:
    virtual ~CustomSelector() = default;

    /**
     * Says which planes take turns: all unless overridden. A selector that keeps a flow to one path
     * keeps to one plane here. The question comes more than once for a packet, so that an answer
     * changes nothing.
     *
     * @param paths the EVs
     * @param usable the planes that work
     * @param now the time
     * @return planes out of the usable ones; others among them do not count. With none of them no
     *         packet leaves
     */
    virtual PlaneMask Planes(const PathSeats& paths, PlaneMask usable, Instant now) const;

    /**
     * Chooses an EV for the next packet.
     *
     * @param paths the EVs; Usable(plane) says among how many the choice is, at least 1, and
     *        UsableAt(plane, i) shows the i-th of them
     * @param plane the plane that sends
     * @param now the time
     * @return which of the usable EVs, 0 .. paths.Usable(plane) - 1; any other number ends the run
     *         with a fatal error
     */
    virtual uint32_t Choose(const PathSeats& paths, PlaneId plane, Instant now) = 0;

    /**
     * Hears of the fate of a packet.
     *
     * @param ev the EV that carried the packet
     * @param feedback the news
     * @param now the time
     */
    virtual void OnFeedback(Ev ev, PathFeedback feedback, Instant now);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUSTOM_SELECTOR_H */
