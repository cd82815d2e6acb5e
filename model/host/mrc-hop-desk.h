/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOP_DESK_H
#define MRC_HOP_DESK_H

#include "mrc-nic-state.h"

#include "ns3/mrc-frame-pool.h"
#include "ns3/mrc-hop-news.h"
#include "ns3/mrc-hop-records.h"

#include <unordered_map>

namespace ns3
{
namespace mrc
{

/**
 * Which records of hops go out with a packet, and which have come in [telemetry-echo]?
 *
 * There for all NICs of a shard, where packets have trailers. What is kept belongs to one queue
 * pair, so that no NIC sees another's.
 */
class HopDesk
{
  public:
    /** @param pool with room for records; must outlive this */
    explicit HopDesk(FramePool& pool)
        : m_pool(pool)
    {
    }

    /** @return the records of the packet that a queue pair is being told of */
    const HopNews& News() const
    {
        return m_news;
    }

    /**
     * Gives a SACK the records of the last data packet that came whole for its queue pair; other
     * packets are left alone.
     *
     * @param slot of the queue pair
     * @param frame of the packet, not yet launched
     */
    void Answer(SlotIndex slot, FrameIndex frame);

    /**
     * Makes room for a trailer in a packet that takes records along, and clears that of data.
     *
     * @param frame of the packet, with its size
     */
    void Launch(FrameIndex frame) const;

    /**
     * Notes the records of a packet before its queue pair gets the packet.
     *
     * @param slot of the queue pair
     * @param frame of the packet, with its datagram's trim mark
     */
    void Open(SlotIndex slot, FrameIndex frame);

    /** The queue pair has got the packet. */
    void Close()
    {
        m_news.records = nullptr;
    }

  private:
    FramePool& m_pool;
    HopNews m_news;
    std::unordered_map<SlotIndex, HopRecords> m_latest; //!< of data that came for a queue pair
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOP_DESK_H */
