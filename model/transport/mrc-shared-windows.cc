/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shared-windows.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSharedWindow");

SharedWindow&
SharedWindows::Of(const ConnectionParameters& parameters)
{
    std::unique_ptr<SharedWindow>& window =
        m_windows[std::make_pair(parameters.localNic, parameters.peerNic)];
    if (!window)
    {
        NS_LOG_LOGIC("NIC " << parameters.localNic << " has one window to NIC "
                            << parameters.peerNic);
        window = std::make_unique<SharedWindow>(parameters);
    }
    return *window;
}

} // namespace mrc
} // namespace ns3
