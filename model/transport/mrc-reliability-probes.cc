/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reliability-probes.h"

#include "mrc-flight.h"
#include "mrc-sprayer.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** From this one on probes without an answer take each path in turn; own choice [probe-search]. */
constexpr uint32_t FIRST_SEARCH = 5;

/** Of unanswered probes each so many does not believe the peer that a port is down; own choice
 * [stale-news]. */
constexpr uint32_t DOUBT_EVERY = 4;

/**
 * Silence alone holds back later probes after so many without an answer [overflow-quiet]. Own
 * choice: one lost SACK silences all paths of a short message. With 1, an all-to-all in which a T1
 * dies has twice the timeouts; with 3, incasts of 1,023 have 6 % more probes.
 */
constexpr uint32_t DOUBT_PROBES = 2;

} // namespace

bool
ReliabilityProbes::Allows(const Occasion& occasion)
{
    Flight& flight = occasion.flight;
    const Instant now = occasion.now;
    const SentRecords packets = flight.Packets().Records();
    const bool known = flight.Store().KnowsOverflow(now);
    const bool overflows = flight.Blame().LastHopOverflows(now);
    // The call above may have found the overflow: the sender may ask once more then.
    if (flight.Store().KnowsOverflow(now) && !known)
    {
        m_pace.OnOverflow();
    }
    const bool allowed = m_pace.Allows(packets.Base() + packets.AcknowledgedAboveBase());
    const bool doubt = !flight.Store().KnowsOverflow(now) && occasion.unanswered < DOUBT_PROBES;
    if (!allowed && overflows && !doubt)
    {
        return false;
    }
    m_pace.OnProbe();
    return true;
}

std::optional<ReliabilityProbes::Probe>
ReliabilityProbes::Take(const Occasion& occasion)
{
    const std::optional<Ev> ev = PathOf(occasion);
    if (!ev)
    {
        return std::nullopt;
    }
    ++m_id;
    m_log.OnSent(m_id, *ev, occasion.now);
    return Probe{*ev, m_id};
}

/**
 * If no SACK has come since the last packet, the first probe takes the path of the oldest packet in
 * flight. Queues keep their order, so its answer proves whether that packet is lost. Without an
 * answer the path itself is in doubt.
 */
std::optional<Ev>
ReliabilityProbes::PathOf(const Occasion& occasion)
{
    Sprayer& paths = occasion.paths;
    const SentRecords packets = occasion.flight.Packets().Records();
    const uint64_t oldest = packets.NextInFlight(packets.Base());
    const bool silent = occasion.idle && occasion.flight.Store().judgedAt == Instant::Never();
    if (silent && oldest != SentRecords::NONE && packets.At(oldest).sentAt != m_pathProbed &&
        paths.MayUse(packets.At(oldest).ev))
    {
        m_pathProbed = packets.At(oldest).sentAt;
        return packets.At(oldest).ev;
    }
    // without answers, planes that the peer called down are tried too: the peer's word may be out
    // of date
    const PlaneMask usable = paths.Ports().Usable();
    const PlaneMask doubted = paths.Ports().LocalUp() & paths.Ports().PeerDown();
    const bool doubtPeer = occasion.unanswered > 2 && m_id % DOUBT_EVERY == 0;
    if (doubted != 0 && (doubtPeer || usable == 0))
    {
        return paths.NextInTurn(doubted, m_doubts++, occasion.now);
    }
    if (occasion.unanswered >= FIRST_SEARCH)
    {
        return paths.NextInTurn(usable, m_searches++, occasion.now);
    }
    const std::optional<Ev> next =
        paths.NextOther(usable, m_lastProbed, occasion.flight.Store().strikes, occasion.now);
    m_lastProbed = next.value_or(m_lastProbed);
    return next;
}

void
ReliabilityProbes::OnAnswer(uint16_t id, Flight& flight, Instant now)
{
    for (const Ev lost : m_log.OnAnswer(id, flight.Store().SparseTime()))
    {
        flight.Blame().LoseProbe(lost, now);
    }
}

} // namespace mrc
} // namespace ns3
