/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sprayer.h"

#include "ns3/log.h"

#include <iterator>
#include <map>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSprayer");

namespace
{

/** How often a retransmission asks for another path before taking any path [resend-path]. */
constexpr int OTHER_PATH_DRAWS = 3;

/** The same where paths have lost packets without an answer since: most of them may have. */
constexpr int SUSPECT_DRAWS = 16;

/**
 * So many paths are drawn one by one before the table is dealt; own choice. With the default EVs
 * they take as many instructions as the table.
 */
constexpr uint8_t MOST_OF_FEW = 32;

} // namespace

std::optional<Ev>
Sprayer::NextOther(PlaneMask ports, Ev avoid, const PathStrikes& strikes, Instant now)
{
    const int draws = strikes.Empty() ? OTHER_PATH_DRAWS : SUSPECT_DRAWS;
    const Path* path = Draw(ports, now);
    m_selector.BeginRedraw(); // one packet consumes one SKIP at most, however often the packet's EV
                              // is drawn
    for (int draw = 1; draw < draws && path != nullptr; ++draw)
    {
        // A retransmission over the path that lost its packet would probably be lost as well.
        if (PathOf(path->ev) != PathOf(avoid) && strikes.Of(PathOf(path->ev)) == 0)
        {
            break;
        }
        path = Draw(ports, now);
    }
    m_selector.EndRedraw();
    return EvOf(Send(path, now));
}

/**
 * Planes change with each i and paths with each round of planes, so that a dead plane costs few
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
    // Paths without an EV must not take a turn: hashed EVs are few of those that there could be.
    std::map<uint32_t, Ev> paths;
    for (const Path& dealt : Table().All())
    {
        // An EV that is assumed bad will do: the caller searches for any path that lives.
        if (dealt.ev.Plane() == plane &&
            (dealt.IsUsable() || dealt.state == PathState::ASSUMED_BAD))
        {
            paths.emplace(PathOf(dealt.ev).value, dealt.ev);
        }
    }
    if (paths.empty())
    {
        return std::nullopt;
    }
    m_health.OnSent(plane, now);
    return std::next(paths.begin(), i / count % paths.size())->second;
}

/**
 * As long as no EV is bad, denied or on another seat, the walk over the rotation decides alone, and
 * takes no table. The results are those of a table.
 */
const Path*
Sprayer::DrawUndealt(PlaneMask ports, Instant now)
{
    SkipWalk* const walk = m_selector.WalkOfFew();
    if (walk == nullptr || m_drawn == MOST_OF_FEW || m_left != 0)
    {
        Deal();
        return DrawDealt(ports, now);
    }
    PlaneMask candidates = ports & m_ports.Usable();
    if (m_health.IsInDoubt(now))
    {
        candidates &= Doubt(now);
    }
    // A plane that was left in doubt has a table made.
    const Path* path = m_isDealt ? Turn(candidates, now) : DrawOfFew(*walk, candidates, now);
    return path == nullptr && m_left != 0 ? DrawFromSilent(ports, now) : path;
}

const Path*
Sprayer::DrawOfFew(SkipWalk& walk, PlaneMask candidates, Instant now)
{
    if (candidates == 0)
    {
        return nullptr;
    }
    ++m_drawn;
    m_lastPlane = NextOf(candidates);
    FewPaths few = Few();
    return walk.Next(few, m_lastPlane, now);
}

/** Leaves planes that are silent. @return planes that may send now */
PlaneMask
Sprayer::Doubt(Instant now)
{
    for (PlaneMask rest = InTurn(); rest != 0; rest &= rest - 1)
    {
        const auto plane = static_cast<PlaneId>(__builtin_ctz(rest));
        // Losses alone take no turn away: what the plane delivers is answered [lossy-plane].
        // While all planes are silent none is left: the answers of all may be held up at one place.
        if (m_health.IsSilent(plane, now) && !m_health.Pauses().AreOn())
        {
            Leave(plane, now);
        }
    }
    m_health.Settle(InTurn(), now);
    return m_health.Pauses().AreOn() ? m_health.Pauses().Rested(now) : ~PlaneMask{0};
}

void
Sprayer::Rest(PlaneId plane, Instant now)
{
    if (m_health.Pauses().AreOn())
    {
        m_health.Pauses().OnSent(plane, now);
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
    // Silence of every plane accuses their common parts, the last hop or the peer, and no plane
    // alone.
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
    if (!m_health.Pauses().AreOn())
    {
        NS_LOG_LOGIC("all planes are silent");
        m_health.BeginPauses();
    }
    for (PlaneMask rest = m_left & m_ports.Usable(); rest != 0; rest &= rest - 1)
    {
        const std::optional<Ev> ev = Table().Recall(static_cast<PlaneId>(__builtin_ctz(rest)), now);
        if (ev)
        {
            // The EV carries packets again; their answers say more than those of probes.
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
    return Rotate(ports & m_selector.Planes(Table(), m_ports.Usable(), now), now);
}

void
Sprayer::Rest(Instant now)
{
    m_drawn = 0;
    if (!m_table)
    {
        Few().EndLapsed(now);
        return;
    }
    if (m_selector.LetsLapse())
    {
        m_table->EndLapsed(now);
    }
    // A table without news can be dealt again from its key, so an idle queue pair need not keep the
    // table's memory.
    if (m_table->IsAsDealt())
    {
        m_table.reset();
        m_seats = SeatPlan();
        m_isDealt = false;
    }
}

} // namespace mrc
} // namespace ns3
