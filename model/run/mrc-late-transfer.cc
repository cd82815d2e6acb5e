/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-transfer.h"

#include "mrc-fault-signs.h"
#include "mrc-late-packets.h"
#include "mrc-transfer-ways.h"

#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-table.h"
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

/** @return whether a fault was there at some time of a transfer; one without an end goes on */
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
    LateJudge(Network& network,
              const LatePackets& late,
              const FlowRecord& flow,
              const TransferTimes& times)
        : m_topology(network.GetTopology()),
          m_flow(flow),
          m_when{flow.source, flow.destination, times.busy, flow.finish},
          m_packets(late.SentAgain(m_when)),
          m_badEvs(late.BadEvs(m_when)),
          m_pairs(late.QueuePairs(flow.source, flow.destination)),
          m_ways(network, flow.source, flow.destination, m_pairs)
    {
        for (const Fault& fault : network.Engine().faults)
        {
            if (WasActive(fault, Begin(), flow.finish))
            {
                m_faults.push_back({&fault, PortsOf(fault, m_topology)});
            }
        }
        // Named is the fault on the fewest links of those that are as likely.
        std::stable_sort(m_faults.begin(), m_faults.end(), [](const auto& a, const auto& b) {
            return a.ports.size() < b.ports.size();
        });
        m_late.over = flow.finish - flow.start - times.alone;
        m_late.isLate = m_late.over > times.alone / LATE_PART;
        if (!m_pairs.empty())
        {
            m_late.packets = m_packets.size();
        }
        m_late.badPaths = static_cast<uint32_t>(m_badEvs.size());
    }

    LateTransfer Judge()
    {
        if (m_late.isLate)
        {
            FindPath();
            if (!FindFaultOfPackets())
            {
                FindFaultOnWays();
            }
        }
        return m_late;
    }

  private:
    /** The hundredth of a transfer's time alone is not late; own choice [late-transfer]. */
    static constexpr int64_t LATE_PART = 100;

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

    void FindPath()
    {
        std::map<PlaneId, uint64_t> planes;
        for (const Retransmission& packet : m_packets)
        {
            ++planes[packet.ev.Plane()];
        }
        if (planes.empty())
        {
            return;
        }
        // The plane with most packets first, and the path inside it: a fault is on one plane.
        m_late.plane = MostOf(planes)->first;
        std::map<Ports, uint64_t> paths; // several EVs may name one path
        for (const Retransmission& packet : m_packets)
        {
            if (m_ways.AreKnown() && packet.ev.Plane() == *m_late.plane)
            {
                ++paths[m_ways.PortsOf(packet.ev)];
            }
        }
        if (!paths.empty())
        {
            m_late.path = MostOf(paths)->first;
            m_late.pathPackets = MostOf(paths)->second;
        }
    }

    /** @return whether a packet may have been sent again because of a fault, as far as times and
     * signs tell */
    static bool MayBeOf(const Fault& fault, const Retransmission& packet)
    {
        return SignsOf(fault.impairment.effect).mayCause[static_cast<std::size_t>(packet.cause)] &&
               WasActive(fault, packet.at - packet.after, packet.at);
    }

    /** @return whether any late packet's path went through a fault that was active then */
    bool FindFaultOfPackets()
    {
        for (const ActiveFault& fault : m_faults)
        {
            // A fault counts by the packets that fit it in time, cause and path.
            uint64_t count = 0;
            for (const Retransmission& packet : m_packets)
            {
                count += m_ways.AreKnown() && MayBeOf(*fault.fault, packet) &&
                         fault.IsOn(m_ways.PortsOf(packet.ev));
            }
            if (count > m_late.faultPackets)
            {
                m_late.faultPackets = count;
                m_late.fault = *fault.fault;
            }
        }
        return m_late.faultPackets != 0;
    }

    /** A fault on a path that the transfer may have taken, if more than its place speaks for it. */
    void FindFaultOnWays()
    {
        std::vector<TransferWays::Ways> ways;
        for (const Ptr<Qp>& qp : m_pairs)
        {
            ways.push_back(m_ways.Of(*qp));
        }
        for (const ActiveFault& fault : m_faults)
        {
            const bool isNamed =
                std::any_of(ways.begin(), ways.end(), [&](const TransferWays::Ways& ofPair) {
                    return std::any_of(ofPair.begin(), ofPair.end(), [&](const auto& ofPlane) {
                        return IsEvident(fault, ofPlane.first, ofPlane.second);
                    });
                });
            if (isNamed)
            {
                m_late.fault = *fault.fault;
                return;
            }
        }
    }

    /** @return whether a fault on some of a plane's ways has left a sign */
    bool IsEvident(const ActiveFault& fault, PlaneId plane, const std::vector<Ev>& ways)
    {
        const auto isHit = [&](Ev ev) { return fault.IsOn(m_ways.PortsOf(ev)); };
        if (std::none_of(ways.begin(), ways.end(), isHit))
        {
            return false;
        }
        const FaultToll toll = SignsOf(fault.fault->impairment.effect).toll;
        // Some faults slow packets down and lose none: their place on a way is sign enough.
        if (toll == FaultToll::SLOWS ||
            (toll == FaultToll::CLOSES && std::all_of(ways.begin(), ways.end(), isHit)))
        {
            return true;
        }
        // Of faults that lose packets some sign must be left: an EV out of use, or a packet sent
        // again.
        const bool hasBadEv = std::any_of(m_badEvs.begin(), m_badEvs.end(), [&](Ev ev) {
            return ev.Plane() == plane && (!m_ways.AreKnown() || isHit(ev));
        });
        const bool hasPacket = std::any_of(m_packets.begin(), m_packets.end(), [&](const auto& p) {
            return !m_ways.AreKnown() && p.ev.Plane() == plane && MayBeOf(*fault.fault, p);
        });
        return hasBadEv || hasPacket;
    }

    const Topology& m_topology;
    const FlowRecord m_flow;
    const PairTime m_when;
    const std::vector<Retransmission> m_packets;
    const std::vector<Ev> m_badEvs;
    const std::vector<Ptr<Qp>> m_pairs;
    TransferWays m_ways;
    std::vector<ActiveFault> m_faults; // those on the fewest links first
    LateTransfer m_late;
};

} // namespace

LateTransfer
JudgeLate(Network& network,
          const LatePackets& late,
          const FlowRecord& flow,
          const TransferTimes& times)
{
    return LateJudge(network, late, flow, times).Judge();
}

} // namespace mrc
} // namespace ns3
