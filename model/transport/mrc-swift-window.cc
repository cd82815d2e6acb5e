/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-swift-window.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace mrc
{

SwiftWindow::SwiftWindow(const SwiftConfig& config, const ControllerSetup& setup)
    : BoundedController(setup, config.minWindow, config.maxWindow),
      m_config(config),
      m_delay(setup.path.baseRtt)
{
}

/** Additive increase below the target round trip, and a decrease by the excess above it. */
void
SwiftWindow::OnAck(const AckEvent& event)
{
    m_delay = BaseRtt() + event.delay;
    const Span target = Target();
    if (m_delay < target)
    {
        // In packets: a window of at least one grows by the increase in a round trip.
        const double packets = std::max(Window() / PacketBytes(), 1.0);
        Ask(Window() + m_config.increase * event.bytes / packets);
        return;
    }
    const auto delay = static_cast<double>(m_delay.Ps());
    // The excess is in parts of the delay, so that a far target does not weigh more than a near
    // one.
    const double excess = (delay - static_cast<double>(target.Ps())) / delay;
    Decrease(std::max(1 - m_config.beta * excess, 1 - m_config.maxDecrease), event.now);
}

/** A trim would have been a loss without trimming switches. */
void
SwiftWindow::OnCongestion(const CongestionEvent& event)
{
    Decrease(1 - m_config.maxDecrease, event.now);
}

void
SwiftWindow::OnLoss(const LossEvent& event)
{
    Decrease(1 - m_config.maxDecrease, event.now);
}

Span
SwiftWindow::Target() const
{
    const double least = 1 / std::sqrt(m_config.minWindow);
    const double most = 1 / std::sqrt(m_config.maxWindow);
    // From all of the scaling at the smallest window to none of it at the largest.
    double part = 0;
    if (least > most)
    {
        const double root = 1 / std::sqrt(Window() / PacketBytes());
        part = std::clamp((root - most) / (least - most), 0.0, 1.0);
    }
    const double parts = 1 + m_config.hopTarget * m_config.hops + m_config.flowScaling * part;
    return Span(std::llround(parts * static_cast<double>(m_config.baseTarget.Ps())));
}

/** At most one decrease in a round trip: the answers of one round all tell of the same queue. */
void
SwiftWindow::Decrease(double factor, Instant now)
{
    if (m_decreasedAt && now - *m_decreasedAt < m_delay)
    {
        return;
    }
    m_decreasedAt = now;
    Ask(factor * Window());
}

} // namespace mrc
} // namespace ns3
