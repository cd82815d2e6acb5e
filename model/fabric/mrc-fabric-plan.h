/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_PLAN_H
#define MRC_FABRIC_PLAN_H

#include "mrc-data-classes.h"
#include "mrc-ecmp-forwarder.h"
#include "mrc-end-plans.h"
#include "mrc-fabric-cuts.h"
#include "mrc-owner-check.h"
#include "mrc-pause-plan.h"
#include "mrc-routed-switch.h"
#include "mrc-switch-buffers.h"
#include "mrc-usid-forwarder.h"
#include "mrc-way-back.h"
#include "mrc-weighted-rounds.h"
#include "mrc-wred-profile.h"

#include "ns3/mrc-packet-codec.h"

#include <map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The largest frames that queues must hold, bytes; 0: not known, and any limit will do. */
struct LargestFrames
{
    uint32_t data{0};     //!< a full packet
    uint32_t control{0};  //!< of the control class
    uint32_t segments{0}; //!< bytes of the largest segment routing header
};

/** The lines, queues and tables of a fabric before it runs. */
struct FabricPlan
{
    std::vector<PortConfig> configs;     //!< of ports; PortState::config is an index
    std::vector<PortPlan> ports;         //!< by port
    std::vector<LinkPlan> links;         //!< by the same index
    std::vector<LinkOwners> owners;      //!< by the same index; none: an OwnerCheck asks nothing
    std::vector<UsidForwarder> switches; //!< by switch number
    std::vector<PortIndex> routes;       //!< the store of the forwarders' tables
    std::vector<EcmpForwarder> hashing;  //!< by switch number; none with SRv6
    RoutedSwitches routed;               //!< instead, switches with computed tables
    ClassWeights weights;                //!< of ports with PORT_WEIGHTED
    DataClassPlan dataClasses;           //!< of ports with PORT_CLASSES
    BufferPlan buffers;                  //!< buffers that switches share among their ports
    WredProfile wred;                    //!< of ports with PORT_WRED
    PausePlan pauses;                    //!< priority flow control
    WireFormat format;                   //!< code points and the bytes that wire mode makes
    std::map<PortIndex, Span> jitters;   //!< the most of links that have any
    uint64_t alsoTrimmable{0};           //!< DSCPs of data beside those of the format, 2^DSCP each
    uint64_t alsoControl{0};             //!< the same, of the control class
    LargestFrames largest;               //!< the least values of limits
    bool wireMode{false};                //!< make bytes of every frame on every hop
    WaysBack waysBack;                   //!< of switches that tell of drops; none: all are silent
    FabricCuts cuts;                     //!< the shards of the run
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_PLAN_H */
