/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dealt-evs.h"

#include "mrc-ev-list.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{
namespace mrc
{

/** A list is as long on each plane (checked by network). */
uint32_t
DealtEvs::PerPlane() const
{
    return m_config.list ? static_cast<uint32_t>(m_config.list->planes[0].size())
                         : EvsPerPlane(m_config.active, m_deal.planes) +
                               EvsPerPlane(m_config.backup, m_deal.planes);
}

uint32_t
DealtEvs::Active() const
{
    return std::min(EvsPerPlane(m_config.active, m_deal.planes), PerPlane());
}

/** @return 0 .. count - 1 in an order that the key decides (Fisher and Yates) */
std::vector<uint32_t>
DealtEvs::Shuffled(uint32_t count, KeyedDraws draws)
{
    std::vector<uint32_t> order(count);
    // The loop takes the draws 2 .. count of its sequence; Of goes on behind them.
    std::iota(order.begin(), order.end(), 0U);
    for (uint32_t i = count; i > 1; --i)
    {
        std::swap(order[i - 1], order[draws.Below(i, i)]);
    }
    return order;
}

/**
 * Follows one element back through the exchanges of Shuffled. The exchange with i is the last one
 * that touches place i - 1. Those before, with greater i, can have brought the element to its place
 * from their own place alone.
 *
 * @return the element of Shuffled at a place
 */
uint32_t
DealtEvs::ShuffledAt(uint32_t place, uint32_t count, KeyedDraws draws)
{
    uint32_t from = place == 0 ? 0 : draws.Below(place + 1, place + 1);
    for (uint32_t i = place + 2; i <= count; ++i)
    {
        from = draws.Below(i, i) == from ? i - 1 : from;
    }
    return from;
}

/**
 * Follows one element through the exchanges of Shuffled, the reverse of ShuffledAt. No exchange
 * behind the one with i touches place i - 1.
 *
 * @return the place of an element of Shuffled
 */
uint32_t
DealtEvs::PlaceOf(uint32_t element, uint32_t count, KeyedDraws draws)
{
    uint32_t place = element;
    for (uint32_t i = count; i > 1; --i)
    {
        const uint32_t other = draws.Below(i, i);
        if (other == place)
        {
            return i - 1;
        }
        place = place == i - 1 ? other : place;
    }
    return place;
}

/** @return how many elements of the plane are put in order: entries of the list, or uplinks */
uint32_t
DealtEvs::InOrder(PlaneId plane) const
{
    return m_config.list ? PerPlane() : Uplinks().In(plane);
}

/** @return the EV of a seat. @param ordered the element that the order has for the seat */
Ev
DealtEvs::Of(PlaneId plane, uint32_t seat, uint32_t ordered, KeyedDraws draws) const
{
    if (m_config.list)
    {
        return Ev::Of(plane, m_config.list->planes[plane][ordered]);
    }
    const uint32_t uplinks = Uplinks().In(plane);
    // The draws up to the number of uplinks belong to Shuffled.
    const uint32_t uplink =
        m_config.randomDeal ? draws.Below(uplinks, uplinks + 1 + seat) : ordered;
    // every EV has a number of its own, also where several name one path [carrier-of-ev]
    const uint32_t round = m_config.randomDeal ? seat : seat / uplinks;
    return Ev::Of(plane, uplink + uplinks * round);
}

Ev
DealtEvs::At(PlaneId plane, uint32_t seat) const
{
    const KeyedDraws draws = m_deal.draws.Child(plane);
    const uint32_t count = InOrder(plane);
    return Of(plane, seat, ShuffledAt(seat % count, count, draws), draws);
}

/** Each mark of a queue pair without a table asks this, so that no other EV is dealt. */
std::optional<uint32_t>
DealtEvs::SeatOf(Ev ev) const
{
    if (ev.Plane() >= m_deal.planes) // the EV may have come in a packet
    {
        return std::nullopt;
    }
    if (m_config.list)
    {
        std::optional<uint32_t> found;
        Deal(ev.Plane(), [&found, ev](uint32_t seat, Ev dealt) {
            found = dealt == ev && !found ? seat : found;
        });
        return found;
    }
    // The reverse of what Of does.
    const KeyedDraws draws = m_deal.draws.Child(ev.Plane());
    const uint32_t uplinks = Uplinks().In(ev.Plane());
    const uint32_t uplink = ev.Uplink() % uplinks;
    const uint32_t round = ev.Uplink() / uplinks;
    const uint32_t seat =
        m_config.randomDeal ? round : round * uplinks + PlaceOf(uplink, uplinks, draws);
    const bool isThere = seat < PerPlane() && Of(ev.Plane(), seat, uplink, draws) == ev;
    return isThere ? std::optional<uint32_t>(seat) : std::nullopt;
}

} // namespace mrc
} // namespace ns3
