/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-credit-window.h"

#include "mrc-credit-code.h"

#include <limits>

namespace ns3
{
namespace mrc
{

CreditWindow::CreditWindow(const CreditConfig& config, const ControllerSetup& setup)
    : BoundedController(setup, 1, std::numeric_limits<double>::max())
{
    Ask(config.firstPart * setup.maxWindow);
}

/** Marks, delays, trims and losses are the receiver's concern: only grants move the window. */
void
CreditWindow::OnAck(const AckEvent& event)
{
    Ask(CreditPart(event.penalty) * Setup().maxWindow); // [receiver-credit]
}

} // namespace mrc
} // namespace ns3
