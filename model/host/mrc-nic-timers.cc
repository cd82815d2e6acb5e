/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-host-delays.h"
#include "mrc-nic-table.h"

#include "ns3/log.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNicTable");

HostDelays&
NicTable::DelaysOf(NicState& nic)
{
    if (!nic.delays)
    {
        nic.delays = std::make_unique<HostDelays>();
    }
    return *nic.delays;
}

void
NicTable::DelaysChanged(NicState& nic)
{
    nic.delaysDue = nic.delays->NextDue();
    Rearm(nic, m_kernel->Now());
}

void
NicTable::Post(SlotIndex slot, const WorkRequest& request)
{
    NicState& nic = m_nics[m_slots[slot].nic];
    DelaysOf(nic).posts.push_back({m_kernel->Now() + m_hostDelay, slot, request});
    DelaysChanged(nic);
}

void
NicTable::RunDelays(NicState& nic, Instant now)
{
    HostDelays& delays = *nic.delays;
    nic.delaysDue = Instant::Never(); // what is due is being done
    while (!delays.completions.empty() && delays.completions.front().due <= now)
    {
        HostDelays::Done done = delays.completions.front();
        delays.completions.pop_front();
        done.completion.at = done.due;
        if (m_observer != nullptr)
        {
            m_observer->Completed(done.slot, done.completion);
        }
    }
    while (!delays.taken.Empty() && delays.taken[0].due <= now)
    {
        HostDelays::Taken taken = delays.taken[0];
        delays.taken.Pop();
        taken.delivery.at = taken.due;
        if (m_observer != nullptr)
        {
            m_observer->Received(taken.slot, taken.status, taken.delivery);
        }
    }
    while (!delays.posts.empty() && delays.posts.front().due <= now)
    {
        const HostDelays::Post post = delays.posts.front();
        delays.posts.pop_front();
        const Agenda agenda = m_slots[post.slot].pair->Post(post.request, now);
        Serve(nic, post.slot, agenda, now);
    }
    nic.delaysDue = delays.NextDue();
}

void
NicTable::RunTimers(NicState& nic, Instant now)
{
    nic.timerAt = Instant::Never();
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_slots[i].sibling)
    {
        QueuePair& pair = *m_slots[i].pair;
        if (pair.NextWakeup() <= now)
        {
            Serve(nic, i, pair.Wake(now), now);
        }
        nic.timerAt = std::min(nic.timerAt, pair.NextWakeup());
    }
}

void
NicTable::LinkChanged(uint32_t nic, PlaneId plane, bool up)
{
    if (m_over)
    {
        return;
    }
    while (!m_linkEvents.empty() && m_linkEvents.front().IsExpired())
    {
        m_linkEvents.pop_front();
    }
    m_linkEvents.push_back(Simulator::Schedule(ToTime(Instant() + m_detectDelay),
                                               &NicTable::ApplyLink,
                                               this,
                                               nic,
                                               plane,
                                               up));
}

void
NicTable::ApplyLink(uint32_t number, PlaneId plane, bool up)
{
    NS_LOG_INFO("NIC " << number << " sees plane " << +plane << (up ? " come up" : " go down"));
    NicState& nic = m_nics[number];
    const uint8_t bit = static_cast<uint8_t>(1U << plane);
    nic.up = up ? nic.up | bit : nic.up & ~bit;
    const Instant now = m_kernel->Now();
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_slots[i].sibling)
    {
        Serve(nic, i, m_slots[i].pair->PortsChanged(nic.up, now), now);
    }
    Pump(nic, now); // queue pairs may have waited since the last port went down
}

} // namespace mrc
} // namespace ns3
