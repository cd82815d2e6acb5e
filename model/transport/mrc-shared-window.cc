/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shared-window.h"

#include "mrc-flight.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

SharedWindow::SharedWindow(const ConnectionParameters& parameters)
    : m_rate(parameters.cc, PathOf(parameters), ControllerDraws(parameters)),
      m_payload(parameters.qp->payload)
{
}

void
SharedWindow::Leave(QpNumber pair)
{
    m_waiting.erase(std::remove(m_waiting.begin(), m_waiting.end(), pair), m_waiting.end());
    --m_members;
}

void
SharedWindow::Wait(QpNumber pair)
{
    if (std::find(m_waiting.begin(), m_waiting.end(), pair) == m_waiting.end())
    {
        m_waiting.push_back(pair);
    }
}

/**
 * All that wait are woken at once: the NIC serves them in turns, and those that find no room wait
 * again.
 */
std::vector<QpNumber>
SharedWindow::TakeWaiting()
{
    // With nothing in flight there is room in any window (Flight::Fits), or a small one would never
    // open.
    if (m_rate.Allowance() < m_payload && m_rate.InFlight() > 0)
    {
        return {};
    }
    return std::exchange(m_waiting, {});
}

} // namespace mrc
} // namespace ns3
