/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_STATE_H
#define MRC_FABRIC_STATE_H

#include "mrc-cut-links.h"
#include "mrc-data-queues.h"
#include "mrc-drop-table.h"
#include "mrc-ecmp-forwarder.h"
#include "mrc-fabric-plan.h"
#include "mrc-hot-code.h"
#include "mrc-late-reports.h"
#include "mrc-link-jitter.h"
#include "mrc-link-state.h"
#include "mrc-owner-check.h"
#include "mrc-packet-follower.h"
#include "mrc-pause-state.h"
#include "mrc-port-config-table.h"
#include "mrc-port-observer.h"
#include "mrc-port-policies.h"
#include "mrc-port-state.h"
#include "mrc-routed-switch.h"
#include "mrc-shard-care.h"
#include "mrc-shared-array.h"
#include "mrc-switch-buffers.h"
#include "mrc-trim-queue.h"
#include "mrc-usid-forwarder.h"
#include "mrc-way-back.h"
#include "mrc-wred-profile.h"

#include "ns3/mrc-frame-pool.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-hot-event.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/mrc-reserved-array.h"
#include "ns3/mrc-stock-pool.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The seeded sequences of a fabric's random decisions. */
struct FabricDraws
{
    /** @param draws seeded key of them all */
    explicit FabricDraws(const KeyedDraws& draws);

    uint32_t tieSeed;   //!< decides between arrivals of one instant [arrival-ties]
    KeyedDraws marks;   //!< which frames get CE
    KeyedDraws victims; //!< which of two frames is trimmed
    KeyedDraws losses;  //!< which frames a lossy fault takes
    KeyedDraws jitters; //!< how late frames are on links with jitter
    KeyedDraws wreds;   //!< which frames are dropped early
    KeyedDraws hops;    //!< which of several ports a switch takes
};

/**
 * Links, queues and packets of a shard as arrays of compact state.
 *
 * The classes that act on the state are views. Each holds a reference to all of it and nothing
 * else, so that a call from one into another costs nothing.
 */
struct FabricState
{
    /**
     * @param plan the fabric to build
     * @param seed of all random decisions
     */
    FabricState(FabricPlan plan, const KeyedDraws& seed);

    /**
     * @param first the state of the first of several shards, which are the same fabric
     * @param own number of this shard, at least 1
     */
    FabricState(const FabricState& first, ShardIndex own);

    FramePool pool;                   //!< the packets
    std::shared_ptr<StockPool> stock; //!< the contents of the frames of stock packets, of all
                                      //!< shards, since those are merged then
    SharedArray<PortState> ports;     //!< senders' ends of links, by port
    SharedArray<LinkState> links;     //!< receivers' ends, by the same index
    SharedArray<uint64_t> fates;      //!< of senders: running hashes of trims and drops
    std::shared_ptr<ReservedArray<uint32_t>>
        trims;               //!< of senders: frames trimmed there; no memory before the first
    PortConfigTable configs; //!< by PortState::config
    SharedArray<UsidForwarder> switches; //!< by switch number
    SharedArray<PortIndex> routes;       //!< the store of the forwarders' tables
    SharedArray<EcmpForwarder> hashing;  //!< by switch number; none with SRv6
    TrimQueue::Classes classes;          //!< the meaning of DSCPs
    HotKernel* kernel{nullptr};          //!< the queue of hot events
    FabricDraws draws;                   //!< all random decisions
    PortObserver* observer{nullptr};     //!< sees watched ports
    PacketFollower* follower{nullptr};   //!< hears of packets; null: nobody does
    WireFormat format;                   //!< how frames become bytes
    LargestFrames largest;               //!< the largest frames, for which queues must have room
    bool wireMode;         //!< every hop goes through bytes, and all links have FAR_JUDGED
    DropTable refused;     //!< frames that ended at senders' ends
    DropTable lost;        //!< frames that ended at receivers' ends
    PortPolicies policies; //!< of a user
    ClassWeights weights;  //!< of ports with PORT_WEIGHTED
    SharedArray<WeightedRounds> rounds; //!< of all ports, or of none if there are no weights
    DataClassPlan dataClasses;          //!< of ports with PORT_CLASSES
    SharedArray<DataQueues> dataQueues; //!< of all ports, or of none if data is one class
    SwitchBuffers buffers;              //!< of switches with a buffer that all their ports share
    WredProfile wred;                   //!< of ports with PORT_WRED
    PauseState pauses;                  //!< priority flow control
    std::unordered_map<PortIndex, HiddenLoss> hiddenLoss; //!< of receivers' ends with one
    std::unordered_map<PortIndex, LinkJitter> jitters;    //!< of senders' ends with one
    RoutedSwitches routed;                                //!< instead of hashing: computed tables
    SharedArray<uint64_t> sentBytes;                      //!< of ports with PORT_STAMPS; else none
    std::unordered_map<PortIndex, uint32_t> lostTrims;    //!< of senders' ends: frames that were
                                                          //!< trimmed there and never left
    std::unique_ptr<CutLinks> cuts;    //!< to other shards; null: this one has all nodes
    std::unique_ptr<LateReports> late; //!< of one of several shards: its observer and follower
    const FrameSight* shown{nullptr};  //!< of the first of several: the frame that a report is
                                       //!< about while it is told late, else null
    std::vector<FabricState*> shards;  //!< of the first of several: the states of all, to be
                                       //!< counted, and changed while none is active. One stands
                                       //!< for all shards of other processes
    std::unordered_map<PortIndex, uint32_t> errors; //!< of senders' ends of switches: ICMPv6 errors
    WaysBack waysBack;        //!< of switches that tell of drops by ICMPv6; none: all are silent
    OwnerCheck owners;        //!< fails when a node touches an end of a link that is another's
    ShardCare* care{nullptr}; //!< of one of several shards: hears of what they cannot serve
    bool isTelling{false};    //!< of one of several: whether users are told of earlier events

