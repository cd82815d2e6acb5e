/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-metaroce-like-window.h"

#include "mrc-credit-code.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace mrc
{

MetaRoceLikeWindow::MetaRoceLikeWindow(const MetaRoceLikeConfig& config,
                                       const ControllerSetup& setup)
    : BoundedController(setup, 1, std::numeric_limits<uint32_t>::max()),
      m_config(config),
      m_hint(setup.maxWindow)
{
}

void
MetaRoceLikeWindow::OnAck(const AckEvent& event)
{
    const double hint = CreditPart(event.penalty) * Setup().maxWindow; // [receiver-credit]
    if (hint != m_hint)
    {
        m_hint = hint;
        Ask(hint); // straight to the receiver's share, up or down
    }
    if (event.marked)
    {
        Cut(event.now);
    }
    else
    {
        // One increase in a window of data: each answer adds its part.
        const double more = m_config.increase * PacketBytes() * event.bytes / Window();
        Ask(std::min(Window() + more, m_hint));
    }
}

/** A fabric that trims tells of a full queue by a trim. */
void
MetaRoceLikeWindow::OnCongestion(const CongestionEvent& event)
{
    Cut(event.now);
}

void
MetaRoceLikeWindow::OnLoss(const LossEvent& event)
{
    Cut(event.now);
}

/** A cut counts for all losses of a round trip, so that one loss takes back nothing. */
void
MetaRoceLikeWindow::Restore(int64_t)
{
}

/** Multiplicative decrease, once in a round trip. */
void
MetaRoceLikeWindow::Cut(Instant now)
{
    if (now >= m_deafTo)
    {
        m_deafTo = now + BaseRtt();
        Ask(m_config.decrease * Window());
    }
}

} // namespace mrc
} // namespace ns3
