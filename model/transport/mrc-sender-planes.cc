/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-planes.h"

#include "mrc-sender-doze.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSenderPlanes");

void
SenderPlanes::PortsChanged(PlaneMask up, Instant now) const
{
    SenderDoze(m_store).End(now);
    const PlaneMask before = m_store.paths.Ports().LocalUp();
    // Packets under way over a port that went down are sent again at once, without waiting for a
    // SACK.
    LosePlanes(m_store.paths.SetLocalUp(up), now);
    WatchPorts(up & m_store.parameters.Planes(), now);
    if (m_store.paths.Ports().LocalUp() != before)
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
SenderPlanes::WatchPorts(PlaneMask up, Instant now) const
{
    if (up != 0)
    {
        m_store.timers.GiveUpAt(Instant::Never());
    }
    // The first moment without a port counts: further changes do not put the end off.
    else if (m_store.timers.End() == Instant::Never() && !m_store.failed)
    {
        m_store.timers.GiveUpAt(now + m_store.parameters.qp->noPortTimeout);
    }
    m_store.Rearm(now);
}

/** The NIC tells this when an endpoint request says so; by SACKs the news comes through OnSack. */
void
SenderPlanes::PeerPortsChanged(PlaneMask up, Instant now) const
{
    TakePeerDown(m_store.parameters.Planes() & ~up, now);
    WaitIfStuck(now);
}

void
SenderPlanes::TakePeerDown(PlaneMask down, Instant now) const
{
    SenderDoze(m_store).End(now);
    const PlaneMask before = m_store.paths.Ports().PeerDown();
    LosePlanes(m_store.paths.SetPeerDown(down, now), now);
    if (down != before)
    {
        ReportPlanes(now);
    }
}

/** A packet that the peer got or sent after its news shows the port up [stale-news]. */
void
SenderPlanes::SeePeerPort(PlaneId plane, Instant after, Instant now) const
{
    if (m_store.paths.Ports().ShowsPeerPort(plane, after))
    {
        NS_LOG_LOGIC("queue pair " << m_store.parameters.peer.value << ": plane " << +plane
                                   << " works at the peer, which called it down");
        TakePeerDown(m_store.paths.Ports().PeerDown() & ~(PlaneMask{1} << plane), now);
    }
}

void
SenderPlanes::LosePlanes(PlaneMask planes, Instant now) const
{
    if (planes != 0)
    {
        NS_LOG_LOGIC("queue pair " << m_store.parameters.peer.value << ": planes of mask "
                                   << +planes << " are lost");
        // No SACK will come for packets on these planes; a timer would take far longer.
        m_store.flight.Fates().LosePlanes(planes, now);
        m_store.Rearm(now); // without any plane the sender waits only so long
    }
}

void
SenderPlanes::ReportPlanes(Instant now) const
{
    if (QueuePairUser* watcher = WatcherOf(m_store.flight.Store()))
    {
        const PlaneMask peer = m_store.parameters.Planes() & ~m_store.paths.Ports().PeerDown();
        watcher->Watched(PlaneStatus{m_store.paths.Ports().LocalUp(), peer, now});
    }
}

/** Called after each change that may have taken the last path [no-path-waits]. */
void
SenderPlanes::WaitIfStuck(Instant now) const
{
    if (!m_store.paths.HasPath())
    {
        // Time without a path is no fault of the peer, so the retry timer starts anew.
        m_store.timers.Retry().Touch(now);
        m_store.Rearm(now);
    }
}

/** Packets that are on a denied EV stay in flight: denying says nothing about them. */
bool
SenderPlanes::Administer(Ev ev, PathOrder order, Instant now) const
{
    SenderDoze(m_store).End(now);
    const bool known = m_store.paths.Administer(ev, order, now);
    if (!m_store.paths.HasPath())
    {
        m_store.timers.Retry().Touch(now);
    }
    m_store.Rearm(now); // without any path the sender waits only so long
    return known;
}

} // namespace mrc
} // namespace ns3