    /**
     * Sees that both ends of a link are there. Scripts may ask for any, and a process has those of
     * its own nodes from the start.
     *
     * @param index the link
     * @return this state
     */
    const FabricState& Need(PortIndex index) const
    {
        ports.Need(index);
        fates.Need(index);
        links.Need(index);
        return *this;
    }

    /** @return bytes of links and tables in this process, whatever waits and flies there */
    std::size_t FixedBytes() const;

    /** @return the state of one of several shards; for the first of them to tell */
    FabricState& ShardAt(ShardIndex shard) const
    {
        const FabricCuts& all = *cuts->Cuts();
        if (!all.ranks)
        {
            return *shards[shard];
        }
        const auto isThat = [&](const FabricState* state) {
            const ShardIndex own = state->cuts->Own();
            return all.IsHere(shard) ? own == shard : !all.IsHere(own);
        };
        return **std::find_if(shards.begin(), shards.end(), isThat);
    }

    /** @return the node that an event is for */
    NodeCode NodeOf(HotEvent event) const
    {
        const uint32_t index = HotCode::IndexOf(event.arg);
        switch (HotCode::KindOf(event.arg))
        {
        case HotKind::NIC_WAKE:
            return LinkState::FAR_NIC | index;
        case HotKind::SERVICE:
            return owners.SenderOf(index);
        default: // ADMIT, RX
            return owners.ReceiverOf(index);
        }
    }

    /** @return the sender's end of a link */
    PortState& Port(PortIndex index)
    {
        owners.Touch(owners.SenderOf(index));
        return ports[index];
    }

    /** @return the same, to read: also for onlookers, which no OwnerCheck asks */
    const PortState& Port(PortIndex index) const
    {
        return ports[index];
    }

    /** @return the receiver's end of a link */
    LinkState& Link(PortIndex index)
    {
        owners.Touch(owners.ReceiverOf(index));
        return links[index];
    }

    /** @return the same, to read: also for onlookers */
    const LinkState& Link(PortIndex index) const
    {
        return links[index];
    }

    /** @return the receiver's end, for the sender's LinkPipe to put a frame in */
    LinkState& Across(PortIndex index)
    {
        return links[index];
    }

    /** @return of a sender's end: the running hash of trims and drops */
    uint64_t& FatesOf(PortIndex index)
    {
        owners.Touch(owners.SenderOf(index));
        return fates[index];
    }

    /** @return of a sender's end: how many frames were trimmed there */
    uint32_t& TrimsOf(PortIndex index)
    {
        owners.Touch(owners.SenderOf(index));
        return (*trims)[index];
    }

    /** @return the same, to read: also for onlookers */
    uint32_t TrimsOf(PortIndex index) const
    {
        return (*trims)[index];
    }

    /**
     * @return the flags of a port, which both ends in one process may read. Events of a node set
     * none but PORT_PAUSED, which is the sender's alone
     */
    uint16_t FlagsOf(PortIndex index) const
    {
        return __atomic_load_n(&ports[index].flags, __ATOMIC_RELAXED);
    }

    /** Repeats at the receiver's end whether anything may keep frames from being admitted. */
    void Judge(PortIndex index)
    {
        LinkState& link = Link(index);
        const bool any = link.IsJudgedWith(wireMode, pauses.Any()) ||
                         (FlagsOf(index) & PORT_LOSSY) != 0 || hiddenLoss.count(index) != 0;
        link.Flag(LinkState::FAR_JUDGED, any);
    }

    /** @return the configuration of a port, for its own node, and behind Need for others */
    const PortConfig& ConfigOf(PortIndex port) const
    {
        return configs[ports[port].config];
    }

  private:
    void NeedOwn(const FabricCuts& all, PortIndex port) const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_STATE_H */
