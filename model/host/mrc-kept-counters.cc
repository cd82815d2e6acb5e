/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-kept-counters.h"

#include "mrc-queue-pair-seats.h"
#include "mrc-user-calendar.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t FEWEST_PLACES = 64; //!< of a table; own choice

} // namespace

/**
 * Queue pairs mostly have one moment in a window, so their number alone says where to look first.
 *
 * @return the place of what is kept, or the free one where it belongs. The table has a free one
 */
uint32_t
KeptCounters::PlaceOf(SlotIndex slot, const UserMoment& moment) const
{
    const auto mask = static_cast<uint32_t>(m_table.size() - 1);
    // Numbers of a NIC's queue pairs lie close to each other: the product spreads them.
    uint32_t place = (slot * 2654435769U >> 7) & mask;
    for (; m_table[place] != 0; place = (place + 1) & mask)
    {
        const Kept& kept = m_kept[m_table[place] - 1];
        const bool isSame = kept.slot == slot && !(kept.moment < moment) && !(moment < kept.moment);
        if (isSame)
        {
            break;
        }
    }
    return place;
}

/** Half of the places stay free, so that looking for one ends soon. */
void
KeptCounters::Grow()
{
    m_table.assign(std::max<std::size_t>(FEWEST_PLACES, 2 * m_table.size()), 0);
    for (std::size_t i = 0; i < m_kept.size(); ++i)
    {
        m_kept[i].place = PlaceOf(m_kept[i].slot, m_kept[i].moment);
        m_table[m_kept[i].place] = static_cast<uint32_t>(i + 1);
    }
}

void
KeptCounters::Keep(SlotIndex slot, const UserMoment& moment)
{
    if (2 * (m_kept.size() + 1) > m_table.size())
    {
        Grow();
    }
    const QueuePairCounters& counters = m_seats.AdminOf(slot).Status().counters;
    const uint32_t place = PlaceOf(slot, moment);
    if (m_table[place] != 0)
    {
        m_kept[m_table[place] - 1].counters = counters;
        return;
    }
    m_kept.push_back({slot, moment, place, counters});
    m_table[place] = static_cast<uint32_t>(m_kept.size());
}

void
KeptCounters::Forget()
{
    for (const Kept& kept : m_kept)
    {
        m_table[kept.place] = 0;
    }
    m_kept.clear();
}

/** Where no shard will note the moment, the user reads at once. */
void
KeptCounters::KeepAt(SlotIndex slot, const UserMoment& moment)
{
    if (m_store.news->calendar->Foresee(moment) && !m_store.IsElsewhere(slot))
    {
        m_wishes.push({moment, slot});
    }
}

/** Wishes for earlier moments are left where ordinary events took their place. */
void
KeptCounters::Pass(const UserMoment& moment)
{
    for (; !m_wishes.empty() && !(moment < m_wishes.top().moment); m_wishes.pop())
    {
        Keep(m_wishes.top().slot, moment);
    }
}

const QueuePairCounters&
KeptCounters::Of(SlotIndex slot) const
{
    const ShardNews& news = *m_store.news;
    const UserMoment* const told =
        news.calendar && news.calendar->Told() ? &*news.calendar->Told() : nullptr;
    if (!m_kept.empty())
    {
        const UserMoment now = told != nullptr ? *told : UserMoment(m_store.Now());
        const uint32_t found = m_table[PlaceOf(slot, now)];
        if (found != 0)
        {
            return m_kept[found - 1].counters;
        }
    }
    if (m_store.IsElsewhere(slot))
    {
        static constexpr QueuePairCounters NONE{};
        return NONE; // the process that has them tells
    }
    if (told != nullptr && told->Cut() == news.reached)
    {
        return m_seats.AdminOf(slot).Status().counters; // shards have not gone on
    }
    throw std::logic_error("mrc: counters of queue pair " + std::to_string(QpNumberOf(slot).value) +
                           " at an instant that other threads have passed, which nobody asked for "
                           "before");
}

} // namespace mrc
} // namespace ns3
