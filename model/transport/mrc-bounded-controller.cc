/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-bounded-controller.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

BoundedController::BoundedController(const ControllerSetup& setup, double least, double most)
    : CustomController(setup),
      m_least(least * setup.path.mtu),
      // A bound of the profile that is below the factory's least loses: no window is below the
      // least.
      m_most(std::max(std::min(setup.maxWindow, most * setup.path.mtu), m_least)),
      m_baseRtt(setup.path.baseRtt)
{
    Ask(m_most);
}

void
BoundedController::Ask(double bytes)
{
    // With k of n planes up the largest window is that part of it; the least stays.
    SetWindow(std::clamp(bytes, m_least, std::max(m_part * m_most, m_least)));
}

/** The loss was none: the window gets back the bytes that the loss took. */
void
BoundedController::Restore(int64_t bytes)
{
    Ask(Window() + static_cast<double>(bytes));
}

void
BoundedController::LimitWindow(double part)
{
    m_part = part;
    Ask(Window());
}

void
BoundedController::OnShorterBaseRtt(Span baseRtt)
{
    m_baseRtt = baseRtt;
}

} // namespace mrc
} // namespace ns3
