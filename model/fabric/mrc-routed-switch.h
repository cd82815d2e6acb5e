/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUTED_SWITCH_H
#define MRC_ROUTED_SWITCH_H

#include "mrc-route-graph.h"
#include "mrc-route-table.h"
#include "mrc-shared-array.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** How switches without SRv6 find their ways, and which port of several a packet takes. */
enum RoutingMode : uint8_t
{
    ROUTING_STATIC,   //!< tables never change; a hash chooses [ecmp-tables]
    ROUTING_ECMP,     //!< tables are computed; a hash chooses [ecmp-hash]
    ROUTING_FLOWLET,  //!< the same; a flow that paused may take another port [flowlet-switch]
    ROUTING_ADAPTIVE, //!< the same; each packet takes the port with the least wait [adaptive-port]
};

/** A switch's memory of the flows of one hash. */
struct FlowletSlot
{
    Instant last;            //!< when their latest packet came
    PortIndex port{NO_PORT}; //!< the port of that packet; NO_PORT: there was none
};

/** One switch with a computed table that changes. */
struct RoutedSwitch
{
    std::shared_ptr<const RouteGraph> graph; //!< of the switch's plane
    uint32_t row{0};                         //!< of this switch there
    uint64_t seed{0};                        //!< of the switch's hash [ecmp-seeds]
    RouteTable table;                        //!< ports by column
    std::vector<FlowletSlot> flowlets;       //!< by the low bits of the hash; ROUTING_FLOWLET only
};

/** All switches with computed tables; none with ROUTING_STATIC. */
struct RoutedSwitches
{
    RoutingMode mode{ROUTING_STATIC};   //!< of all of them
    Span flowletGap;                    //!< [flowlet-switch]
    SharedArray<RoutedSwitch> byNumber; //!< of the switch
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUTED_SWITCH_H */
