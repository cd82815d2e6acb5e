/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-seats.h"

#include <utility>

namespace ns3
{
namespace mrc
{

FlowSeats::FlowSeats(const Connector& connect, Sharing sharing, Listener& listener)
    : m_connect(connect),
      m_sharing(sharing),
      m_listener(listener)
{
}

/** A network may outlive the seats, and may not call them again. */
FlowSeats::~FlowSeats()
{
    for (Seat& seat : m_seats)
    {
        seat.qp->Forget(seat);
    }
}

uint32_t
FlowSeats::Add(const Transfer& transfer, Ways& ways)
{
    const auto next = static_cast<uint32_t>(m_seats.size());
    uint32_t way = next;
    if (AreShared())
    {
        way = ways.emplace(std::tuple(transfer.source, transfer.destination, transfer.cpu), next)
                  .first->second;
    }
    if (way == next)
    {
        Make(transfer, way);
        m_seats[way].idle = way;
    }
    return way;
}

uint32_t
FlowSeats::Make(const Transfer& transfer, uint32_t way)
{
    Requestor& qp = m_connect(transfer); // throws where memory ends: no seat is without one
    Seat& seat = m_seats.emplace_back();
    seat.listener = &m_listener;
    seat.qp = &qp;
    seat.way = way;
    qp.Tell(seat);
    qp.Use(m_calendar);
    return static_cast<uint32_t>(m_seats.size() - 1);
}

FlowSeats::Seat&
FlowSeats::Take(uint32_t number, const Transfer& transfer, uint32_t& place)
{
    if (m_seats[place].transfer != number)
    {
        const uint32_t way = place;
        if (m_seats[way].idle == NO_ONE)
        {
            place = Make(transfer, way);
        }
        else
        {
            place = m_seats[way].idle;
            m_seats[way].idle = m_seats[place].nextIdle;
        }
        m_seats[place].transfer = number;
    }
    return m_seats[place];
}

void
FlowSeats::Leave(uint64_t bytes, uint32_t& place)
{
    Seat& seat = m_seats[place];
    seat.before += bytes;
    seat.transfer = NO_ONE;
    seat.posted = 0;
    seat.delivered = 0;
    seat.nextIdle = std::exchange(m_seats[seat.way].idle, place);
    place = seat.way;
}

void
FlowSeats::HearEarly(const std::shared_ptr<UserCalendar>& calendar)
{
    m_calendar = calendar;
    for (Seat& seat : m_seats)
    {
        if (const PairOutlook pair = seat.Outlook())
        {
            pair.HearEarly();
        }
        else
        {
            seat.qp->Use(m_calendar);
        }
    }
}

PairOutlook
FlowSeats::Seat::Outlook()
{
    return qp->Outlook(*this);
}

void
FlowSeats::Seat::Ending(const Completion& completion)
{
    listener->Ending(*this, completion);
}

void
FlowSeats::Seat::Completed(const Completion& completion)
{
    listener->Completed(*this, completion);
}

void
FlowSeats::Seat::Due()
{
    listener->Due();
}

HintStep
FlowSeats::Seat::Hint(bool isArrival) const
{
    return listener->HintOf(*this, isArrival);
}

/** The end that posts hears at once of messages that arrive at the peer. */
void
FlowSeats::Seat::Delivered(const Delivery&)
{
    listener->Delivered(*this);
}

} // namespace mrc
} // namespace ns3
