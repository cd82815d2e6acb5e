/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch-buffers.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

SwitchBuffers::SwitchBuffers(const BufferPlan& plan)
    : m_any(plan.size != 0),
      m_hasTurns(plan.hasTurns),
      m_shares(plan.shares),
      m_pools(PoolsOf(plan)),
      m_seats(SeatsOf(plan))
{
}

std::vector<SwitchBuffers::Pool>
SwitchBuffers::PoolsOf(const BufferPlan& plan)
{
    // Switches are numbered from 0, so the highest number tells how many there are.
    uint32_t switches = 0;
    for (const uint32_t owner : plan.owners)
    {
        switches = owner == NO_SWITCH ? switches : std::max(switches, owner + 1);
    }
    return std::vector<Pool>(plan.size == 0 ? 0 : switches, Pool{SharedBuffer(plan.size), {}});
}

std::vector<SwitchBuffers::Seat>
SwitchBuffers::SeatsOf(const BufferPlan& plan)
{
    std::vector<Seat> seats(plan.size == 0 ? 0 : plan.owners.size());
    for (std::size_t i = 0; i < seats.size(); ++i)
    {
        seats[i].owner = plan.owners[i];
    }
    return seats;
}

/**
 * Ports of a switch share a buffer but are served lazily. Before room is asked for, ports that are
 * due give theirs back.
 */
PortIndex
SwitchBuffers::Due(PortIndex port, Instant now)
{
    // A heap of ports by time: the buffer is right at an instant once those that are due have been
    // served.
    std::vector<Turn>& turns = m_pools[m_seats[port].owner].turns;
    while (!turns.empty() && turns.front().at <= now)
    {
        const Turn turn = turns.front();
        std::pop_heap(turns.begin(), turns.end());
        turns.pop_back();
        // Only the first of a port's turns counts: Expect made it when the line became free sooner.
        if (m_seats[turn.port].due == turn.at)
        {
            m_seats[turn.port].due = Instant::Never();
            return turn.port;
        }
    }
    return NO_PORT;
}

void
SwitchBuffers::Recount(PortIndex index, const PortState& port)
{
    Seat& seat = m_seats[index];
    uint64_t held = 0;
    for (const TrafficClass where : ALL_CLASSES)
    {
        // Each class has a reserve of its own; only what lies above it takes shared room.
        held += m_shares[where].Shared(Waiting(port, where));
    }
    m_pools[seat.owner].buffer.Change(seat.held, held);
    seat.held = held;
    if (port.IsBacklogged())
    {
        Expect(seat, index, port.free);
    }
}

/** Join and Leave know what changes, and need not sum over all classes as Recount does. */
void
SwitchBuffers::Join(PortIndex index, const PortState& port, TrafficClass where, uint32_t size)
{
    Seat& seat = m_seats[index];
    const BufferShare& share = m_shares[where];
    const uint64_t waiting = Waiting(port, where);
    const uint64_t held = seat.held + share.Shared(waiting + size) - share.Shared(waiting);
    m_pools[seat.owner].buffer.Change(seat.held, held);
    seat.held = held;
    Expect(seat, index, port.free);
}

void
SwitchBuffers::Leave(PortIndex index, const PortState& port, TrafficClass where, uint32_t size)
{
    Seat& seat = m_seats[index];
    const BufferShare& share = m_shares[where];
    const uint64_t waiting = Waiting(port, where);
    const uint64_t shared = share.Shared(waiting + size) - share.Shared(waiting);
    m_pools[seat.owner].buffer.Give(shared);
    seat.held -= shared;
}

/** Has a port take its turn at a time, unless it has an earlier one. */
void
SwitchBuffers::Expect(Seat& seat, PortIndex index, Instant at)
{
    if (at < seat.due && m_hasTurns)
    {
        std::vector<Turn>& turns = m_pools[seat.owner].turns;
        turns.push_back({at, index});
        std::push_heap(turns.begin(), turns.end());
        seat.due = at;
    }
}

} // namespace mrc
} // namespace ns3
