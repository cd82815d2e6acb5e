/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSenderPlanes");

void
Sender::PortsChanged(PlaneMask up, Instant now)
{
    const PlaneMask before = m_sprayer.Ports().LocalUp();
    // What is under way over a port that went down is sent again at once, without waiting for a
    // SACK.
    LosePlanes(m_sprayer.SetLocalUp(up), now);
    WatchPorts(up & m_parameters.Planes(), now);
    if (m_sprayer.Ports().LocalUp() != before)
    {
        ReportPlanes(now);
    }
    WaitIfStuck(now);
}

/**
 * Without any port of its own the queue pair fails after a while, whatever its retries
 * [no-port-timeout].
 */
void
Sender::WatchPorts(PlaneMask up, Instant now)
{
    if (up != 0)
    {
        m_timers.GiveUpAt(Instant::Never());
    }
    // The first moment without a port counts: further changes do not put the end off.
    else if (m_timers.End() == Instant::Never() && !m_roles.failed)
    {
        m_timers.GiveUpAt(now + m_parameters.qp.noPortTimeout);
    }
    m_timers.Rearm(State(), now);
}

/** The NIC tells this when an endpoint request says so; by SACKs the news comes through OnSack. */
void
Sender::PeerPortsChanged(PlaneMask up, Instant now)
{
    TakePeerDown(m_parameters.Planes() & ~up, now);
    WaitIfStuck(now);
}

void
Sender::TakePeerDown(PlaneMask down, Instant now)
{
    const PlaneMask before = m_sprayer.Ports().PeerDown();
    LosePlanes(m_sprayer.SetPeerDown(down, now), now);
    if (down != before)
    {
        ReportPlanes(now);
    }
}

/** A packet that the peer got or sent after its news shows the port up [stale-news]. */
void
Sender::SeePeerPort(PlaneId plane, Instant after, Instant now)
{
    if (m_sprayer.Ports().ShowsPeerPort(plane, after))
    {
        NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": plane " << +plane
                                   << " works at the peer, which called it down");
        TakePeerDown(m_sprayer.Ports().PeerDown() & ~(PlaneMask{1} << plane), now);
    }
}

void
Sender::LosePlanes(PlaneMask planes, Instant now)
{
    if (planes != 0)
    {
        NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": planes of mask " << +planes
                                   << " are lost");
        // No SACK will come for what is on these planes; a timer would take far longer.
        m_flight.LosePlanes(planes, now);
        m_timers.Rearm(State(), now); // without any plane it waits only so long
    }
}

void
Sender::ReportPlanes(Instant now) const
{
    if (m_flight.Watcher() != nullptr)
    {
        const PlaneMask peer = m_parameters.Planes() & ~m_sprayer.Ports().PeerDown();
        m_flight.Watcher()->Watched(PlaneStatus{m_sprayer.Ports().LocalUp(), peer, now});
    }
}

/** Called after each change that may have taken the last path [no-path-waits]. */
void
Sender::WaitIfStuck(Instant now)
{
    if (!m_sprayer.HasPath())
    {
        // Time without a path is no fault of the peer, so the retry timer starts anew.
        m_timers.Retry().Touch(now);
        m_timers.Rearm(State(), now);
    }
}

/** Packets that are on a denied EV stay in flight: denying says nothing about them. */
bool
Sender::Administer(Ev ev, PathOrder order, Instant now)
{
    const bool known = m_sprayer.Administer(ev, order, now);
    if (!m_sprayer.HasPath())
    {
        m_timers.Retry().Touch(now);
    }
    m_timers.Rearm(State(), now); // without any path it waits only so long
    return known;
}

} // namespace mrc
} // namespace ns3
