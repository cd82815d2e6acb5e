/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sprayer.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSprayer");

namespace
{

/** How often a retransmission asks for another path before it takes what comes [resend-path]. */
constexpr int OTHER_PATH_DRAWS = 3;

/** The same where paths have lost packets without an answer since: most of them may have. */
constexpr int SUSPECT_DRAWS = 16;

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
      m_health(config.planeSilence, deal.pause),
      m_ports(deal.planes),
      m_lastPlane(static_cast<PlaneId>(deal.planes - 1)), // so that plane 0 comes first
      m_selector(config.selector, deal.draws.Child(DRAW_PATHS), config.custom.get())
{
}

std::optional<Ev>
Sprayer::NextOther(PlaneMask ports, Ev avoid, const PathStrikes& strikes, Instant now)
{
    const int draws = strikes.Empty() ? OTHER_PATH_DRAWS : SUSPECT_DRAWS;
    const Path* path = Draw(ports, now);
    m_selector.BeginRedraw(); // one packet consumes one SKIP at most, however often it draws
    for (int draw = 1; draw < draws && path != nullptr; ++draw)
    {
        // A retransmission over the path that lost its packet would probably be lost as well.
        if (!Table().SamePath(path->ev, avoid) && strikes.Of(PathOf(path->ev)) == 0)
        {
            break;
        }
        path = Draw(ports, now);
    }
    m_selector.EndRedraw();
    return EvOf(Send(path, now));
}

/**
 * Planes change with each i and uplinks with each round of planes, so that a dead plane costs few
 * probes.
 */
std::optional<Ev>
Sprayer::NextInTurn(PlaneMask planes, uint32_t i, Instant now)
{
    const auto count = static_cast<uint32_t>(__builtin_popcount(planes));
    if (count == 0)
    {
        return std::nullopt;
    }
    for (uint32_t skip = i % count; skip != 0; --skip)
    {
        planes &= planes - 1;
    }
    const auto plane = static_cast<PlaneId>(__builtin_ctz(planes));
    // An EV that is assumed bad will do: the caller searches for any path that lives.
    for (uint32_t step = 0; step < m_deal.uplinks; ++step)
    {
        const Ev path = Ev::Of(plane, (i / count + step) % m_deal.uplinks);
        for (const Path& dealt : Table().All())
        {
            if (PathOf(dealt.ev) == path &&
                (dealt.IsUsable() || dealt.state == PathState::ASSUMED_BAD))
            {
                m_health.OnSent(plane, now);
                return dealt.ev;
            }
        }
    }
    return std::nullopt;
}

void
Sprayer::OnFeedback(Ev ev, PathSelector::Feedback feedback, Instant now)
{
    m_selector.OnFeedback(Table(), ev, feedback, now);
}

LossOutcome
Sprayer::OnLoss(Ev ev, PathCause cause, Instant now)
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
    // Selectors with a memory of their own hear of the loss too, whatever the table made of it.
    m_selector.OnFeedback(Table(), ev, PathFeedback::LOST, now);
    return outcome;
}

