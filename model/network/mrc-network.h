/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NETWORK_H
#define MRC_NETWORK_H

#include "mrc-denylist.h"
#include "mrc-faces.h"
#include "mrc-fault.h"
#include "mrc-topology.h"

#include "ns3/event-id.h"
#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-outage.h"
#include "ns3/mrc-port-index.h"
#include "ns3/mrc-qp-profile.h"
#include "ns3/mrc-qp.h"
#include "ns3/mrc-slot-index.h"
#include "ns3/net-device-container.h"
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
struct NetworkProfiles;
struct QueuePairPlan;

/** What the two ends of a connection are made with; both are set. */
struct QpProfilePair
{
    Ptr<QpProfile> source;      //!< of the end that posts
    Ptr<QpProfile> destination; //!< of the other end
};

/**
 * A running multi-plane fabric with its NICs: where scripts make queue pairs and break links.
 *
 * Made by FabricHelper::Install. It ends with its simulation: after Simulator::Destroy its counters
 * may be read as they were then, and all that would make something happen is a fatal error. To drop
 * the last reference inside an event is a fatal error as well. Ordinary events of simulators other
 * than FastSimulatorImpl escape this check, because those do not tell that they run.
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
     * @param destination number of the NIC that they go to, not the same
     * @return the source's end; a fatal error if a number is out of range
     */
    Ptr<Qp> Connect(uint32_t source, uint32_t destination);

    /**
     * As above, with a profile for each end instead of the network's.
     *
     * @param source number of the NIC that will post Writes
     * @param destination number of the NIC that they go to
     * @param profiles what the two ends are made with; both must have the same Payload
     * @return the source's end
     */
    Ptr<Qp> Connect(uint32_t source, uint32_t destination, const QpProfilePair& profiles);

    /**
     * As the first, with EVs other than those of the network's profile.
     *
     * @param source number of the NIC that will post Writes
     * @param destination number of the NIC that they go to
     * @param paths the EV profile of both ends, not null; std::invalid_argument if it leaves a
     * plane without an EV
     * @return the source's end
     */
    Ptr<Qp> Connect(uint32_t source, uint32_t destination, const Ptr<EvProfile>& paths);

    /**
     * Makes the two ends of a connection in state RESET: the script brings each to RTS by itself
     * (Qp::Modify), registers memory and posts receive buffers.
     *
     * @param source number of the NIC of one end
     * @param destination number of the NIC of the other end
     * @param profiles what the two ends are made with; both must have the same Payload
     * @return the end at `source`; its Peer() is the other one
     */
    Ptr<Qp> Create(uint32_t source, uint32_t destination, const QpProfilePair& profiles);

    /**
     * As above, with the network's profile for both ends.
     *
     * @param source number of the NIC of one end
     * @param destination number of the NIC of the other end
     * @return the end at `source`
     */
    Ptr<Qp> Create(uint32_t source, uint32_t destination);

    /**
     * Schedules an outage; NICs that lose or regain a link see it after DetectDelay.
     *
     * @param outage its ports exist and it does not begin in the past; a fatal error otherwise
     */
    void Schedule(const Outage& outage);

    /**
     * Schedules faults that are given in words.
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
     *         makes them for all nodes of up to 4,096 NICs, of larger fabrics for those it is told
     */
    const Faces& GetFaces() const;

    /**
     * Makes an ns-3 node, with its ports as devices and its links as channels, for each NIC and
     * switch that has none. Without faces a fabric takes less memory and behaves the same.
     *
     * @return the faces
     */
    const Faces& CreateFaces();

    /**
     * As above, for these nodes only.
     *
     * @param names as NodesNamed takes them: `nic0,nic17,p1.t0.2`
     * @return the faces
     * @throws std::invalid_argument as NodesNamed
     */
    const Faces& CreateFaces(const std::string& names);

    /**
     * Makes what is missing of the faces of these ports' nodes.
     *
     * @param list as ReadPortList takes it: `nic3,p0.t0.1.up7`; empty: all ports of the fabric
     * @return the ports as devices, in the order of the fabric's numbers
     * @throws std::invalid_argument as ReadPortList
     */
    NetDeviceContainer CreatePorts(const std::string& list);

    /** @return numbers of nodes and ports */
    const Topology& GetTopology() const;

    /** @return what happened on all links so far, as one number: the same for the same run */
    uint64_t Fingerprint() const;

    /** @return links, queues and switches: the engine's, whose headers are not installed */
    Fabric& GetFabric();

    /** @return the NICs: the engine's */
    NicTable& GetNics();

    /** @return uplinks that no queue pair may use */
    Denylist& GetDenylist();

    /** @return the events of those that only look: the module's own */
    Onlookers& GetOnlookers();

    /** @return the queue of hot events: the engine's */
    HotKernel& GetKernel();

    /** @return the source ends of all connections, in the order of Connect */
    const std::vector<Ptr<Qp>>& GetQueuePairs() const
    {
        return m_qps;
    }

    /** @return the host's overhead between NIC and application, each way */
    Span HostDelay() const;

    /** @return how long it takes until an application knows what happened at another NIC */
    Span TriggerDelay() const;

    /** @return bytes of payload in a full packet */
    uint32_t Payload() const;

    /**
     * @param source number of a NIC
     * @param destination number of another NIC; a fatal error if one is out of range
     * @return unloaded round trip of a full packet and its SACK between them [base-rtt]
     */
    Span BaseRttBetween(uint32_t source, uint32_t destination) const;

    /**
     * @param source number of a NIC
     * @param destination number of another NIC; a fatal error if one is out of range
     * @param bytes length of the Write; 0 is a signal, one packet without payload
     * @return how long one Write takes alone on the empty fabric, from its post to its completion,
     *         host overhead included
     */
    Span IdealBetween(uint32_t source, uint32_t destination, uint64_t bytes) const;

  private:
    SlotIndex CheckedSlot(const char* what, uint32_t source, uint32_t destination) const;
    void CheckProfiles(const QpProfilePair& profiles) const;
    Ptr<Qp> ConnectEnds(const QpEnd& own, const QpEnd& peer, const EvProfile& paths);
    QueuePairPlan PlanOf(SlotIndex slot,
                         const QpEnd& own,
                         const QpEnd& peer,
                         const EvConfig& ev) const;
    Ptr<Qp> AddFace(SlotIndex slot, const QpEnd& own, const QpEnd& peer);
    void CheckNic(const char* role, uint32_t nic) const;
    void CheckEnds(uint32_t source, uint32_t destination) const;
    void CheckNotOver(const char* what) const;
    void End();
    void PortChanged(PortIndex port, bool up);
    PortIndex NicEndOf(PortIndex port) const;
    void ShowQueuePair(const Ptr<Qp>& qp);
    const Faces& ShowQueuePairs();

    struct Parts;

    std::unique_ptr<Parts> m_parts; //!< topology, engine and faces; queue pairs refer to them
    std::vector<Ptr<Qp>> m_qps;
    EventId m_end; //!< tells that the simulation is over
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NETWORK_H */
