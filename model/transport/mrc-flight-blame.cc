/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flight.h"

#include "ns3/log.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFlightBlame");

namespace
{

/**
 * Paths of a plane that are silent at once for one reason, it seems; own choice: seldom do so many
 * T1s die together. Where a plane has few paths it is more than half of them.
 */
constexpr uint32_t MANY_PATHS = 4;

} // namespace

/** @return whether that retired the EV */
bool
Flight::Blame(Ev ev, PathCause cause, Instant now)
{
    const uint32_t strikes = m_strikes.OnLoss(m_paths.PathOf(ev));
    const bool overflow = LastHopOverflows(PlaneMask{1} << ev.Plane(), now);
    // An overflowing last hop loses packets of living paths: a path then needs more strikes to
    // count as dead.
    const uint32_t proof = overflow || NoPathWorks(now) ? m_strikes.Proof() : PathStrikes::FEWEST;
    const bool dead = strikes >= proof;
    if (overflow || PathsFailTogether(now))
    {
        Pardon(proof, now);
        if (!dead)
        {
            return false;
        }
    }
    if (OnlyPath())
    {
        return false; // another EV would name the same path
    }
    const bool retired = m_paths.OnLoss(ev, cause, now) == LossOutcome::RETIRED;
    // EVs that share a dead path would each lose packets of their own before they were found out.
    m_counters.pathsRetired += retired + (dead ? m_paths.RetireSiblings(ev, cause, now) : 0);
    return retired;
}

/** @return whether there is no other way to the peer */
bool
Flight::OnlyPath() const
{
    return m_parameters.uplinks * m_parameters.planes == 1;
}

/** What was lost in the latest round trips was lost on the last hop too, it seems. */
void
Flight::Pardon(uint32_t proof, Instant now)
{
    const Instant since = now - m_parameters.qp.AckTimeout() * LAST_HOP_TIMEOUTS;
    for (const Ev lost : m_doubts.Pardon(since))
    {
        if (OnlyPath() || m_strikes.Of(m_paths.PathOf(lost)) < proof)
        {
            m_counters.pathsResurrected += m_paths.VindicatePath(lost, now);
        }
    }
}

void
Flight::LoseProbe(Ev ev, Instant now)
{
    const bool single = !LastHopOverflows(PlaneMask{1} << ev.Plane(), now) && !NoPathWorks(now);
    if (single && !OnlyPath() && m_strikes.OnLoss(m_paths.PathOf(ev)) >= PathStrikes::FEWEST)
    {
        m_counters.pathsRetired +=
            (m_paths.OnLoss(ev, PathCause::GAP, now) == LossOutcome::RETIRED) +
            m_paths.RetireSiblings(ev, PathCause::GAP, now);
    }
}

void
Flight::NoteTrim(Ev ev, bool lastHop, Instant now)
{
    m_strikes.OnAnswer(m_paths.PathOf(ev));
    if (lastHop)
    {
        m_overflow.OnTrim(ev.Plane(), now);
    }
}

bool
Flight::LastHopOverflows(PlaneMask planes, Instant now)
{
    const PlaneMask trimming = planes & m_overflow.Trimming(now);
    if (trimming == 0)
    {
        // in the first round trips of a large incast few senders hear of a trim
        return now - m_paths.Health().HeardAt() < m_parameters.qp.AckTimeout() && NoPathWorks(now);
    }
    // An overflow that is known lasts until its trims stop: the paths are not counted again for
    // each loss.
    if ((m_overflow.Overflowing(now) & planes) != 0)
    {
        return true;
    }
    const uint32_t paths =
        m_parameters.uplinks * static_cast<uint32_t>(__builtin_popcount(trimming));
    const uint32_t many =
        m_parameters.uplinks == 1 ? MANY_PATHS : std::min(MANY_PATHS, paths / 2 + 1);
    // what was sent since its latest NACK may be silent because answers are lost on their way
    const Instant before = m_overflow.Latest() - m_rtt.Smoothed();
    const bool overflows =
        SilentPaths(trimming, many, std::min(before, now - SparseTime())) == many;
    if (overflows)
    {
        // Losses that were blamed on paths before the overflow was noticed are forgiven.
        m_overflow.Confirm(trimming);
        Pardon(m_strikes.Proof(), now);
    }
    return overflows;
}

/**
 * @return whether most of the paths that were used last are silent. A loss does not single out a
 *         path then: what all have in common may be to blame, such as the last hop before its NACKs
 *         come
 */
bool
Flight::PathsFailTogether(Instant now)
{
    const uint64_t paths = m_parameters.uplinks * m_parameters.planes;
    const auto used = static_cast<uint32_t>(std::min(paths, m_sent.Next() - m_sent.Base()));
    const uint32_t most = used / 2 + 1;
    return most > MANY_PATHS && SilentPaths(~PlaneMask{0}, most, now - SparseTime()) == most;
}

/**
 * @return whether most of what was sent last is missing, most of the paths that it took are
 *         silent, and none answers every time. Were some of them dead and others not, one would
 */
bool
Flight::NoPathWorks(Instant now)
{
    const bool missing = 2 * m_sent.AcknowledgedAboveBase() < m_sent.Next() - m_sent.Base();
    return missing && !m_strikes.AnyWorks() && PathsFailTogether(now);
}

/**
 * @param planes which
 * @param most where to stop counting
 * @param before packets in flight that were sent later do not count yet
 * @return paths that have lost a packet, or keep an answer waiting, since their latest answer;
 * where a plane has one path only, each packet that waits counts
 */
uint32_t
Flight::SilentPaths(PlaneMask planes, uint32_t most, Instant before)
{
    const auto lies = [planes](Ev path) { return ((planes >> path.Plane()) & 1) != 0; };
    const bool single = m_parameters.uplinks == 1;
    const uint32_t count = std::min(m_strikes.Count(planes), most);
    std::vector<Ev> late;
    uint64_t sequence = m_sent.NextInFlight(m_sent.Base());
    for (; sequence != SentPackets::NONE && count + late.size() < most;
         sequence = m_sent.NextInFlight(sequence + 1))
    {
        const SentPacket& packet = m_sent.At(sequence);
        const Ev path = m_paths.PathOf(packet.ev);
        // Paths with strikes are in the count already.
        if (packet.sentAt < before && lies(path) &&
            (single ||
             (m_strikes.Of(path) == 0 && std::find(late.begin(), late.end(), path) == late.end())))
        {
            late.push_back(path);
        }
    }
    return count + static_cast<uint32_t>(late.size());
}

/** What was no loss costs neither window nor path. */
void
Flight::TakeBackLosses(const SackHeaders& sack, Instant now)
{
    for (const DoubtfulLoss& loss : m_doubts.TakeWrong(sack, m_sent, now))
    {
        NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": packet " << loss.sequence
                                   << " was not lost");
        ++m_counters.lossesUndone;
        // The window was cut for a packet that was only late.
        m_rate.Restore(loss.cut);
        m_paths.OnPathAnswered(loss.ev, now);
        m_counters.pathsResurrected += loss.retired && m_paths.Vindicate(loss.ev, now);
    }
}

} // namespace mrc
} // namespace ns3
