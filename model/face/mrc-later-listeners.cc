/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-later-listeners.h"

namespace ns3
{
namespace mrc
{

void
LaterListeners::Place::Completed(const Completion& completion)
{
    if (listener != nullptr)
    {
        ++calls;
        listener->Completed(completion);
        --calls;
    }
}

void
LaterListeners::Place::Delivered(const Delivery& delivery)
{
    if (listener != nullptr)
    {
        ++calls;
        listener->Delivered(delivery);
        --calls;
    }
}

void
LaterListeners::Add(RequestorListener& listener, const Sources& to)
{
    Sweep(to);
    // A new sink hears of the event that is being told. So a listener that goes and comes again at
    // each call would be called for ever, if it did not get its last place again.
    if (!m_places.empty() && m_places.back().listener == nullptr)
    {
        m_places.back().listener = &listener;
        return;
    }
    m_places.push_back({&listener});
    to.completed.ConnectWithoutContext(MakeCallback(&Place::Completed, &m_places.back()));
    to.delivered.ConnectWithoutContext(MakeCallback(&Place::Delivered, &m_places.back()));
}

void
LaterListeners::Remove(RequestorListener& listener, const Sources& from)
{
    for (Place& place : m_places)
    {
        if (place.listener == &listener)
        {
            place.listener = nullptr;
        }
    }
    Sweep(from);
}

/** A source goes on from a place as soon as its call returns, before anybody can come here. */
void
LaterListeners::Sweep(const Sources& from)
{
    for (auto place = m_places.begin(); place != m_places.end();)
    {
        if (place->listener != nullptr || place->calls != 0)
        {
            ++place;
            continue;
        }
        from.completed.DisconnectWithoutContext(MakeCallback(&Place::Completed, &*place));
        from.delivered.DisconnectWithoutContext(MakeCallback(&Place::Delivered, &*place));
        place = m_places.erase(place);
    }
}

} // namespace mrc
} // namespace ns3
