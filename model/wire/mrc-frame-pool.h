/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_POOL_H
#define MRC_FRAME_POOL_H

#include "mrc-datagram.h"
#include "mrc-frame.h"
#include "mrc-hop-records.h"
#include "mrc-reserved-array.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/**
 * All packets of a fabric: frames and their datagrams under one index, handed out last in, first
 * out.
 */
class FramePool
{
  public:
    /** Most packets that may exist at once: 131,072 NICs with 512 in flight each. */
    static constexpr std::size_t CAPACITY = std::size_t{1} << 26;

    /** @param shards that are to share the packets of a run */
    explicit FramePool(uint32_t shards = 1)
        : m_space(std::make_shared<Space>()),
          m_frames(&m_space->frames[0]),
          m_datagrams(&m_space->datagrams[0]),
          m_room(CAPACITY / shards - 1), // NO_FRAME has the last place
          m_end(m_room)
    {
    }

    /**
     * The part of another shard: any of them may take back what another one has handed out.
     *
     * @param first the pool of the first shard
     * @param own number of this shard, from 0
     */
    FramePool(const FramePool& first, uint32_t own)
        : m_space(first.m_space),
          m_frames(first.m_frames),
          m_datagrams(first.m_datagrams),
          m_trailers(first.m_trailers),
          m_room(first.m_room),
          // Parts begin with a page: a rank would else take one for the end of another part.
          m_used(own * (m_room + 1)),
          m_end(m_used + m_room)
    {
    }

    /** @return a frame with fields that the caller fills */
    FrameIndex Allocate()
    {
        ++m_live;
        if (m_free != NO_FRAME)
        {
            const FrameIndex index = m_free;
            m_free = m_frames[index].next;
            return index;
        }
        if (m_used == m_end)
        {
            Exhausted();
        }
        return m_used++;
    }

    /** Takes a frame back. @param index a frame that Allocate returned */
    void Release(FrameIndex index)
    {
        --m_live;
        GiveSpare(index);
    }

    /** @return the place of a frame that was taken back, for another shard; NO_FRAME: none */
    FrameIndex TakeSpare()
    {
        const FrameIndex index = m_free;
        m_free = index == NO_FRAME ? NO_FRAME : m_frames[index].next;
        return index;
    }

    /** Gets a place for coming frames. @param index one that TakeSpare of another shard returned */
    void GiveSpare(FrameIndex index)
    {
        m_frames[index].next = m_free;
        m_free = index;
    }

    /**
     * @param index one that Allocate returned
     * @return the fabric's part of a packet
     */
    Frame& At(FrameIndex index)
    {
        return m_frames[index];
    }

    /**
     * @param index one that Allocate returned, or NO_FRAME
     * @return the fabric's part of a packet, or one at instant 0 that never changes
     */
    Frame& AtOrNone(FrameIndex index)
    {
        static_assert(CAPACITY * sizeof(Frame) == uint64_t{1} << 32, "32 bits count all bytes");
        const uint32_t offset = index * static_cast<uint32_t>(sizeof(Frame));
        return *reinterpret_cast<Frame*>(reinterpret_cast<char*>(m_frames) + offset);
    }

    /**
     * @param index one that Allocate returned
     * @return the ends' part of a packet
     */
    Datagram& DatagramAt(FrameIndex index)
    {
        return m_datagrams[index];
    }

    /** Reserves room for the records of all packets; before there are parts of other shards. */
    void AddTrailers();

    /**
     * @param index one that Allocate returned
     * @return the records that a packet carries [telemetry-trailer]; null: no packet carries any
     */
    HopRecords* TrailerOf(FrameIndex index)
    {
        return m_trailers == nullptr ? nullptr : &(*m_trailers)[index];
    }

    /** @return how many packets exist now; of several shards only the sum tells, modulo 2^32 */
    uint32_t Live() const
    {
        return m_live;
    }

    /** @return the most packets that ever existed at once */
    uint32_t Peak() const
    {
        return m_room - (m_end - m_used);
    }

  private:
    [[noreturn]] void Exhausted() const;

    /** The packets of all shards. */
    struct Space
    {
        ReservedArray<Frame> frames{CAPACITY};
        ReservedArray<Datagram> datagrams{CAPACITY};
    };

    std::shared_ptr<Space> m_space;
    Frame* m_frames;
    Datagram* m_datagrams;
    std::shared_ptr<ReservedArray<HopRecords>> m_trailers; //!< of all shards; null: none
    FrameIndex m_free{NO_FRAME};
    uint32_t m_room; //!< how many this shard may hand out
    FrameIndex m_used{0};
    FrameIndex m_end; //!< of those that this shard may hand out
    uint32_t m_live{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_POOL_H */
