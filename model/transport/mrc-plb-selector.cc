/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-plb-selector.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Names the draws of suspensions, far from those of planes and seats. */
constexpr uint64_t SUSPENSION = 1ULL << 32;

} // namespace

PlaneMask
PlbSelector::Planes(const PathSeats& paths, PlaneMask usable, Instant now) const
{
    // The question may be asked in vain, so only a copy is hashed again here.
    KeptPath path = m_kept;
    if (IsTime(now))
    {
        path.Rehash();
    }
    return path.Plane(paths, usable);
}

uint32_t
PlbSelector::Choose(const PathSeats& paths, PlaneId plane, Instant now)
{
    if (IsTime(now))
    {
        Rehash();
    }
    const uint32_t choice = m_kept.Among(paths, plane);
    m_ev = paths.UsableAt(plane, choice).ev;
    m_lastAt = now;
    return choice;
}

void
PlbSelector::OnFeedback(Ev ev, PathFeedback feedback, Instant now)
{
    // Feedback on packets that left before the flow changed its path speaks of the old path.
    if (!m_lastAt || ev != m_ev || feedback == PathFeedback::LATE)
    {
        return;
    }
    if (feedback == PathFeedback::LOST)
    {
        OnLoss(now);
        return;
    }
    m_rounds.OnAnswer(feedback != PathFeedback::CLEAN, now);
}

/** @return whether the next packet takes another path */
bool
PlbSelector::IsTime(Instant now) const
{
    if (now < m_suspendedTo || !m_lastAt)
    {
        return false;
    }
    // Nothing is under way when the flow has been silent for a round.
    const bool idle = now - *m_lastAt >= m_config.round;
    return m_rounds.Congested() >= (idle ? m_config.idleRehashRounds : m_config.rehashRounds);
}

void
PlbSelector::Rehash()
{
    m_kept.Rehash();
    m_rounds.Clear();
    m_lastAt.reset();
    ++m_rehashes;
}

/** A flow leaves where packets are lost, and then stays, or it might find the black hole again. */
void
PlbSelector::OnLoss(Instant now)
{
    Rehash();
    // Between one and two times the length: parts in 65,536 are fine enough.
    const int64_t more = m_draws.Below(1 << 16, SUSPENSION + m_rehashes);
    m_suspendedTo = now + m_config.suspend + m_config.suspend / (1 << 16) * more;
}

} // namespace mrc
} // namespace ns3
