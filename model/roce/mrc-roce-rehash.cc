/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-rehash.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** A round is no shorter, as in PLB for MRC; own choice. */
constexpr Span LEAST_ROUND = Micros(20);

/** In a round of so many CNP intervals a marked flow has a CNP for sure. */
constexpr int64_t ROUND_INTERVALS = 2;

/** Names the sequence of ports, and of suspensions, among the draws of a queue pair. */
constexpr uint64_t DRAW_PORTS = 1;
constexpr uint64_t DRAW_SUSPENSIONS = 2;

/** Steps of the time that a suspension takes, from one to two of its length. */
constexpr uint32_t SUSPENSION_STEPS = 1024;

} // namespace

RoceRehash::RoceRehash(const RoceSetup& setup)
    : m_setup(setup),
      m_round(setup.config.rehashRound != Span()
                  ? setup.config.rehashRound
                  : std::max(LEAST_ROUND, setup.dcqcn.cnpInterval * ROUND_INTERVALS)),
      m_path(setup.path)
{
}

/** Rounds follow each other from time 0 on, so that none has to be timed. [roce-rehash] */
bool
RoceRehash::OnCnp(Instant now)
{
    if (!IsOn() || now < m_suspendedTo)
    {
        return false;
    }
    const int64_t round = now.Ps() / m_round.Ps();
    if (round == m_latest)
    {
        return false;
    }
    m_congested = round == m_latest + 1 ? m_congested + 1 : 1;
    m_latest = round;
    if (m_congested < m_setup.config.rehashRounds)
    {
        return false;
    }
    Move();
    return true;
}

bool
RoceRehash::OnTimeout(Instant now)
{
    if (!IsOn())
    {
        return false;
    }
    Move();
    const KeyedDraws draws = m_setup.draws.Child(DRAW_SUSPENSIONS);
    const int64_t part = m_setup.config.rehashSuspend.Ps() / SUSPENSION_STEPS;
    m_suspendedTo =
        now + m_setup.config.rehashSuspend + Span(part * draws.Below(SUSPENSION_STEPS, m_moves));
    return true;
}

/** One round of repetitions is one piece of news. [roce-rehash] */
bool
RoceRehash::OnDuplicate(Instant now)
{
    if (!IsOn() || now < m_staysTo)
    {
        return false;
    }
    m_staysTo = now + m_setup.config.AckTimeout();
    Move();
    return true;
}

/** The counts belong to the path that the queue pair leaves. */
void
RoceRehash::Move()
{
    ++m_moves;
    m_congested = 0;
    // No round follows this one, not even the first.
    m_latest = -2;
    const uint64_t port = m_setup.draws.Child(DRAW_PORTS).Bits(m_moves) & RoceSetup::PATH_MASK;
    m_path = Ev::Of(m_path.Plane(), static_cast<uint32_t>(port));
}

} // namespace mrc
} // namespace ns3
