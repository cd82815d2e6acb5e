/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_POOL_H
#define MRC_STOCK_POOL_H

#include "mrc-stock-packet.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The stock packets that wait in a NIC or are on their way: the cold records of their frames. */
class StockPool
{
  public:
    /**
     * @param bytes of an IP packet
     * @param beside the data that travels with these bytes and is not on the wire, or null
     * @param way the outer headers that the stack has given, if any
     * @return the packet, valid until its release
     */
    const StockPacket& Add(std::vector<uint8_t> bytes,
                           std::shared_ptr<const void> beside,
                           const std::optional<StockWay>& way = {})
    {
        if (m_free.empty())
        {
            m_packets.emplace_back();
            m_free.push_back(&m_packets.back());
        }
        StockPacket& packet = *m_free.back();
        m_free.pop_back();
        packet = StockPacket{std::move(bytes), std::move(beside), ++m_made, way};
        return packet;
    }

    /** Ends a packet. @param packet one that Add returned */
    void Release(const StockPacket& packet)
    {
        auto& own = const_cast<StockPacket&>(packet); // one of m_packets
        // with the memory of its bytes: a pool may be large
        own = StockPacket();
        m_free.push_back(&own);
    }

    /** @return how many packets exist now */
    std::size_t Live() const
    {
        return m_packets.size() - m_free.size();
    }

  private:
    std::deque<StockPacket> m_packets; // a deque, since datagrams point to the elements
    std::vector<StockPacket*> m_free;
    uint64_t m_made{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_POOL_H */
