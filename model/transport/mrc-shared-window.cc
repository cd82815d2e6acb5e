/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shared-window.h"

#include "mrc-flight.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

SharedWindow::SharedWindow(const ConnectionParameters& parameters)
    : m_rate(parameters.cc, PathOf(parameters)),
      m_payload(parameters.qp.payload)
{
}

void
SharedWindow::Join()
{
    if (m_members++ != 0)
    {
        m_rate.Join();
    }
}

void
SharedWindow::Wait(QpNumber pair)
{
    if (std::find(m_waiting.begin(), m_waiting.end(), pair) == m_waiting.end())
    {
        m_waiting.push_back(pair);
    }
}

std::vector<QpNumber>
SharedWindow::TakeWaiting()
{
    if (m_rate.Allowance() < m_payload && m_rate.InFlight() > 0)
    {
        return {};
    }
    return std::exchange(m_waiting, {});
}

SharedWindow&
SharedWindows::Of(const ConnectionParameters& parameters)
{
    std::unique_ptr<SharedWindow>& window =
        m_windows[std::make_pair(parameters.localNic, parameters.peerNic)];
    if (!window)
    {
        window = std::make_unique<SharedWindow>(parameters);
    }
    return *window;
}

} // namespace mrc
} // namespace ns3
