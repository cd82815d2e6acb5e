/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receiver-grants.h"

#include "mrc-credit-code.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

Grant
FirstGrant(const QpConfig& qp, const QpCapabilities& peerOffer)
{
    const QpCapabilities agreed = Agree(qp.Offer(), peerOffer);
    Grant grant;
    grant.mpr = agreed.dynamicMpr ? agreed.mpr : qp.mpr;
    grant.penalty = qp.penalty;
    return grant;
}

bool
ReceiverGrants::Set(const Grant& grant) const
{
    if (grant.mpr != m_store.grant.mpr && !m_store.header.dynamicMpr)
    {
        return false;
    }
    // Taking a penalty back asks the sender for the window that the penalty cost.
    m_store.restores = grant.penalty == 0 && (m_store.restores || m_store.grant.penalty != 0);
    // Noted before the grant changes: up to here the requestor may send by the old one.
    m_store.windowEnd = m_store.received.Expected() + m_store.received.Window();
    m_store.grant = grant;
    m_store.penalty = grant.penalty;
    NarrowWindow();
    return true;
}

void
ReceiverGrants::NarrowWindow() const
{
    // The edge that a requestor was told of never comes back: the requestor may have sent up to
    // that edge.
    const uint64_t expected = m_store.received.Expected();
    const auto told =
        static_cast<uint32_t>(m_store.windowEnd - std::min(m_store.windowEnd, expected));
    m_store.received.SetWindow(std::max(m_store.grant.mpr * MPR_UNIT, told));
}

void
ReceiverGrants::Fill(SackHeaders& sack) const
{
    if (m_store.header.dynamicMpr)
    {
        NarrowWindow();
        sack.seth.mpr = m_store.grant.mpr;
    }
    sack.cc.penalty = m_store.penalty;
    sack.cc.restoreWindow = m_store.restores;
}

void
ReceiverGrants::WeighIncast(Instant now) const
{
    IncastGauge* const gauge = m_store.parameters.incast;
    const QpConfig& qp = m_store.parameters.qp;
    if (!(qp.incastPenalty || qp.credit) || gauge == nullptr)
    {
        return;
    }
    ResponderGuard& guard = *m_store.guard;
    // The present round trip includes the queue. Without the queue, senders with waiting packets
    // would not be counted.
    gauge->Hear(guard.share,
                now,
                m_store.parameters.RoundTrip() + m_store.reverse.Probes().Queueing());
    if (qp.credit)
    {
        m_store.penalty = std::max(m_store.grant.penalty, CreditCode(gauge->Senders()));
        return;
    }
    const uint8_t own = gauge->PenaltyOf(guard.share, guard.room);
    m_store.penalty = std::max(m_store.grant.penalty, own);
    guard.penalised = guard.penalised || own != 0;
    if (own != 0)
    {
        m_store.restores = false;
    }
    else if (guard.penalised && gauge->Senders() == 1 && m_store.grant.penalty == 0)
    {
        guard.penalised = false; // the sender is alone again, and may have the whole line
        m_store.restores = true;
    }
}

} // namespace mrc
} // namespace ns3
