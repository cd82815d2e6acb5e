/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dcqcn.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** Below this alpha changes no rate by as much as a bit/s; own choice. */
constexpr double NEGLIGIBLE_ALPHA = 1e-12;

/** A rate so close to the line's is the line's, bit/s; own choice. */
constexpr double NEGLIGIBLE_RATE = 1;

/** @return the first time behind now of a timer that is due every so often */
Instant
FirstBehind(Instant due, Span every, Instant now)
{
    return due + every * ((now - due).Ps() / every.Ps() + 1);
}

} // namespace

Dcqcn::Dcqcn(const DcqcnConfig& config, double lineRate)
    : m_config(config),
      m_line(lineRate),
      m_rate(lineRate),
      m_target(lineRate)
{
}

/** Without an interval for cuts a CNP acts at once [dcqcn-reaction]. */
void
Dcqcn::OnCnp(Instant now)
{
    RateAt(now);
    AdvanceAlpha(now);
    if (m_config.cutInterval != Span())
    {
        Note(now);
        return;
    }
    Cut(now);
    m_due = m_increaseDue;
    m_alpha = (1 - m_config.gain) * m_alpha + m_config.gain;
    m_alphaDue = now + m_config.alphaInterval;
}

/** A CNP is remembered up to the next tick of either interval; both count from the first one. */
void
Dcqcn::Note(Instant now)
{
    if (m_first == Instant::Never())
    {
        m_first = now;
        m_alphaDue = now + m_config.alphaInterval;
    }
    else
    {
        m_owesAlpha = true;
    }
    if (!m_owesCut)
    {
        m_owesCut = true;
        m_cutDue = FirstBehind(m_first, m_config.cutInterval, now);
        m_due = std::min(m_due, m_cutDue);
    }
}

/** The target is the rate before, and alpha halved is the part that is given up. */
void
Dcqcn::Cut(Instant at)
{
    // Of cuts without a rise between them only the first sets the target, unless all are to.
    if (m_config.clampTarget || m_timeStage != 0)
    {
        m_target = m_rate;
    }
    m_rate = std::max(m_config.minRate, m_rate * (1 - m_alpha / 2));
    m_timeStage = 0;
    m_byteStage = 0;
    m_bytes = 0;
    m_increaseDue = at + m_config.increaseInterval;
}

/** The byte counter: another clock of rises, beside the timer. */
void
Dcqcn::Count(uint32_t bytes)
{
    m_bytes += bytes;
    for (; m_bytes >= m_config.byteCounter; m_bytes -= m_config.byteCounter)
    {
        Increase();
        ++m_byteStage;
    }
}

double
Dcqcn::Alpha(Instant now)
{
    Advance(now);
    AdvanceAlpha(now);
    return m_alpha;
}

/**
 * Brings the rate up to date. At one time alpha changes first, then the rate rises, and last the
 * rate is cut. Alpha counts for cuts alone, so that nobody else asks for it.
 */
void
Dcqcn::Advance(Instant now)
{
    if (m_owesCut && m_cutDue <= now)
    {
        AdvanceAlpha(m_cutDue);
        AdvanceRate(m_cutDue);
        Cut(m_cutDue);
        m_owesCut = false;
    }
    AdvanceRate(now);
    m_due = m_owesCut ? std::min(m_cutDue, m_increaseDue) : m_increaseDue;
}

/** Has the timer of alpha act up to this time. */
void
Dcqcn::AdvanceAlpha(Instant now)
{
    if (m_owesAlpha && m_alphaDue <= now)
    {
        m_alpha = (1 - m_config.gain) * m_alpha + m_config.gain;
        m_alphaDue = m_alphaDue + m_config.alphaInterval;
        m_owesAlpha = false;
    }
    for (; m_alphaDue <= now && m_alpha > NEGLIGIBLE_ALPHA;
         m_alphaDue = m_alphaDue + m_config.alphaInterval)
    {
        m_alpha *= 1 - m_config.gain;
    }
    if (m_alphaDue <= now)
    {
        m_alphaDue = FirstBehind(m_alphaDue, m_config.alphaInterval, now);
    }
}

/** Has the timer of rises act up to this time. */
void
Dcqcn::AdvanceRate(Instant now)
{
    for (; m_increaseDue <= now && m_rate < m_line;
         m_increaseDue = m_increaseDue + m_config.increaseInterval)
    {
        Increase();
        ++m_timeStage;
    }
    if (m_increaseDue <= now) // at the line's rate there is nothing left to do
    {
        m_increaseDue = FirstBehind(m_increaseDue, m_config.increaseInterval, now);
    }
}

/** Fast recovery, additive and hyper increase, by the rises that there were [dcqcn-reaction]. */
void
Dcqcn::Increase()
{
    const bool counts = m_config.byteCounter != 0; // else the timer stands for both
    const uint32_t bytes = counts ? m_byteStage : m_timeStage;
    if (std::max(m_timeStage, bytes) >= m_config.fastSteps)
    {
        const bool isHyper = std::min(m_timeStage, bytes) > m_config.fastSteps;
        m_target = std::min(m_line, m_target + (isHyper ? m_config.hyper : m_config.additive));
    }
    m_rate = (m_rate + m_target) / 2;
    if (m_line - m_rate < NEGLIGIBLE_RATE)
    {
        m_rate = m_line;
    }
}

} // namespace mrc
} // namespace ns3
