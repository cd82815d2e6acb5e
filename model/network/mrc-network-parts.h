/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NETWORK_PARTS_H
#define MRC_NETWORK_PARTS_H

#include "mrc-connection-maker.h"
#include "mrc-denylist.h"
#include "mrc-fabric-partition.h"
#include "mrc-faces.h"
#include "mrc-network-plan.h"
#include "mrc-network.h"
#include "mrc-onlookers.h"
#include "mrc-route-control.h"
#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include "ns3/mrc-fault-injector.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-simulator-calendar.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The parts of a network. Each member may refer to those above it, and is destroyed before them.
 */
struct NetworkParts
{
    /**
     * @param spec the topology
     * @param given attributes of queues and transport
     * @param key of all random decisions
     * @param listener hears of ports that went down or came up
     * @throws std::invalid_argument as Network
     */
    NetworkParts(const TopologySpec& spec,
                 const NetworkProfiles& given,
                 uint64_t key,
                 FaultInjector::Listener listener);

    Topology topology;          //!< the nodes and links
    UsablePaths paths;          //!< those that lack no link
    NetworkProfiles profiles;   //!< the profiles of the network
    SourceRouting routing;      //!< addresses and ways
    RoundTrips trips;           //!< the round trips of paths
    KeyedDraws draws;           //!< split into those of the parts
    SimulatorCalendar calendar; //!< when faults begin, and NICs see them
    FabricPartition partition;  //!< which shard has which nodes
    ShardSet shards;            //!< the parts that nodes own
    FaultInjector faults;       //!< takes links down and up
    std::vector<Fault> planned; //!< the faults that it was told of
    RouteControl routes;        //!< tells switches of links that changed
    Denylist denylist;          //!< uplinks that no queue pair may use
    Onlookers onlookers;        //!< events of those that only look
    ConnectionMaker maker;      //!< makes the transports of queue pairs
    std::vector<Ptr<Qp>> pairs; //!< source ends of queue pairs, in order
    Faces faces;                //!< nodes, devices and channels
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NETWORK_PARTS_H */
