/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NETWORK_H
#define MRC_NETWORK_H

#include "mrc-denylist.h"
#include "mrc-faces.h"
#include "mrc-fault.h"
#include "mrc-topology.h"
#include "mrc-unloaded-network.h"

#include "ns3/event-id.h"
#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-qp-profile.h"
#include "ns3/mrc-qp.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Fabric;
class HotKernel;
class NicTable;
class Onlookers;
class RouteControl;
class ShardSet;
struct NetworkParts;
struct NetworkProfiles;

/** The profiles of the two ends of a connection: both set, or neither for the network's. */
struct QpProfilePair
{
    Ptr<QpProfile> source;      //!< of the end that posts
    Ptr<QpProfile> destination; //!< of the other end
};

/**
 * The engine's parts of a network; their headers are not installed. Valid as long as the network
 * is.
 */
struct NetworkEngine
{
    Fabric& fabric;                   //!< links, queues and switches
    NicTable& nics;                   //!< the NICs
    HotKernel& kernel;                //!< the queue of hot events
    Onlookers& onlookers;             //!< the events of those that only look
    RouteControl& routes;             //!< the work of switches with computed tables
    const NetworkProfiles& profiles;  //!< the configuration of the whole network
    const std::vector<Fault>& faults; //!< those that were scheduled, in this order
    const ShardSet& shards;           //!< the parts of the network that threads have
};

/**
 * A running multi-plane fabric with its NICs: where scripts make queue pairs and break links.
 *
 * Made by FabricHelper::Install. A network ends with its simulation. After Simulator::Destroy its
 * counters may be read as they were then. All that would make something happen is a fatal error
 * from then on. To drop the last reference inside an event is a fatal error as well. Ordinary
 * events of simulators other than FastSimulatorImpl escape this check, because those do not tell
 * that they run.
 */
class Network : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param spec the topology
     * @param profiles attributes of queues and transport, all set
     * @param key of all random decisions
     * @throws std::invalid_argument naming a value that makes the network impossible
     */
    Network(const TopologySpec& spec, const NetworkProfiles& profiles, uint64_t key);
    ~Network() override;

    /**
     * Makes a connection between two NICs.
     *
     * @param source number of the NIC that will post Writes, from 0
     * @param destination number of the NIC that receives the Writes, not the same
     * @param profiles those of the two ends instead of the network's profile. Both must have the
     *        same Payload. Only one set is a fatal error
     * @return the source's end; a fatal error if a number is out of range
     */
    Ptr<Qp> Connect(uint32_t source, uint32_t destination, const QpProfilePair& profiles = {});

    /**
     * As above, with EVs other than those of the network's profile.
     *
     * @param source number of the NIC that will post Writes
     * @param destination number of the NIC that they go to
     * @param paths the EV profile of both ends, not null; std::invalid_argument if the profile
     * leaves a plane without an EV
     * @return the source's end
     */
    Ptr<Qp> Connect(uint32_t source, uint32_t destination, const Ptr<EvProfile>& paths);

    /**
     * Makes the two ends of a connection in state RESET: the script brings each to RTS by itself
     * (Qp::Modify), registers memory and posts receive buffers.
     *
     * @param source number of the NIC of one end
     * @param destination number of the NIC of the other end
     * @param profiles as for Connect
     * @return the end at `source`; its Peer() is the other one
     */
    Ptr<Qp> Create(uint32_t source, uint32_t destination, const QpProfilePair& profiles = {});

    /**
     * Schedules faults that are given in words; NICs that lose or regain a link see it after
     * DetectDelay.
     *
     * @param list as ReadFaultList takes it: `link:0.1.7@1ms..2ms,t1:1.0/silent@3ms`
     * @throws std::invalid_argument as ReadFaultList, and for a fault in the past
     */
    void ScheduleFaults(const std::string& list);

    /**
     * Schedules faults.
     *
     * @param faults as ReadFaultList or ReadFaultFile returned them
     * @throws std::invalid_argument for a fault in the past
     */
    void ScheduleFaults(const std::vector<Fault>& faults);

    /**
     * @return the nodes, devices and channels that are faces of this network. FabricHelper::Install
     *         makes them for all nodes of up to 4,096 NICs, of larger fabrics for those that the
     *         script names. The faces are valid as long as the network
     */
    Faces& GetFaces();

    /** @return numbers of nodes and ports */
    const Topology& GetTopology() const;

    /** @return uplinks that no queue pair may use */
    Denylist& GetDenylist();

    /** @return the source ends of all connections, in the order of Connect */
    const std::vector<Ptr<Qp>>& GetQueuePairs() const;

    /** @return all events on links so far, as one number: the same for the same run */
    uint64_t Fingerprint() const;

    /** @return how long things take while nothing else is under way; valid as long as the network
     */
    UnloadedNetwork Unloaded() const;

    /** @return fabric, NICs and events, for the module itself */
    NetworkEngine Engine();

  private:
    void CheckNotOver(const char* what) const;
    void End();
    void PortChanged(PortIndex port, bool up);
    PortIndex NicEndOf(PortIndex port) const;

    std::unique_ptr<NetworkParts> m_parts; //!< topology, engine, queue pairs and faces
    EventId m_end;                         //!< tells that the simulation is over
};

/**
 * @param network the one before a run
 * @return the network in one line: NICs, planes, paths of a pair and link rates. Then come base
 *         round trip and bandwidth-delay product of the longest path, limits of its queues, and
 *         trimming
 */
std::string DescribeNetwork(Network& network);

/**
 * @param network of two NICs at least
 * @return base round trip of its longest path; of a graph, of the longest from NIC 0 [base-rtt]
 */
Span LongestBaseRtt(const Network& network);

/**
 * @param network as made
 * @return the knowledge of its NICs about failures, and the times: the mode that results with
 *         faults depend on [port-detection] [port-blackout] [denylist-delay]
 */
std::string DescribeFailureMode(Network& network);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NETWORK_H */
