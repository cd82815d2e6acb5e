/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reply-queue.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcReplyQueue");

void
ReplyQueue::OnProbe(const Datagram& probe, Instant now) const
{
    // The answer covers all that has come, so bytes count anew [sack-threshold].
    m_store.ackScheduler.OnSackQueued(m_store.sackThreshold);
    m_store.reverse.Probes().OnDataReceived(now, probe.peth.tseth.timestamp);
    // Without a port the answer waits (HasReply), and FillHeaders finds a plane when one is back.
    const PlaneMask usable = m_store.UsablePlanes();
    const PlaneId plane =
        usable == 0
            ? probe.plane
            : m_store.reverse.AnswerTo(Ev::Of(probe.plane, probe.ev.Uplink()), usable, now).Plane();
    Reply reply{};
    reply.ev = probe.ev;
    reply.psn = Psn(probe.peth.probeId);
    reply.timestamp = probe.peth.tseth.timestamp;
    reply.kind = ReplyKind::PROBE_SACK;
    reply.plane = plane;
    reply.mark = probe.ecn == Ecn::CE ? PathMark::SKIP_ONCE : PathMark::NONE;
    AddNewest(reply);
    // a probe asks because an answer is missing: that may be the Transport ACK
    if (m_store.completed != 0 || m_store.roles.failed)
    {
        m_store.OweAck(plane);
    }
    m_store.ackPlane = plane;
    m_store.probed = true;
}

void
ReplyQueue::AddSack(const Datagram& packet) const
{
    m_store.ackScheduler.OnSackQueued(m_store.sackThreshold);
    Reply reply{};
    reply.ev = packet.ev;
    reply.psn = packet.bth.psn;
    reply.timestamp = packet.write.tseth.timestamp;
    reply.kind = ReplyKind::SACK;
    reply.plane = packet.plane;
    reply.mark = packet.ecn == Ecn::CE ? PathMark::SKIP_ONCE : PathMark::NONE;
    AddNewest(reply);
}

/**
 * Bitmap and cumulative PSN are filled in when a reply leaves, so the newest one says all that
 * earlier ones of its kind would. One with a mark stays: the mark is about its own EV
 * [answer-order].
 */
void
ReplyQueue::AddNewest(const Reply& reply) const
{
    if (!m_store.replies.Empty() && m_store.replies.Back().kind == reply.kind &&
        m_store.replies.Back().mark == PathMark::NONE)
    {
        m_store.replies.Back() = reply;
    }
    else
    {
        m_store.Owe(reply);
    }
}

void
ReplyQueue::AddNack(const Datagram& packet, NackReason reason) const
{
    Reply reply{};
    reply.ev = packet.ev;
    reply.psn = packet.bth.psn;
    reply.timestamp = packet.write.tseth.timestamp;
    // NACKs never merge: each is the only word about its packet [answer-order].
    reply.kind = ReplyKind::NACK;
    NS_LOG_LOGIC("queue pair " << m_store.parameters.peer.value << ": PSN "
                               << packet.bth.psn.Value() << " is refused, reason "
                               << +static_cast<uint8_t>(reason));
    reply.reason = reason;
    reply.plane = packet.plane;
    m_store.Owe(reply);
}

/** A refusal is told by the Transport ACK; a queue pair that failed otherwise knows no request. */
void
ReplyQueue::AddError(const Datagram& packet) const
{
    if (m_store.guard->syndrome == AethSyndrome::ACK)
    {
        AddNack(packet, NackReason::UNEXPECTED_EVENT);
        return;
    }
    m_store.OweAck(packet.plane);
}

} // namespace mrc
} // namespace ns3
