/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-blame.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Paths of a plane that are silent at once for one reason, it seems; own choice: seldom do so many
 * T1s die together. Where a plane has few paths the limit is more than half of them.
 */
constexpr uint32_t MANY_PATHS = 4;

} // namespace

bool
PathBlame::Blame(Ev ev, PathCause cause, Instant now) const
{
    const uint32_t strikes = m_store.strikes.OnLoss(m_store.paths.PathOf(ev));
    const bool overflow = Overflows(PlaneMask{1} << ev.Plane(), now);
    // An overflowing last hop loses packets of living paths: a path then needs more strikes to
    // count as dead.
    const uint32_t proof =
        overflow || NoPathWorks(now) ? m_store.strikes.Proof() : PathStrikes::FEWEST;
    const bool dead = strikes >= proof;
    if (overflow || PathsFailTogether(now))
    {
        Pardon(proof, now);
        if (!dead)
        {
            return false;
        }
    }
    if (m_store.OnlyPath())
    {
        return false; // another EV would name the same path
    }
    const bool retired = m_store.paths.OnLoss(ev, cause, now) == LossOutcome::RETIRED;
    // EVs that share a dead path would each lose packets of their own before they were found out.
    m_store.counters.pathsRetired +=
        retired + (dead ? m_store.paths.RetireSiblings(ev, cause, now) : 0);
    return retired;
}

/** Packets lost in the latest round trips were probably lost on the last hop too. */
void
PathBlame::Pardon(uint32_t proof, Instant now) const
{
    const Instant since =
        now - m_store.parameters.qp->AckTimeout() * FlightStore::LAST_HOP_TIMEOUTS;
    for (const Ev lost : m_store.doubts.Pardon(since))
    {
        if (m_store.OnlyPath() || m_store.strikes.Of(m_store.paths.PathOf(lost)) < proof)
        {
            m_store.counters.pathsResurrected += m_store.paths.VindicatePath(lost, now);
        }
    }
}

void
PathBlame::LoseProbe(Ev ev, Instant now) const
{
    const bool single = !Overflows(PlaneMask{1} << ev.Plane(), now) && !NoPathWorks(now);
    if (single && !m_store.OnlyPath() &&
        m_store.strikes.OnLoss(m_store.paths.PathOf(ev)) >= PathStrikes::FEWEST)
    {
        m_store.counters.pathsRetired +=
            (m_store.paths.OnLoss(ev, PathCause::GAP, now) == LossOutcome::RETIRED) +
            m_store.paths.RetireSiblings(ev, PathCause::GAP, now);
    }
}

void
PathBlame::NoteTrim(Ev ev, bool lastHop, Instant now) const
{
    m_store.strikes.OnAnswer(m_store.paths.PathOf(ev));
    if (lastHop)
    {
        m_store.overflow.OnTrim(ev.Plane(), now);
    }
}

bool
PathBlame::Overflows(PlaneMask planes, Instant now) const
{
    const PlaneMask trimming = planes & m_store.overflow.Trimming(now);
    if (trimming == 0)
    {
        // in the first round trips of a large incast few senders hear of a trim
        return now - m_store.paths.Health().HeardAt() < m_store.parameters.qp->AckTimeout() &&
               NoPathWorks(now);
    }
    // An overflow that is known lasts until its trims stop: the paths are not counted again for
    // each loss.
    if ((m_store.overflow.Overflowing(now) & planes) != 0)
    {
        return true;
    }
    const uint32_t paths =
        m_store.parameters.uplinks * static_cast<uint32_t>(__builtin_popcount(trimming));
    const uint32_t many =
        m_store.parameters.uplinks == 1 ? MANY_PATHS : std::min(MANY_PATHS, paths / 2 + 1);
    // packets sent since its latest NACK may be silent because answers are lost on their way
    const Instant before = m_store.overflow.Latest() - m_store.rtt.Smoothed();
    const bool overflows =
        SilentPaths(trimming, many, std::min(before, now - m_store.SparseTime())) == many;
    if (overflows)
    {
        // Losses that were blamed on paths before the overflow was noticed are forgiven.
        m_store.overflow.Confirm(trimming);
        Pardon(m_store.strikes.Proof(), now);
    }
    return overflows;
}

bool
PathBlame::PathsFailTogether(Instant now) const
{
    const uint64_t paths = m_store.parameters.uplinks * m_store.parameters.planes;
    const auto used = static_cast<uint32_t>(
        std::min(paths, m_store.sent.Records().Next() - m_store.sent.Records().Base()));
    const uint32_t most = used / 2 + 1;
    return most > MANY_PATHS &&
           SilentPaths(~PlaneMask{0}, most, now - m_store.SparseTime()) == most;
}

/**
 * @return whether most of the latest packets are missing, most of their paths are silent, and none
 *         answers every time. Were some of them dead and others not, one would
 */
bool
PathBlame::NoPathWorks(Instant now) const
{
    const bool missing = 2 * m_store.sent.Records().AcknowledgedAboveBase() <
                         m_store.sent.Records().Next() - m_store.sent.Records().Base();
    return missing && !m_store.strikes.AnyWorks() && PathsFailTogether(now);
}

/**
 * @param planes which
 * @param most where to stop counting
 * @param before packets in flight that were sent later do not count yet
 * @return paths that have lost a packet, or keep an answer waiting, since their latest answer.
 * Where a plane has one path only, each packet that waits counts
 */
uint32_t
PathBlame::SilentPaths(PlaneMask planes, uint32_t most, Instant before) const
{
    const auto lies = [planes](Ev path) { return ((planes >> path.Plane()) & 1) != 0; };
    const bool single = m_store.parameters.uplinks == 1;
    const uint32_t count = std::min(m_store.strikes.Count(planes), most);
    std::vector<Ev> late;
    uint64_t sequence = m_store.sent.Records().NextInFlight(m_store.sent.Records().Base());
    for (; sequence != SentRecords::NONE && count + late.size() < most;
         sequence = m_store.sent.Records().NextInFlight(sequence + 1))
    {
        const SentPacket& packet = m_store.sent.Records().At(sequence);
        const Ev path = m_store.paths.PathOf(packet.ev);
        // Paths with strikes are in the count already.
        if (packet.sentAt < before && lies(path) &&
            (single || (m_store.strikes.Of(path) == 0 &&
                        std::find(late.begin(), late.end(), path) == late.end())))
        {
            late.push_back(path);
        }
    }
    return count + static_cast<uint32_t>(late.size());
}

} // namespace mrc
} // namespace ns3
