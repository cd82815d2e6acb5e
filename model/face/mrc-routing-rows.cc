/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include "ns3/mrc-routed-switch.h"

namespace ns3
{
namespace mrc
{

void
RoutingRows::Add(FabricRows& rows)
{
    rows.Row("Routing",
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
             "changes, or by computed ones. In computed tables a hash (Ecmp), flowlets (Flowlet) "
             "or the least wait (Adaptive) chooses among the ports that lead nearer "
             "[route-tables]")
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
             "How long it takes until computed tables know of a link that failed or came back. "
             "It is Instant, at most 1ms to 300ms, BgpFast (2 to 3 s), Bgp (60 to 90 s and more) "
             "or Never [route-times]");
}

} // namespace mrc
} // namespace ns3
