/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-selector.h"

namespace ns3
{
namespace mrc
{

PathSelector::Selector
PathSelector::Make(PathSelection selection, KeyedDraws draws)
{
    switch (selection)
    {
    case PATH_SELECTION_OBLIVIOUS:
        return ObliviousSelector(draws);
    case PATH_SELECTION_RANDOM:
        return RandomSelector(draws);
    case PATH_SELECTION_BITMAP:
        return BitmapSelector(draws);
    case PATH_SELECTION_REPS:
        return RepsSelector(draws);
    case PATH_SELECTION_SINGLE:
        return SingleSelector(draws);
    default: // MRC's own rotation
        return SkipSelector(draws);
    }
}

/**
 * A selector that keeps to one EV, or a user's own, may avoid planes; other selectors take all in
 * turn.
 */
PlaneMask
PathSelector::PlanesOfOthers(const PathTable& table, PlaneMask usable, Instant now) const
{
    if (const auto* custom = std::get_if<CustomSelection>(&m_selector))
    {
        return custom->Planes(table, usable, now);
    }
    const auto* single = std::get_if<SingleSelector>(&m_selector);
    return single == nullptr ? usable : single->Planes(table, usable);
}

/** Out of line: the header inlines SkipSelector alone for each packet. */
const Path*
PathSelector::NextOfOthers(PathTable& table, PlaneId plane, Instant now)
{
    return std::visit([&](auto& selector) { return selector.Next(table, plane, now); }, m_selector);
}

void
PathSelector::OnFeedback(PathTable& table, Ev ev, Feedback feedback, Instant now)
{
    std::visit([&](auto& selector) { selector.OnFeedback(table, ev, feedback, now); }, m_selector);
}

/**
 * @return the walk that passes over skipped EVs; null for selectors to which redraws are draws like
 * any
 */
SkipWalk*
PathSelector::Walk()
{
    auto* skip = std::get_if<SkipSelector>(&m_selector);
    if (skip != nullptr)
    {
        return &skip->Walk();
    }
    auto* bitmap = std::get_if<BitmapSelector>(&m_selector);
    return bitmap == nullptr ? nullptr : &bitmap->Walk();
}

void
PathSelector::BeginRedraw()
{
    if (SkipWalk* walk = Walk())
    {
        walk->BeginRedraw();
    }
}

void
PathSelector::EndRedraw()
{
    if (SkipWalk* walk = Walk())
    {
        walk->EndRedraw();
    }
}

} // namespace mrc
} // namespace ns3
