/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-select-simulator.h"

#include "mrc-fast-simulator-impl.h"

#include "ns3/event-id.h"
#include "ns3/fatal-error.h"
#include "ns3/global-value.h"
#include "ns3/make-event.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <limits>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

void
DoNothing()
{
}

/** @return whether ns-3 has made its simulator; unlike all other questions this makes none */
bool
SimulatorExists()
{
    // In the far future: pending for every simulator, expired where there is none.
    const EventId never(Ptr<EventImpl>(MakeEvent(&DoNothing), false),
                        std::numeric_limits<int64_t>::max(),
                        Simulator::NO_CONTEXT,
                        EventId::UID::VALID);
    return !Simulator::IsExpired(never);
}

} // namespace

bool
SelectFastSimulator()
{
    if (SimulatorExists())
    {
        return DynamicCast<FastSimulatorImpl>(Simulator::GetImplementation()) != nullptr;
    }
    const std::string fast = FastSimulatorImpl::GetTypeId().GetName();
    StringValue chosen;
    GlobalValue::GetValueByName("SimulatorImplementationType", chosen);
    // ns-3 itself would crash without a word where its asserts are compiled out
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(chosen.Get(), &type) ||
        !type.IsChildOf(SimulatorImpl::GetTypeId()) || !type.HasConstructor())
    {
        NS_FATAL_ERROR("SimulatorImplementationType = '"
                       << chosen.Get() << "' is no simulator; expected a TypeId such as " << fast
                       << " or ns3::DefaultSimulatorImpl");
    }
    TypeIdValue scheduler;
    GlobalValue::GetValueByName("SchedulerType", scheduler);
    if (!scheduler.Get().IsChildOf(Scheduler::GetTypeId()) || !scheduler.Get().HasConstructor())
    {
        NS_FATAL_ERROR("SchedulerType = '" << scheduler.Get().GetName()
                                           << "' is no scheduler; expected a TypeId such as "
                                              "ns3::MapScheduler");
    }
    if (chosen.Get() == "ns3::DefaultSimulatorImpl")
    {
        GlobalValue::Bind("SimulatorImplementationType", StringValue(fast));
        return true;
    }
    return chosen.Get() == fast;
}

} // namespace mrc
} // namespace ns3