uint32_t
Sprayer::RetireSiblings(Ev ev, PathCause cause, Instant now)
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
Sprayer::VindicatePath(Ev ev, Instant now)
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
Sprayer::OnProbeAnswer(Ev ev, uint16_t id, bool marked, Instant now)
{
    // Whatever the probe was for, its plane is alive.
    m_health.OnAnswered(PlaneMask{1} << ev.Plane(), now, now);
    if (!m_prober.Has(ev))
    {
        return false; // it was for the reverse path
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

PlaneMask
Sprayer::InTurn() const
{
    PlaneMask inTurn = 0;
    for (PlaneMask rest = m_ports.Usable(); rest != 0; rest &= rest - 1)
    {
        const auto plane = static_cast<PlaneId>(__builtin_ctz(rest));
        // A table that is not dealt has all its EVs, and each plane its turn.
        inTurn |= !m_table || m_table->Usable(plane) != 0 ? rest & -rest : PlaneMask{0};
    }
    return inTurn;
}

/** Leaves planes that are silent. @return planes that may send now */
PlaneMask
Sprayer::Doubt(Instant now)
{
    for (PlaneMask rest = InTurn(); rest != 0; rest &= rest - 1)
    {
        const auto plane = static_cast<PlaneId>(__builtin_ctz(rest));
        // While all planes are silent none is left: the answers of all may be held up at one place.
        if (m_health.IsSilent(plane, now) && !m_health.Pauses())
        {
            Leave(plane, now);
        }
    }
    m_health.Settle(InTurn(), now);
    return m_health.Pauses() ? m_health.Rested(now) : ~PlaneMask{0};
}

void
Sprayer::Rest(PlaneId plane, Instant now)
{
    if (m_health.Pauses())
    {
        m_health.Rest(plane, now);
    }
}

void
Sprayer::Leave(PlaneId plane, Instant now)
{
    bool others = false; // is there a plane that is not silent?
    for (PlaneMask rest = InTurn() & ~(PlaneMask{1} << plane); rest != 0; rest &= rest - 1)
    {
        others = others || !m_health.IsSilent(static_cast<PlaneId>(__builtin_ctz(rest)), now);
    }
    // Silence of every plane accuses what they share, the last hop or the peer, and no plane alone.
    if (!others)
    {
        RecallAll(now);
        return;
    }
    NS_LOG_LOGIC("plane " << +plane << " is silent: it is left");
    m_left |= PlaneMask{1} << plane;
    // The plane starts afresh when a probe brings one of its EVs back.
    m_health.Forget(PlaneMask{1} << plane);
    for (const Ev ev : Table().Silence(plane, now))
    {
        m_prober.Add(ev, now);
    }
}

void
Sprayer::RecallAll(Instant now)
{
    if (!m_health.Pauses())
    {
        NS_LOG_LOGIC("all planes are silent");
        m_health.BeginPauses();
    }
    for (PlaneMask rest = m_left & m_ports.Usable(); rest != 0; rest &= rest - 1)
    {
        const std::optional<Ev> ev = Table().Recall(static_cast<PlaneId>(__builtin_ctz(rest)), now);
        if (ev)
        {
            // The EV carries packets again, whose answers say more than those of probes.
            m_prober.Remove(*ev);
        }
    }
    m_left &= ~m_ports.Usable();
}

/** No plane in turn had a path, but some were left as silent: better these than none. */
const Path*
Sprayer::DrawFromSilent(PlaneMask ports, Instant now)
{
    if (InTurn() == 0)
    {
        RecallAll(now); // the planes that were not silent have gone
    }
    return Rotate(ports & m_selector.Planes(Table(), m_ports.Usable()), now);
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
    m_health.Forget(PlaneMask{1} << ev.Plane()); // it may have had no EV for a long time
    return true;
}

bool
Sprayer::HasPath() const
{
    bool found = (m_left & m_ports.Usable()) != 0; // such a plane has a turn if no other has
    for (PlaneMask rest = m_ports.Usable(); rest != 0 && !found; rest &= rest - 1)
    {
        found = !m_table || m_table->Usable(static_cast<PlaneId>(__builtin_ctz(rest))) != 0;
    }
    return found;
}

void
Sprayer::Rest(Instant now)
{
    if (!m_table)
    {
        return;
    }
    if (m_selector.LetsLapse())
    {
        m_table->EndLapsed(now);
    }
    // A table without news can be dealt again from its key, so an idle queue pair need not keep the
    // memory.
    if (m_table->IsAsDealt())
    {
        m_table.reset();
    }
}

PlaneMask
Sprayer::SetLocalUp(PlaneMask up)
{
    const PlaneMask before = m_ports.Usable();
    m_ports.SetLocalUp(up, m_deal.planes);
    m_health.Forget(m_ports.Usable() ^ before);
    return before & ~m_ports.Usable();
}

PlaneMask
Sprayer::SetPeerDown(PlaneMask down, Instant now)
{
    const PlaneMask before = m_ports.Usable();
    m_ports.SetPeerDown(down, now);
    m_health.Forget(m_ports.Usable() ^ before);
    return before & ~m_ports.Usable();
}

} // namespace mrc
} // namespace ns3
