/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-select-simulator.h"

#include "mrc-fast-simulator-impl.h"
#include "mrc-older-ns3.h"
#include "mrc-ordinary-events.h"

#include "ns3/boolean.h"
#include "ns3/event-id.h"
#include "ns3/fatal-error.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/make-event.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <iostream>
#include <limits>
#include <string>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSelectSimulator");

namespace
{

const char* const DEFAULT = "ns3::DefaultSimulatorImpl";

GlobalValue g_mrcFastSimulator("MrcFastSimulator",
                               "Whether ns3::mrc::FabricHelper puts FastSimulatorImpl in "
                               "the place of ns3::DefaultSimulatorImpl",
                               BooleanValue(true),
                               MakeBooleanChecker());

void
DoNothing()
{
}

/** @return whether ns-3 has made its simulator; other ways to ask would make one */
bool
SimulatorExists()
{
    // In the far future: pending for every simulator, expired where there is none.
    const EventId never(Ptr<EventImpl>(MakeEvent(&DoNothing), false),
                        std::numeric_limits<int64_t>::max(),
                        Simulator::NO_CONTEXT,
                        EventUid::VALID);
    return !Simulator::IsExpired(never);
}

/** @return whether GlobalValue MrcFastSimulator lets the default simulator be replaced */
bool
MayReplaceDefault()
{
    BooleanValue may;
    g_mrcFastSimulator.GetValue(may);
    return may.Get();
}

/** @return whether the simulator that there is is the fast one */
bool
IsFastInUse()
{
    const Ptr<SimulatorImpl> simulator = Simulator::GetImplementation();
    // Another one than the default was somebody's choice.
    if (simulator->GetInstanceTypeId().GetName() == DEFAULT && MayReplaceDefault())
    {
        // Not logged: optimised builds have no logs.
        std::cerr
            << "mrc: " << DEFAULT
            << " is in use already, and a fabric runs slower with it: create "
               "ns3::mrc::FabricHelper before the first Node, or set --MrcFastSimulator=false "
               "to stay with it\n";
    }
    return DynamicCast<FastSimulatorImpl>(simulator) != nullptr;
}

/**
 * Ends the program if ns-3 could not make the simulator: ns-3 itself would crash without a word.
 */
void
RequireTypes(const std::string& simulator)
{
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(simulator, &type) ||
        !type.IsChildOf(SimulatorImpl::GetTypeId()) || !type.HasConstructor())
    {
        NS_FATAL_ERROR("SimulatorImplementationType = '"
                       << simulator << "' is no simulator; expected a TypeId such as "
                       << FastSimulatorImpl::GetTypeId().GetName() << " or " << DEFAULT);
    }
    TypeIdValue scheduler;
    GlobalValue::GetValueByName("SchedulerType", scheduler);
    RequireScheduler("SchedulerType", scheduler.Get());
}

} // namespace

/** Called by the constructor of FabricHelper, which therefore has to come before the first Node. */
bool
SelectFastSimulator()
{
    if (SimulatorExists())
    {
        return IsFastInUse();
    }
    StringValue chosen;
    GlobalValue::GetValueByName("SimulatorImplementationType", chosen);
    RequireTypes(chosen.Get());
    const std::string fast = FastSimulatorImpl::GetTypeId().GetName();
    // A script that names the default cannot be told from one that names none: MrcFastSimulator
    // decides.
    if (chosen.Get() == DEFAULT && MayReplaceDefault())
    {
        NS_LOG_INFO(fast << " takes the place of " << DEFAULT);
        GlobalValue::Bind("SimulatorImplementationType", StringValue(fast));
        return true;
    }
    return chosen.Get() == fast;
}

} // namespace mrc
} // namespace ns3
