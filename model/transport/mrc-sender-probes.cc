/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-probes.h"

#include "mrc-rtt-estimator.h"

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * While more reliability probes than this are without an answer, the silence of one path says
 * nothing about it. Own choice: one of them may have taken the same path.
 */
constexpr uint32_t SILENCE_PROBES = 1;

} // namespace

bool
SenderProbes::SilenceCounts() const
{
    return m_store.timers.Probes().Unanswered() <= SILENCE_PROBES;
}

void
SenderProbes::AskOrWait(Instant now) const
{
    if (!m_store.probes.Allows(Occasion(now)))
    {
        m_store.timers.Probes().Postpone(
            now); // by another interval: a probe would only add to the overflow
        return;
    }
    m_store.timers.Probes().Count(now);
    m_store.timers.Probes().Search(
        m_store.paths.Health().Pauses().AreOn() ? __builtin_popcount(m_store.paths.InTurn()) : 0);
    m_store.probeDue = true;
    m_store.flight.Losses().AskForOldest(now);
    m_store.timers.DecideAt(m_store.flight.Store().NextDecision(SilenceCounts(), now));
}

ReliabilityProbes::Occasion
SenderProbes::Occasion(Instant now) const
{
    return {m_store.paths,
            m_store.flight,
            m_store.timers.Probes().Unanswered(),
            !m_store.HasData(),
            now};
}

bool
SenderProbes::Take(Instant now, Datagram& out) const
{
    m_store.probeDue = false;
    const std::optional<ReliabilityProbes::Probe> probe = m_store.probes.Take(Occasion(now));
    if (!probe)
    {
        return false;
    }
    out = Datagram();
    out.bth.opcode = Opcode::PROBE_REQUEST;
    out.bth.destination = m_store.parameters.peer;
    out.source = m_store.parameters.localNic;
    out.destination = m_store.parameters.peerNic;
    out.ev = probe->ev;
    out.plane = probe->ev.Plane();
    out.dscp = m_store.parameters.dscp.noTrim; // the data class [traffic-classes]
    out.peth = Peth{};
    out.peth.probeId = probe->id;
    out.peth.tseth.timestamp = TimestampOf(now);
    m_store.flight.OnProbe(out.peth.probeId, now);
    ++m_store.roles.counters.probesSent;
    m_store.timers.OnSent(m_store.State(), now);
    return true;
}

} // namespace mrc
} // namespace ns3
