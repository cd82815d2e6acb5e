/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-transfer.h"

#include "mrc-late-packets.h"

#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-path-ports.h"

#include <algorithm>
#include <map>

namespace ns3
{
namespace mrc
{

namespace
{

using Ports = std::vector<PortIndex>;

/** A fault that was active while a transfer was under way. */
struct ActiveFault
{
    const Fault* fault;
    Ports ports; // in ascending order

    bool IsOn(const Ports& path) const
    {
        return std::any_of(path.begin(), path.end(), [this](PortIndex port) {
            return std::binary_search(ports.begin(), ports.end(), port);
        });
    }
};

bool
WasActive(const Fault& fault, Instant from, Instant until)
{
    return fault.down <= until && (!fault.up || from < *fault.up);
}

/** @return the key with the greatest value, of several the least key */
template <typename Key>
typename std::map<Key, uint64_t>::const_iterator
MostOf(const std::map<Key, uint64_t>& counts)
{
    return std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
    });
}

/** Judges one transfer. */
class LateJudge
{
  public:
    LateJudge(Network& network, const LatePackets& late, const FlowRecord& flow, Instant busy)
        : m_topology(network.GetTopology()),
          m_flow(flow),
          m_when{flow.source, flow.destination, busy, flow.finish},
          m_packets(late.SentAgain(m_when)),
          m_pairs(late.QueuePairs(flow.source, flow.destination))
    {
        const bool isRoce = !m_pairs.empty() && m_pairs[0]->Roce() != nullptr;
        m_knowsPaths = !m_pairs.empty() && !isRoce;
        for (const Fault& fault : network.Engine().faults)
        {
            if (WasActive(fault, Begin(), flow.finish))
            {
                m_faults.push_back({&fault, PortsOf(fault, m_topology)});
            }
        }
        m_late.over = OverOf(network, flow);
        if (!m_pairs.empty())
        {
            m_late.packets = m_packets.size();
        }
        m_late.badPaths = late.BadPaths(m_when);
    }

    LateTransfer Judge()
    {
        FindPath();
        if (!FindFaultOfPackets())
        {
            FindFaultOnWays();
        }
        return m_late;
    }

  private:
    /** @return when the first of the late packets left, or the time began */
    Instant Begin() const
    {
        Instant begin = m_when.from;
        for (const Retransmission& packet : m_packets)
        {
            begin = std::min(begin, packet.at - packet.after);
        }
        return begin;
    }

    const Ports& PathOf(Ev ev)
    {
        Ports& path = m_paths[ev.value];
        if (path.empty())
        {
            path = PortsOfPath(m_topology, m_flow.source, m_flow.destination, ev);
        }
        return path;
    }

    void FindPath()
    {
        std::map<PlaneId, uint64_t> planes;
        std::map<Ports, uint64_t> paths; // several EVs may name one path
        for (const Retransmission& packet : m_packets)
        {
            ++planes[packet.ev.Plane()];
            if (m_knowsPaths)
            {
                ++paths[PathOf(packet.ev)];
            }
        }
        if (!planes.empty())
        {
            m_late.plane = MostOf(planes)->first;
        }
        if (!paths.empty())
        {
            m_late.path = MostOf(paths)->first;
            m_late.pathPackets = MostOf(paths)->second;
        }
    }

    /** @return whether any late packet's path went through a fault that was active then */
    bool FindFaultOfPackets()
    {
        for (const ActiveFault& fault : m_faults)
        {
            uint64_t count = 0;
            for (const Retransmission& packet : m_packets)
            {
                const bool isThen = WasActive(*fault.fault, packet.at - packet.after, packet.at);
                count += m_knowsPaths && isThen && fault.IsOn(PathOf(packet.ev));
            }
            if (count > m_late.faultPackets)
            {
                m_late.faultPackets = count;
                m_late.fault = *fault.fault;
            }
        }
        return m_late.faultPackets != 0;
    }

    /** The first fault on a path that the transfer may have taken. */
    void FindFaultOnWays()
    {
        for (const ActiveFault& fault : m_faults)
        {
            const bool isOnWay = std::any_of(m_pairs.begin(), m_pairs.end(), [&](const auto& qp) {
                return IsOnWayOf(fault, *qp);
            });
            if (isOnWay)
            {
                m_late.fault = *fault.fault;
                return;
            }
        }
    }

    bool IsOnWayOf(const ActiveFault& fault, const Qp& qp)
    {
        const std::vector<Ev> evs = WaysOf(qp);
        return std::any_of(evs.begin(), evs.end(), [&](Ev ev) { return fault.IsOn(PathOf(ev)); });
    }

    /** @return the EVs of a queue pair; of RoCEv2 all of the plane, because switches choose the way
     */
    std::vector<Ev> WaysOf(const Qp& qp) const
    {
        std::vector<Ev> evs;
        if (m_knowsPaths)
        {
            for (const PathStatus& path : qp.Paths().List())
            {
                evs.push_back(path.ev);
            }
            return evs;
        }
        const TopologySpec& spec = m_topology.Spec();
        for (uint32_t plane = 0; plane < spec.planes; ++plane)
        {
            if (qp.Counters().planePackets[plane] != 0)
            {
                for (uint32_t uplink = 0; uplink < spec.PathsPerPlane(); ++uplink)
                {
                    evs.push_back(Ev::Of(static_cast<PlaneId>(plane), uplink));
                }
            }
        }
        return evs;
    }

    const Topology& m_topology;
    const FlowRecord m_flow;
    const PairTime m_when;
    const std::vector<Retransmission> m_packets;
    const std::vector<Ptr<Qp>> m_pairs;
    bool m_knowsPaths;
    std::vector<ActiveFault> m_faults;
    std::map<uint32_t, Ports> m_paths;
    LateTransfer m_late;
};

} // namespace

Span
OverOf(const Network& network, const FlowRecord& flow)
{
    return flow.finish - flow.start -
           network.Unloaded().IdealBetween(flow.source, flow.destination, flow.bytes);
}

LateTransfer
JudgeLate(Network& network, const LatePackets& late, const FlowRecord& flow, Instant busy)
{
    return LateJudge(network, late, flow, busy).Judge();
}

} // namespace mrc
} // namespace ns3
