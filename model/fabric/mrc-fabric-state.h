/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_STATE_H
#define MRC_FABRIC_STATE_H

#include "mrc-drop-table.h"
#include "mrc-fabric-plan.h"
#include "mrc-packet-follower.h"
#include "mrc-port-config-table.h"
#include "mrc-port-observer.h"
#include "mrc-port-policies.h"
#include "mrc-port-state.h"
#include "mrc-trim-queue.h"
#include "mrc-usid-forwarder.h"

#include "ns3/mrc-frame-pool.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-packet-codec.h"

#include <cstdint>
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
};

/**
 * Links, queues and packets of a fabric as arrays of compact state.
 *
 * The classes that act on it are views: each holds a reference to all of this and nothing else, so
 * that a call from one into another costs nothing.
 */
struct FabricState
{
    /**
     * @param plan what to build
     * @param seed of all random decisions
     */
    FabricState(FabricPlan plan, const KeyedDraws& seed);

    FramePool pool;                      //!< the packets
    std::vector<PortState> ports;        //!< by port
    PortConfigTable configs;             //!< by PortState::config
    std::vector<PortCounters> counters;  //!< by port
    std::vector<UsidForwarder> switches; //!< by switch number
    std::vector<PortIndex> routes;       //!< the store of the forwarders' tables
    TrimQueue::Classes classes;          //!< the meaning of DSCPs
    HotKernel* kernel{nullptr};          //!< the queue of hot events
    FabricDraws draws;                   //!< all random decisions
    PortObserver* observer{nullptr};     //!< sees watched ports
    PacketFollower* follower{nullptr};   //!< hears of packets; null: nobody does
    WireFormat format;                   //!< how frames become bytes
    LargestFrames largest;               //!< what queues must have room for
    bool wireMode;         //!< every hop goes through bytes, and all ports have PORT_FAULTY
    DropTable drops;       //!< frames that ended
    PortPolicies policies; //!< of a user
    std::unordered_map<PortIndex, HiddenLoss> hiddenLoss; //!< of ports with a hidden fault

    /** @return what a port is configured to */
    const PortConfig& ConfigOf(PortIndex port) const
    {
        return configs[ports[port].config];
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_STATE_H */
