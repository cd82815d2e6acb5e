/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-custom-window.h"

#include "ns3/fatal-error.h"

#include <utility>

namespace ns3
{
namespace mrc
{

CustomWindow::CustomWindow(std::unique_ptr<CustomController> controller, double maxWindow)
    : m_controller(std::move(controller)),
      m_maxWindow(maxWindow)
{
    if (m_controller == nullptr)
    {
        NS_FATAL_ERROR("ns3::mrc::CcProfile::AlgorithmFactory made nothing; expected a controller");
    }
}

} // namespace mrc
} // namespace ns3
