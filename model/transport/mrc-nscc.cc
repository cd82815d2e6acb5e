/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nscc.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNscc");

Nscc::Nscc(const SharedSetting<NsccConstants>& constants)
    : m_constants(constants),
      m_window(constants->maxWindow)
{
}

void
Nscc::OnAck(const AckEvent& event)
{
    // Quick adapt takes the bytes achieved in a round trip for the window [nscc-quick-adapt];
    // increases count apart.
    m_acknowledged += event.bytes;
    ApplyPenalty(event);
    UpdateAverage(event.marked, event.delay);
    // A window that was just adapted needs no other verdict.
    if (QuickAdapt({event.now, event.delay, event.inFlight, false, event.marked}))
    {
        return;
    }
    // the four quadrants [nscc-quadrants]
    if (!event.marked)
    {
        Increase(event);
    }
    else if (event.delay >= m_constants->target)
    {
        Decrease(event.now);
    }
    Clamp();
    if (m_acknowledged - m_adjustedAt > m_constants->adjustBytes ||
        event.now - m_lastAdjust > m_constants->adjustPeriod)
    {
        Fulfill(event.now);
    }
}

void
Nscc::OnCongestion(const CongestionEvent& event)
{
    // Trimmed bytes left the network too, so they shorten the time in which signals are ignored.
    m_ignoreUntil -= event.bytes;
    m_qaTriggered = true;
    // the configured base RTT, whatever has been learnt [nscc-trim]
    UpdateAverage(true, m_constants->trimDelay);
    if (!QuickAdapt({event.now, Span(), event.inFlight, true, true}))
    {
        m_window -= event.bytes;
        Clamp();
    }
}

void
Nscc::OnLoss(const LossEvent& event)
{
    m_window -= event.bytes;
    Clamp();
}

void
Nscc::Resume()
{
    // The few bytes around a pause say how little there was to send. So the next SACK begins a
    // period, as the first one of all does. A trim is remembered all the same.
    if (m_constants->qaSkipsPauses)
    {
        m_periodAt = m_acknowledged;
        m_qaEnd = Instant();
    }
}

void
Nscc::Restore(int64_t bytes)
{
    // The loss was none: the window gets back the bytes that the loss took, but not more than its
    // largest size.
    m_window += static_cast<double>(bytes);
    Clamp();
}

void
Nscc::LimitWindow(double part)
{
    const double before = m_constants->part;
    if (part == before)
    {
        return;
    }
    // Parts are those of the whole, so the old part is taken out first.
    m_constants.Change().maxWindow =
        std::max(m_constants->maxWindow * (part / before), m_constants->mtu);
    m_constants.Change().qaLimit *= part / before;
    m_constants.Change().part = part;
    Clamp();
}

void
Nscc::OnShorterBaseRtt(Span baseRtt)
{
    if (baseRtt >= m_constants->baseRtt)
    {
        return; // another queue pair with the same window has seen a shorter one
    }
    const double share =
        static_cast<double>(baseRtt.Ps()) / static_cast<double>(m_constants->baseRtt.Ps());
    m_constants.Change().baseRtt = baseRtt;
    if (m_constants->windowDerived)
    {
        m_constants.Change().maxWindow = std::max(m_constants->maxWindow * share, m_constants->mtu);
        m_constants.Change().qaLimit *= share;
        Clamp();
    }
}

void
Nscc::UpdateAverage(bool marked, Span delay)
{
    // htsim: without a mark a delay above target counts as a quarter of the base RTT. So only
    // marked samples push the average up [nscc-average]
    const bool damp = !marked && delay > m_constants->target;
    const Span fed = damp ? m_constants->baseRtt / 4 : delay;
    m_averageDelay += m_constants->averageWeight * (static_cast<double>(fed.Ps()) - m_averageDelay);
}

void
Nscc::ApplyPenalty(const AckEvent& event)
{
    if (event.restoreWindow && m_savedWindow > 0)
    {
        m_window = m_savedWindow;
        NS_LOG_LOGIC("restore: window " << m_window << " B");
        m_savedWindow = 0;
    }
    if (event.penalty > 0)
    {
        // A restoration brings back the window of before the first penalty.
        if (m_savedWindow == 0)
        {
            m_savedWindow = m_window;
        }
        // one window of bytes, one RTT, at 64 of 128: halved [receiver-penalty]
        const double before = m_window;
        m_window -= event.bytes * (event.penalty / 128.0);
        Clamp();
        // The collected increase is divided by the window: the increase would make a jump in the
        // smaller window.
        m_increase *= m_window / before;
    }
}

