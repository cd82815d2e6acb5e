/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CUSTOM_SELECTION_H
#define MRC_CUSTOM_SELECTION_H

#include "mrc-custom-selector.h"
#include "mrc-path-table.h"

#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Stands for a user's own selector beside the built-in ones: is the selector's choice an EV at all?
 */
class CustomSelection
{
  public:
    /** @param selector the user's; null is a fatal error */
    explicit CustomSelection(std::unique_ptr<CustomSelector> selector);

    /** @return of the planes that are usable those that the user's selector keeps to */
    PlaneMask Planes(const PathTable& table, PlaneMask usable, Instant now) const
    {
        return m_selector->Planes(table, usable, now) & usable;
    }

    /** @return the EV that the user's selector chose; a fatal error if there is no such EV */
    const Path* Next(PathTable& table, PlaneId plane, Instant now);

    /** Hands on the fate of a packet; the built-in selectors need the table too. */
    void OnFeedback(PathTable&, Ev ev, PathFeedback feedback, Instant now)
    {
        m_selector->OnFeedback(ev, feedback, now);
    }

  private:
    std::unique_ptr<CustomSelector> m_selector;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUSTOM_SELECTION_H */
