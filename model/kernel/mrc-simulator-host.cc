/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-simulator-host.h"

#include "mrc-hot-driver.h"

#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace mrc
{

HotHost&
SimulatorHost()
{
    const Ptr<SimulatorImpl> simulator = Simulator::GetImplementation();
    // FastSimulatorImpl is a host itself; any other simulator gets a driver beside it.
    auto* host = dynamic_cast<HotHost*>(PeekPointer(simulator));
    return host != nullptr ? *host : HotDriver::Of(simulator);
}

} // namespace mrc
} // namespace ns3
