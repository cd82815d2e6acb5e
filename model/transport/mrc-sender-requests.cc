/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-requests.h"

#include "mrc-sender-doze.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSenderRequests");

void
SenderRequests::Post(const WorkRequest& request, Instant now) const
{
    // libibverbs completes requests posted in the state ERR as flushed: behind older ones, where a
    // sink posts in the midst of the failure.
    if (m_store.failed && m_store.messages.Empty())
    {
        m_store.owner.Completed({request.id, CompletionStatus::WR_FLUSH_ERR, now, request.length});
        return;
    }
    const bool first = m_store.messages.Empty();
    m_store.messages.Post(request);
    if (first)
    {
        // Planes did not fall silent while nothing was asked of them.
        m_store.paths.Health().Resume(now);
        if (m_store.parameters.cc->qaSkipsPauses)
        {
            m_store.flight.Resume();
        }
        m_store.timers.Retry().Restart(now);
        m_store.Rearm(now);
    }
}

void
SenderRequests::Stop(Instant now) const
{
    SenderDoze(m_store).End(now);
    m_store.failed = true;
    m_store.flight.Fates().Abandon(now);
    m_store.probeDue = false;
    m_store.timers.GiveUpAt(Instant::Never());
    m_store.Rearm(now);
}

/** The oldest request ends with the reason, the others are flushed, as in libibverbs. */
void
SenderRequests::Flush(CompletionStatus status, Instant now) const
{
    NS_LOG_LOGIC("queue pair " << m_store.parameters.peer.value << " fails: " << status);
    while (!m_store.messages.Empty())
    {
        const WorkRequest ended = m_store.messages.PopOldest();
        m_store.owner.Completed({ended.id, status, now, ended.length});
        status = CompletionStatus::WR_FLUSH_ERR;
    }
}

void
SenderRequests::Rest(Instant now) const
{
    if (m_store.IsIdle())
    {
        m_store.messages.Rest();
        m_store.flight.Packets().Rest();
        m_store.paths.Rest(now);
    }
}

} // namespace mrc
} // namespace ns3
