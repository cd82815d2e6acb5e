/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_TALLY_H
#define MRC_PORT_TALLY_H

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return frames that ended at the far end of a port's link */
inline uint64_t
EndedAtFarEnd(const Fabric& fabric, PortIndex port)
{
    uint64_t ended = 0;
    for (const DropReason reason : {DropReason::UNKNOWN_USID,
                                    DropReason::NO_ROUTE,
                                    DropReason::END_OF_CARRIER,
                                    DropReason::HOP_LIMIT,
                                    DropReason::WRONG_NIC,
                                    DropReason::UNKNOWN_QP,
                                    DropReason::CORRUPTED,
                                    DropReason::SILENT_FAULT,
                                    DropReason::RANDOM_LOSS})
    {
        ended += fabric.Tally().DropsAt(port, reason);
    }
    return ended;
}

/** Counts the reports of the trace sources of all ports. */
class PortTally
{
  public:
    /** Puts a sink at every trace source of every port. */
    void Watch(Network& network)
    {
        const Faces& faces = network.GetFaces().Create();
        m_seen.resize(network.GetTopology().PortCount());
        for (PortIndex i = 0; i < m_seen.size(); ++i)
        {
            Ptr<Port> port = faces.PortAt(i);
            const auto count = [&](const char* source, uint64_t Seen::*member) {
                uint64_t* counter = &(m_seen[i].*member);
                port->TraceConnectWithoutContext(source, MakeBoundCallback(&CountPacket, counter));
            };
            count("Enqueue", &Seen::enqueued);
            count("PhyTxBegin", &Seen::sent);
            count("PhyRxEnd", &Seen::arrived);
            count("Mark", &Seen::marked);
            port->TraceConnectWithoutContext("Trim",
                                             MakeBoundCallback(&CountTrim, &m_seen[i].trimmed));
            port->TraceConnectWithoutContext("Drop",
                                             MakeBoundCallback(&CountDrop, &m_seen[i].dropped));
        }
    }

    /** @return where the traces do not tell the same as the counters */
    std::vector<std::string> Check(Network& network) const
    {
        std::vector<std::string> violations;
        const auto require = [&violations](bool holds, const std::string& what) {
            if (!holds)
            {
                violations.push_back(what);
            }
        };
        const Fabric& fabric = network.Engine().fabric;
        const Topology& topology = network.GetTopology();
        for (PortIndex port = 0; port < m_seen.size(); ++port)
        {
            const Seen& seen = m_seen[port];
            const PortCounters link = fabric.Tally().Counters(port);
            const uint64_t ended = EndedAtFarEnd(fabric, port);
            const PortIndex peer = topology.Peer(port);
            const std::string name = PortName(topology, port);
            require(seen.marked == link.marks, name + " traces its marks");
            require(seen.trimmed == link.trims, name + " traces its trims");
            require(seen.dropped == link.drops - ended + EndedAtFarEnd(fabric, peer),
                    name + " traces its drops");
            require(seen.sent <= seen.enqueued, name + " sends what was queued");
            require(m_seen[peer].arrived <= seen.sent && m_seen[peer].arrived >= link.frames,
                    name + " is heard at the far end");
            // queued frames arrived or were lost on the way; some frames are dropped before that
            require(seen.enqueued + link.drops >= link.frames + ended &&
                        seen.enqueued <= link.frames + link.drops - ended,
                    name + " queues what it sends or loses");
        }
        return violations;
    }

  private:
    /** The events that the sinks of one port have seen. */
    struct Seen
    {
        uint64_t enqueued{0};
        uint64_t sent{0};
        uint64_t arrived{0};
        uint64_t marked{0};
        uint64_t trimmed{0};
        uint64_t dropped{0};
    };

    static void CountPacket(uint64_t* counter, Ptr<const Packet> packet)
    {
        *counter += packet != nullptr;
    }

    static void CountTrim(uint64_t* counter, Ptr<const Packet> packet, uint32_t)
    {
        *counter += packet != nullptr;
    }

    static void CountDrop(uint64_t* counter, Ptr<const Packet> packet, DropReason)
    {
        *counter += packet != nullptr;
    }

    std::vector<Seen> m_seen; //!< by port
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_TALLY_H */
