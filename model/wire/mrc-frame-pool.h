/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_POOL_H
#define MRC_FRAME_POOL_H

#include "mrc-datagram.h"
#include "mrc-frame.h"
#include "mrc-reserved-array.h"

#include <cstdint>

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

    FramePool()
        : m_frames(CAPACITY),
          m_datagrams(CAPACITY)
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
        if (m_used == CAPACITY)
        {
            Exhausted();
        }
        return m_used++;
    }

    /** Takes a frame back. @param index a frame that Allocate returned */
    void Release(FrameIndex index)
    {
        --m_live;
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
     * @param index one that Allocate returned
     * @return the ends' part of a packet
     */
    Datagram& DatagramAt(FrameIndex index)
    {
        return m_datagrams[index];
    }

    /** @return how many packets exist now */
    uint32_t Live() const
    {
        return m_live;
    }

    /** @return the most packets that ever existed at once */
    uint32_t Peak() const
    {
        return m_used;
    }

  private:
    [[noreturn]] static void Exhausted();

    ReservedArray<Frame> m_frames;
    ReservedArray<Datagram> m_datagrams;
    FrameIndex m_free{NO_FRAME};
    FrameIndex m_used{0};
    uint32_t m_live{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_POOL_H */
