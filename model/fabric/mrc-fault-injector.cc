/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-injector.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFaultInjector");

FaultInjector::FaultInjector(Fabric& fabric,
                             const HotKernel& kernel,
                             Calendar& calendar,
                             Listener listener)
    : m_fabric(fabric),
      m_kernel(kernel),
      m_calendar(calendar),
      m_listener(std::move(listener)),
      m_impairments(fabric)
{
}

void
FaultInjector::Schedule(Outage outage)
{
    // The calendar's calls hold the address, so each outage has a place of its own on the heap.
    m_outages.push_back(std::make_unique<Outage>(std::move(outage)));
    const Outage& kept = *m_outages.back();
    m_calendar.At(kept.down, [this, &kept] { Begin(&kept); });
    // Otherwise the outage lasts to the end of the run.
    if (kept.up > kept.down)
    {
        m_calendar.At(kept.up, [this, &kept] { End(&kept); });
    }
}

void
FaultInjector::Begin(const Outage* outage)
{
    const bool goDown = outage->impairment.effect == FaultEffect::DOWN;
    for (const PortIndex port : outage->ports)
    {
        goDown ? TakeDown(port, outage->reason)
               : m_impairments.Begin(port, outage->impairment, m_kernel.Now());
    }
}

void
FaultInjector::End(const Outage* outage)
{
    const bool wereDown = outage->impairment.effect == FaultEffect::DOWN;
    for (const PortIndex port : outage->ports)
    {
        wereDown ? BringBack(port) : m_impairments.End(port, outage->impairment, m_kernel.Now());
    }
}

void
FaultInjector::Remove(const std::vector<PortIndex>& ports)
{
    for (const PortIndex port : ports)
    {
        TakeDown(port, DropReason::LINK_DOWN); // an outage that nothing ends
    }
}

/**
 * Called when a script sets the attribute of a link; a hold counts as one more outage of its ports.
 */
void
FaultInjector::Hold(const std::vector<PortIndex>& ports, bool hold)
{
    for (const PortIndex port : ports)
    {
        // A repeated order changes nothing, or the count of outages would never return to 0.
        if (hold && m_held.insert(port).second)
        {
            TakeDown(port, DropReason::LINK_DOWN);
        }
        else if (!hold && m_held.erase(port) == 1)
        {
            BringBack(port);
        }
    }
}

/** Adds an outage to a port. Outages are counted, as a port may be held by several at once. */
void
FaultInjector::TakeDown(PortIndex port, DropReason reason)
{
    const bool first = m_outagesAt[port]++ == 0;
    NS_LOG_LOGIC("port " << port << " goes down: " << DropReasonName(reason)
                         << (first ? "" : ", and was"));
    if (first || reason == DropReason::SWITCH_DOWN) // a switch takes packets that a link spared
    {
        m_fabric.Faults().TakeDown(port, reason, m_kernel.Now());
    }
    // Only the first outage changes the link for its ends; BringBack tells of the last.
    if (first)
    {
        m_listener(port, false);
    }
}

void
FaultInjector::BringBack(PortIndex port)
{
    NS_LOG_LOGIC("an outage of port " << port << " ends");
    if (--m_outagesAt[port] == 0)
    {
        m_fabric.Faults().BringUp(port, m_kernel.Now());
        m_listener(port, true);
    }
}

} // namespace mrc
} // namespace ns3
