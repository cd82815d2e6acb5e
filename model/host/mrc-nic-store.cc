/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-store.h"

#include "mrc-host-delays.h"

#include "ns3/mrc-frame-size.h"

#include <cstddef>
#include <utility>

namespace ns3
{
namespace mrc
{

NicStore::NicStore(NicPlan built, Fabric& ports)
    : fabric(ports),
      nics(built.nics.size()),
      locators48(built.nics.size()),
      plan(std::move(built)),
      spared(SparedBytes(plan.encapsulation))
{
    for (std::size_t i = 0; i < nics.size(); ++i)
    {
        nics[i].firstPort = plan.nics[i].firstPort;
        locators48[i] = plan.nics[i].locator48;
        nics[i].planes = plan.planes;
        nics[i].open = nics[i].up = static_cast<uint8_t>((1U << plan.planes) - 1);
    }
    if (plan.telemetry)
    {
        hops = std::make_unique<HopDesk>(fabric.Pool());
    }
    // What was read of the plan stands in the two lists now, and a large fabric has many NICs.
    plan.nics.clear();
    plan.nics.shrink_to_fit();
}

NicStore::~NicStore() = default;

} // namespace mrc
} // namespace ns3
