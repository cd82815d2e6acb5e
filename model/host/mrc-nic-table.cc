/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-table.h"

#include <utility>

namespace ns3
{
namespace mrc
{

/** Some parts refer to others that come later: none of them is called before all are there. */
NicTable::NicTable(NicPlan plan, Fabric& fabric)
    : m_store(std::move(plan), fabric),
      m_endpoint(m_store.nics.size()),
      m_timers(m_store),
      m_paths(m_store.plan),
      m_pump(m_store, m_timers, m_endpoint, m_states),
      m_herald(m_store, m_pump, m_endpoint, m_paths),
      m_ports(m_store, m_pump, m_herald),
      m_desk(m_store, m_pump, m_ports, m_paths),
      m_inbox({m_store, m_pump, m_endpoint, m_desk, m_stock}),
      m_host(m_store, m_pump, m_seats),
      m_receives(m_store, m_host, m_seats, m_states),
      m_states(SeatParts(), m_seats),
      m_seats(SeatParts()),
      m_setup(m_store, m_seats, m_ports),
      m_clock({m_store, m_timers, m_pump, m_host, m_ports}),
      m_stock({m_store, m_pump, m_seats, m_setup, m_ports, m_paths})
{
}

QueuePairSeats::Parts
NicTable::SeatParts()
{
    return {m_store, m_pump, m_host, m_receives};
}

void
NicTable::Attach(const Surroundings& surroundings)
{
    m_store.kernel = &surroundings.kernel;
    m_store.news = surroundings.news;
    m_ports.SetCalendar(&surroundings.calendar);
    m_setup.SetMaker(&surroundings.maker);
}

} // namespace mrc
} // namespace ns3