bool
Nscc::QuickAdapt(const Signal& signal)
{
    if (!m_constants->quickAdapt)
    {
        return false;
    }
    // Marks of packets that were under way at the last adaptation tell of the old window.
    if (m_acknowledged < m_ignoreUntil && signal.marked)
    {
        m_increase = 0;
        m_adjustedAt = m_acknowledged;
        return true;
    }
    if (signal.now <= m_qaEnd)
    {
        return false;
    }
    const bool triggered = m_qaTriggered || signal.loss || signal.delay > m_constants->qaThreshold;
    // The first interval only begins the measurement: nothing was achieved before.
    const bool act =
        m_qaEnd != Instant() && triggered && m_acknowledged - m_periodAt < m_constants->qaLimit;
    if (act)
    {
        AdaptWindow(signal);
    }
    m_periodAt = m_acknowledged;
    m_qaEnd = signal.now + m_constants->baseRtt + m_constants->target;
    return act;
}

void
Nscc::AdaptWindow(const Signal& signal)
{
    m_window = m_acknowledged - m_periodAt;
    Clamp();
    NS_LOG_LOGIC("quick adapt: window " << m_window << " B");
    // All that is in flight now was sent by the old window.
    m_ignoreUntil = m_acknowledged + static_cast<double>(signal.inFlight);
    m_qaTriggered = false;
    // The increase collected for the larger window would make a jump in the smaller one, by which
    // it is divided. The clause [nscc-quick-adapt] says only that quick adapt ends the step.
    // uet-htsim forgets the collected increase too (uec.cpp, quick_adapt).
    m_increase = 0;
    m_adjustedAt = m_acknowledged;
}

void
Nscc::Increase(const AckEvent& event)
{
    if (event.delay >= m_constants->target)
    {
        m_increase += m_constants->fairIncrease * event.bytes;
    }
    else if (!FastIncrease(event))
    {
        const double room = static_cast<double>((m_constants->target - event.delay).Ps());
        m_increase += m_constants->alpha * event.bytes * room;
    }
}

bool
Nscc::FastIncrease(const AckEvent& event)
{
    // Sources differ about the end of fast increase. This code follows the pseudo-code
    // [nscc-fast-increase]: among the samples without a mark and below target, only a delay that
    // counts as one ends the phase. A mark, or a delay of at least target, does not come here and
    // leaves count and phase alone.
    if (event.delay >= m_constants->fastDelay)
    {
        m_fastCount = 0;
        m_inFast = false;
        return false;
    }
    m_fastCount += event.bytes;
    if (m_fastCount > m_window || m_inFast)
    {
        m_window += event.bytes * m_constants->fastIncreaseScale;
        m_inFast = true;
        return true;
    }
    return false;
}

void
Nscc::Decrease(Instant now)
{
    const double target = static_cast<double>(m_constants->target.Ps());
    if (m_averageDelay > target && now - m_lastDecrease > m_constants->baseRtt)
    {
        const double excess = (m_averageDelay - target) / m_averageDelay;
        m_window *= std::max(1 - m_constants->gamma * excess, m_constants->maxMdJump);
        m_lastDecrease = now;
        NS_LOG_LOGIC("decrease: window " << m_window << " B");
    }
}

void
Nscc::Fulfill(Instant now)
{
    // Increases are collected for each byte; divided by the window they are per round trip.
    m_window += m_increase / m_window;
    if (now - m_lastAdjust >= m_constants->adjustPeriod)
    {
        m_window += m_constants->eta;
        m_lastAdjust = now;
    }
    m_increase = 0;
    m_adjustedAt = m_acknowledged;
    Clamp();
}

void
Nscc::Clamp()
{
    m_window = std::min(std::max(m_window, m_constants->mtu), m_constants->maxWindow);
}

} // namespace mrc
} // namespace ns3
