/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-tag-line.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t NOWHERE = ~uint64_t{0}; //!< behind all places

} // namespace

void
GoalTagLine::Add(uint64_t tag, uint32_t message)
{
    // All messages and those of one tag are two orders of the same places: the first of each is
    // found at once.
    m_all[m_next] = message;
    m_placesOf[tag].push_back(m_next);
    m_tagOf[message] = tag;
    ++m_next;
}

std::optional<uint32_t>
GoalTagLine::TakeFirst()
{
    if (m_all.empty())
    {
        return std::nullopt;
    }
    const auto [place, message] = *m_all.begin();
    return TakeAt(place, m_tagOf.at(message));
}

std::optional<uint32_t>
GoalTagLine::TakeFirst(uint64_t tag)
{
    return TakeAt(PlaceOf(tag), tag);
}

std::optional<uint32_t>
GoalTagLine::TakeFirst(uint64_t a, uint64_t b)
{
    return TakeFirst(PlaceOf(a) < PlaceOf(b) ? a : b);
}

/** @return where the first message with a tag is */
uint64_t
GoalTagLine::PlaceOf(uint64_t tag) const
{
    const auto found = m_placesOf.find(tag);
    return found == m_placesOf.end() ? NOWHERE : found->second.front();
}

/** @param place that of the first message with the tag, or NOWHERE */
std::optional<uint32_t>
GoalTagLine::TakeAt(uint64_t place, uint64_t tag)
{
    if (place == NOWHERE)
    {
        return std::nullopt;
    }
    // The first of its tag is the one that goes, so the tag's line loses its front.
    const auto found = m_placesOf.find(tag);
    found->second.pop_front();
    if (found->second.empty())
    {
        m_placesOf.erase(found);
    }
    const auto at = m_all.find(place);
    const uint32_t message = at->second;
    m_all.erase(at);
    m_tagOf.erase(message);
    return message;
}

} // namespace mrc
} // namespace ns3
