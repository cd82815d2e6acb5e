/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sprayer.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** How often a retransmission asks for another path before it takes what comes. */
constexpr int OTHER_PATH_DRAWS = 3;

/** Names of the random sequences. */
enum DrawName : uint64_t
{
    DRAW_PATHS = 101,
    DRAW_JITTER = 102,
};

} // namespace

Sprayer::Sprayer(const EvConfig& config, const PathDeal& deal)
    : m_config(config),
      m_deal(deal),
      m_prober(config, deal.draws.Child(DRAW_JITTER)),
      m_localUp((PlaneMask{1} << deal.planes) - 1),
      m_lastPlane(static_cast<PlaneId>(deal.planes - 1)), // so that plane 0 comes first
      m_selector(config.selector, deal.draws.Child(DRAW_PATHS))
{
}

std::optional<Ev>
Sprayer::NextOther(PlaneMask ports, Ev avoid, Instant now)
{
    std::optional<Ev> ev = Next(ports, now);
    m_selector.BeginRedraw(); // one packet consumes one SKIP at most, however often it draws
    for (int draw = 1; draw < OTHER_PATH_DRAWS && ev && Table().SamePath(*ev, avoid); ++draw)
    {
        ev = Next(ports, now);
    }
    m_selector.EndRedraw();
    return ev;
}

void
Sprayer::OnFeedback(Ev ev, PathSelector::Feedback feedback, Instant now)
{
    m_selector.OnFeedback(Table(), ev, feedback, now);
}

LossOutcome
Sprayer::OnLoss(Ev ev, PathCause cause, Instant now)
{
    const LossOutcome outcome = Table().OnLoss(ev, cause, Usable(), now);
    if (outcome == LossOutcome::RETIRED)
    {
        m_prober.Add(ev, now);
    }
    m_selector.OnFeedback(Table(), ev, PathFeedback::LOST, now);
    return outcome;
}

bool
Sprayer::Administer(Ev ev, PathOrder order, Instant now)
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
    return true;
}

bool
Sprayer::HasPath() const
{
    bool found = false;
    for (PlaneMask rest = Usable(); rest != 0 && !found; rest &= rest - 1)
    {
        found = !m_table || m_table->Usable(static_cast<PlaneId>(__builtin_ctz(rest))) != 0;
    }
    return found;
}

PlaneMask
Sprayer::SetLocalUp(PlaneMask up)
{
    const PlaneMask before = Usable();
    m_localUp = up & ((PlaneMask{1} << m_deal.planes) - 1);
    return before & ~Usable();
}

PlaneMask
Sprayer::SetPeerDown(PlaneMask down)
{
    const PlaneMask before = Usable();
    m_peerDown = down;
    return before & ~Usable();
}

} // namespace mrc
} // namespace ns3
