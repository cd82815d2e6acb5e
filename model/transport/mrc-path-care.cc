/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-care.h"

#include <vector>

namespace ns3
{
namespace mrc
{

void
PathCare::OnFeedback(Ev ev, PathSelector::Feedback feedback, Instant now)
{
    if (m_isSkip && feedback == PathSelector::Feedback::CLEAN)
    {
        return; // nothing to the SkipSelector, with a table or without: most SACKs touch neither
    }
    if (m_isDealt || !TakeWithoutTable(ev, feedback, now))
    {
        m_selector.OnFeedback(Table(), ev, feedback, now);
    }
}

/** @return whether that was possible: as SkipSelector::OnFeedback does with a table */
bool
PathCare::TakeWithoutTable(Ev ev, PathSelector::Feedback feedback, Instant now)
{
    // An EV that is skipped turn after turn changes places, in a table [skip-exchange].
    if (m_selector.WalkOfFew() == nullptr || feedback == PathSelector::Feedback::LOST)
    {
        return false;
    }
    return feedback == PathSelector::Feedback::CLEAN ||
           (m_config.skipsToExchange == 0 && Few().OnCongestion(ev, CauseOf(feedback), now));
}

LossOutcome
PathCare::OnLoss(Ev ev, PathCause cause, Instant now)
{
    const PlaneMask own = PlaneMask{1} << ev.Plane();
    const PlanesInUse planes{m_ports.Usable(),
                             m_health.IsAlive(ev.Plane(), now) ? own : PlaneMask{0}};
    const LossOutcome outcome = Table().OnLoss(ev, cause, planes, now);
    if (outcome == LossOutcome::RETIRED)
    {
        // Only probes can bring a retired EV back.
        m_prober.Add(ev, now);
    }
    // Selectors with a memory of their own hear of the loss too, whatever the table did about the
    // loss.
    m_selector.OnFeedback(Table(), ev, PathFeedback::LOST, now);
    return outcome;
}

uint32_t
PathCare::RetireSiblings(Ev ev, PathCause cause, Instant now)
{
    std::vector<Ev> siblings;
    for (const Path& path : Table().All())
    {
        if (path.ev != ev && path.IsUsable() && Table().SamePath(path.ev, ev))
        {
            siblings.push_back(path.ev);
        }
    }
    // The list is made before: retiring an EV changes the seats of the table.
    uint32_t retired = 0;
    for (const Ev sibling : siblings)
    {
        retired += OnLoss(sibling, cause, now) == LossOutcome::RETIRED;
    }
    return retired;
}

uint32_t
PathCare::VindicatePath(Ev ev, Instant now)
{
    std::vector<Ev> bad;
    for (const Path& path : Table().All())
    {
        if (path.state == PathState::ASSUMED_BAD && Table().SamePath(path.ev, ev))
        {
            bad.push_back(path.ev);
        }
    }
    // The list is made before: an EV that comes back changes the seats of the table.
    uint32_t vindicated = 0;
    for (const Ev sibling : bad)
    {
        vindicated += Vindicate(sibling, now);
    }
    return vindicated;
}

bool
PathCare::OnProbeAnswer(Ev ev, uint16_t id, bool marked, Instant now)
{
    // Whatever the probe was for, the plane of the probe is alive.
    m_health.OnAnswered(PlaneMask{1} << ev.Plane(), now, now);
    if (!m_prober.Has(ev))
    {
        return false; // the probe was for the reverse path
    }
    Table().OnAnswer(ev, now);
    // a plane that is alive and lacks EVs takes the first ones that answer
    if (!m_prober.OnResponse(ev, id) && !Table().IsShort(ev.Plane()))
    {
        return false;
    }
    // The EV comes back, so its probes end.
    m_prober.Remove(ev);
    return Resurrect(ev, marked, now);
}

bool
PathCare::Administer(Ev ev, PathOrder order, Instant now)
{
    if (!Table().Administer(ev, order, now))
    {
        return false;
    }
    if (order == PathOrder::DENY)
    {
        m_prober.Remove(ev); // a denied EV carries no probes either
    }
    else if (Table().Find(ev)->state == PathState::ASSUMED_BAD && !m_prober.Has(ev))
    {
        m_prober.Add(ev, now);
    }
    m_health.Forget(PlaneMask{1} << ev.Plane()); // the plane may have had no EV for a long time
    return true;
}

PlaneMask
PathCare::SetLocalUp(PlaneMask up)
{
    const PlaneMask before = m_ports.Usable();
    m_ports.SetLocalUp(up, m_deal.planes);
    m_health.Forget(m_ports.Usable() ^ before);
    return before & ~m_ports.Usable();
}

PlaneMask
PathCare::SetPeerDown(PlaneMask down, Instant now)
{
    const PlaneMask before = m_ports.Usable();
    m_ports.SetPeerDown(down, now);
    m_health.Forget(m_ports.Usable() ^ before);
    return before & ~m_ports.Usable();
}

} // namespace mrc
} // namespace ns3
