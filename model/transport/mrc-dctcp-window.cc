/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dctcp-window.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** DCTCP sends at least so many packets in a round trip: two [dctcp-window]. */
constexpr double LEAST = 2;
/** No bound of its own: that of the profile counts. */
constexpr double MOST = 1e9;

} // namespace

DctcpWindow::DctcpWindow(const DctcpConfig& config, const ControllerSetup& setup)
    : BoundedController(setup, LEAST, MOST),
      m_config(config)
{
}

void
DctcpWindow::OnAck(const AckEvent& event)
{
    if (!event.marked && event.bytes != 0)
    {
        Ask(Window() + m_config.increase * PacketBytes() * event.bytes / Window());
    }
    Observe(event.bytes, event.marked ? event.bytes : 0.0, event.inFlight);
}

/** A trim is the mark of a packet that found the queue full; its payload is sent again. */
void
DctcpWindow::OnCongestion(const CongestionEvent& event)
{
    Observe(event.bytes, event.bytes, event.inFlight);
}

void
DctcpWindow::OnLoss(const LossEvent&)
{
    // The losses of one window of data are one event.
    if (m_losses == Losses::NONE)
    {
        m_losses = Losses::ANSWERED;
        Ask(m_config.lossFactor * Window());
    }
}

void
DctcpWindow::Observe(double bytes, double marked, double inFlight)
{
    m_seen += bytes;
    m_marked += marked;
    // A round ends when as many bytes are answered as were in flight at its begin.
    if (m_seen == 0 || m_seen < m_ends)
    {
        return;
    }
    m_alpha += m_config.gain * (m_marked / m_seen - m_alpha);
    // A loss has made the window smaller in this round already.
    if (m_marked > 0 && m_losses == Losses::NONE)
    {
        Ask(Window() * (1 - m_alpha / 2));
    }
    m_seen = 0;
    m_marked = 0;
    m_ends = inFlight;
    m_losses = Losses::NONE;
}

} // namespace mrc
} // namespace ns3
