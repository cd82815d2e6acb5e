/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How switches without SRv6 find their ways, as attributes.

#include "mrc-config-rows.h"
#include "mrc-fabric-profile.h"
#include "mrc-value-accessor.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-routed-switch.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"

#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** The steps that a script may give times for, in the order of RouteStep. */
constexpr const char* STEP_NAMES[ROUTE_STEPS] = {"RouteDetection",
                                                 "RouteFlooding",
                                                 "RouteComputation",
                                                 "RouteEntry"};

/** An hour: longer steps are a mistake, as of a script that means milliseconds. */
constexpr double LONGEST_SECONDS = 3600;

/** @return a time that a script's random variable has drawn */
Span
DrawFrom(const Ptr<RandomVariableStream>& stream, const char* name)
{
    const double seconds = stream->GetValue();
    if (!(seconds >= 0 && seconds <= LONGEST_SECONDS))
    {
        NS_FATAL_ERROR("ns3::mrc::FabricProfile::" << name << " drew " << seconds
                                                   << " s; expected 0 .. 3600");
    }
    return Span(static_cast<int64_t>(seconds * 1e12));
}

} // namespace

void
FabricProfile::AddRouting(TypeId tid)
{
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("Routing",
             &FabricConfig::routing,
             MakeEnumChecker(ROUTING_STATIC,
                             "Static",
                             ROUTING_ECMP,
                             "Ecmp",
                             ROUTING_FLOWLET,
                             "Flowlet",
                             ROUTING_ADAPTIVE,
                             "Adaptive"),
             "How switches that hash EVs find their ways: by Static tables, which no failure "
             "changes, or by computed ones, where a hash (Ecmp), flowlets (Flowlet) or the least "
             "wait (Adaptive) chooses among the ports that lead nearer [route-tables]")
        .Row("RoutePaths",
             &FabricConfig::routePaths,
             MakeEnumChecker(ROUTE_VALLEY_FREE, "ValleyFree", ROUTE_SHORTEST, "Shortest"),
             "Which paths computed tables have: ValleyFree, the shortest of those that never go up "
             "again after they went down, or Shortest, of all [route-paths]")
        .Row("FlowletGap",
             &FabricConfig::flowletGap,
             NanoSeconds(1),
             Seconds(1),
             "A flow that paused for longer may take another port, with Routing Flowlet "
             "[flowlet-switch]")
        .Row("Convergence",
             &FabricConfig::convergence,
             MakeEnumChecker(CONVERGENCE_INSTANT,
                             "Instant",
                             CONVERGENCE_1MS,
                             "1ms",
                             CONVERGENCE_10MS,
                             "10ms",
                             CONVERGENCE_100MS,
                             "100ms",
                             CONVERGENCE_300MS,
                             "300ms",
                             CONVERGENCE_BGP_FAST,
                             "BgpFast",
                             CONVERGENCE_BGP,
                             "Bgp",
                             CONVERGENCE_NEVER,
                             "Never"),
             "How long it takes until computed tables know of a link that failed or came back: "
             "Instant, at most 1ms to 300ms, BgpFast (2 to 3 s), Bgp (60 to 90 s and more) or "
             "Never [route-times]");
    AddRouteTimes(tid);
}

void
FabricProfile::AddRouteTimes(TypeId tid)
{
    const char* const texts[ROUTE_STEPS] = {
        "until an end of a link sees that the link failed or came back",
        "in which news go from a switch to a neighbour, beside the delay of the link",
        "in which a switch computes its table",
        "in which a switch writes one entry"};
    for (unsigned step = 0; step < ROUTE_STEPS; ++step)
    {
        const auto get = [step](const FabricProfile& profile) {
            return PointerValue(profile.m_routeTimes[step]);
        };
        const auto set = [step](FabricProfile& profile, const PointerValue& value) {
            const Ptr<RandomVariableStream> stream = value.Get<RandomVariableStream>();
            profile.m_routeTimes[step] = stream;
            RouteTimes::Draw& draw = profile.m_config->routeTimes[step];
            draw = nullptr;
            if (stream)
            {
                // The fabric knows no Object, so it gets a function, which keeps the stream.
                draw = [stream, name = STEP_NAMES[step]] { return DrawFrom(stream, name); };
            }
            return true;
        };
        tid.AddAttribute(STEP_NAMES[step],
                         std::string("Random variable of the seconds ") + texts[step] +
                             ", 0 .. 3600; none: as Convergence says [route-times]",
                         PointerValue(),
                         MakeValueAccessor<FabricProfile, PointerValue>(get, set),
                         MakePointerChecker<RandomVariableStream>());
    }
}

} // namespace mrc
} // namespace ns3
