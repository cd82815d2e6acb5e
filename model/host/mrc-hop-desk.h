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
     * Gives a SACK the records of the last data packet that came whole for its queue pair. There
     * are none if an earlier SACK has them, if they are old, or if the SACK echoes another plane.
     * Other packets are left alone.
     *
     * @param slot of the queue pair
     * @param frame of the packet, not yet launched
     * @param now the current time
     */
    void Answer(SlotIndex slot, FrameIndex frame, Instant now);

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
     * @param now the current time
     */
    void Open(SlotIndex slot, FrameIndex frame, Instant now);

    /** The queue pair has got the packet. */
    void Close()
    {
        m_news.records = nullptr;
    }

  private:
    /** The records of a data packet, until a SACK takes them. */
    struct Kept
    {
        HopRecords records;
        Instant at;       //!< when the packet came
        PlaneId plane{0}; //!< of the packet
    };

    FramePool& m_pool;
    HopNews m_news;
    std::unordered_map<SlotIndex, Kept> m_latest; //!< one of each queue pair to which data came
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOP_DESK_H */
