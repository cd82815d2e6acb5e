/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-custom-selector.h"

namespace ns3
{
namespace mrc
{

// Planes take turns, all of them, by default.
PlaneMask
CustomSelector::Planes(const PathSeats&, PlaneMask usable, Instant) const
{
    return usable;
}

// Nothing happens by default: a selector may do without feedback.
void
CustomSelector::OnFeedback(Ev, PathFeedback, Instant)
{
}

} // namespace mrc
} // namespace ns3
