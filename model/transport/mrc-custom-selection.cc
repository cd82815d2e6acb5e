/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-custom-selection.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace mrc
{

CustomSelection::CustomSelection(std::unique_ptr<CustomSelector> selector)
    : m_selector(std::move(selector))
{
    if (m_selector == nullptr)
    {
        NS_FATAL_ERROR("ns3::mrc::EvProfile::SelectorFactory made nothing; expected a selector");
    }
}

const Path*
CustomSelection::Next(PathTable& table, PlaneId plane, Instant now)
{
    // A user's code is not trusted: a number beyond the usable EVs would read another plane's EV.
    const uint32_t choice = m_selector->Choose(table, plane, now);
    if (choice >= table.Usable(plane))
    {
        NS_FATAL_ERROR("the selector of ns3::mrc::EvProfile::SelectorFactory chose EV "
                       << choice << " of plane " << +plane << "; expected a number below the "
                       << table.Usable(plane) << " that are usable");
    }
    return &table.UsableAt(plane, choice);
}

} // namespace mrc
} // namespace ns3
