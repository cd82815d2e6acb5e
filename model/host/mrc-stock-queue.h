/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_QUEUE_H
#define MRC_STOCK_QUEUE_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-stock-packet.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The limits of packets that wait in a NIC for its ports [stock-queue]. */
struct StockLimits
{
    uint32_t packets{1000};  //!< 1 or more
    uint32_t bytes{1500000}; //!< of IP packets
};

/** A stock packet that waits. */
struct StockEntry
{
    const StockPacket* packet; //!< in the pool of the fabric
    uint32_t destination;      //!< number of the NIC that the packet goes to
    uint64_t flow;             //!< hash of the fields that tell the packet's flow from others
    uint64_t order{0};         //!< set by Push: lower ones came earlier
};

/** The stock packets that wait in a NIC: a lane for each plane, the oldest of the lanes first. */
class StockQueue
{
  public:
    /** @param limits of all lanes together */
    explicit StockQueue(const StockLimits& limits)
        : m_limits(limits)
    {
    }

    /** @return whether a packet of so many bytes fits in */
    bool HasRoom(std::size_t bytes) const
    {
        return m_packets < m_limits.packets && m_bytes + bytes <= m_limits.bytes;
    }

    /** @return how many packets wait */
    uint32_t Packets() const
    {
        return m_packets;
    }

    /** Puts a packet behind the others of its lane. */
    void Push(PlaneId lane, StockEntry entry);

    /** @return which of these lanes has the packet that waits longest, none if all are empty */
    std::optional<PlaneId> Oldest(PlaneMask lanes) const;

    /** @return the first packet of a lane that has one */
    const StockEntry& First(PlaneId lane) const
    {
        return m_lanes[lane].front();
    }

    /** Takes the first packet of a lane that has one. */
    StockEntry Pop(PlaneId lane);

    /** Takes all packets, in the order in which they came. */
    std::vector<StockEntry> TakeAll();

  private:
    StockLimits m_limits;
    std::array<std::deque<StockEntry>, MAX_PLANES> m_lanes;
    uint64_t m_pushed{0};
    uint64_t m_bytes{0};
    uint32_t m_packets{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_QUEUE_H */
