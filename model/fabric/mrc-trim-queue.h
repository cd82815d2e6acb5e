/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_QUEUE_H
#define MRC_TRIM_QUEUE_H

#include "mrc-port-state.h"
#include "mrc-queue-policy.h"
#include "mrc-room-verdict.h"

#include "ns3/mrc-frame-pool.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The three classes of an egress port: admits, trims, and picks the next frame [queue-limits]
 * [class-order].
 *
 * A view of one port's state; it holds nothing itself.
 */
class TrimQueue
{
  public:
    /** Which class a DSCP belongs to. */
    class Classes
    {
      public:
        /**
         * @param plan the code points; everything that it does not name is data
         * @param alsoTrimmable other code points of data that may be trimmed, 2^DSCP each
         * @param alsoControl other code points of the control class, likewise
         * @param lossless code points of data that waits for its sender to be paused, likewise
         */
        explicit Classes(const DscpPlan& plan,
                         uint64_t alsoTrimmable = 0,
                         uint64_t alsoControl = 0,
                         uint64_t lossless = 0)
            : m_lossless(lossless)
        {
            std::fill_n(m_class, 64, TrafficClass::DATA);
            for (unsigned dscp = 0; dscp < 64; ++dscp)
            {
                if ((alsoControl >> dscp & 1) != 0)
                {
                    m_class[dscp] = TrafficClass::CONTROL;
                }
            }
            m_class[plan.control & 63] = TrafficClass::CONTROL;
            m_class[plan.trimmed & 63] = TrafficClass::TRIMMED;
            m_class[plan.trimmedLastHop & 63] = TrafficClass::TRIMMED;
            m_trimmable[plan.trimmable & 63] = true;
            m_trimmable[plan.trimmableRetx & 63] = true;
            for (unsigned dscp = 0; dscp < 64; ++dscp)
            {
                m_trimmable[dscp] |= (alsoTrimmable >> dscp & 1) != 0;
            }
        }

        /** @return the class of a DSCP, 0 .. 63 */
        TrafficClass Of(uint8_t dscp) const
        {
            return m_class[dscp & 63];
        }

        /** @return whether a packet of this DSCP may lose its payload */
        bool IsTrimmable(uint8_t dscp) const
        {
            return m_trimmable[dscp & 63];
        }

        /** @return whether PFC keeps packets of this DSCP from being dropped [pfc-lossless] */
        bool IsLossless(uint8_t dscp) const
        {
            return (m_lossless >> (dscp & 63) & 1) != 0;
        }

      private:
        TrafficClass m_class[64];
        bool m_trimmable[64]{};
        uint64_t m_lossless;
    };

    /** @param port, config, pool the port's state, its configuration, and the pool of frames
     */
    TrimQueue(PortState& port, const PortConfig& config, FramePool& pool)
        : m_port(port),
          m_config(config),
          m_pool(pool)
    {
    }

    /**
     * Decides about a packet and changes nothing.
     *
     * @param frame the packet
     * @param classes the meaning of the packet's DSCP
     * @return the packet's verdict; unless dropped the packet may then be put in with Push, after
     * Trim where the verdict says so
     */
    Verdict Admit(const Frame& frame, const Classes& classes) const
    {
        const TrafficClass where = classes.Of(frame.dscp);
        const Room room{m_port, m_config};
        // First, and alone on the way of nearly all packets: trimming is then never asked about.
        if (__builtin_expect(room(where, frame.size), 1))
        {
            return {};
        }
        return JudgeByRoom({where, frame.size, CutOf(frame, classes)}, room);
    }

    /** @return bytes that are left of a packet; SONiC's HLD: a shorter packet is sent whole */
    uint16_t TrimmedSize(const Frame& frame) const
    {
        return std::min(frame.size, m_config.trimFrameSize);
    }

    /** Takes the payload off a packet. */
    void Trim(Frame& frame) const
    {
        frame.size = TrimmedSize(frame);
        frame.dscp = m_config.trimmedDscp;
    }

    /**
     * @param arriving a packet that Admit would have trimmed
     * @param classes the meaning of DSCPs
     * @return whether the packet fits if the newest packet that waits in the data class is trimmed
     * instead
     */
    bool CanTradeNewest(const Frame& arriving, const Classes& classes) const
    {
        constexpr TrafficClass data = TrafficClass::DATA;
        if (m_port.head[data] == NO_FRAME)
        {
            return false;
        }
        const Frame& newest = m_pool.At(m_port.tail[data]);
        return m_port.bytes[data] - newest.size + arriving.size <= m_config.limits[data] &&
               JudgeCut(CutOf(newest, classes), Room{m_port, m_config}).kind ==
                   Verdict::Kind::TRIMMED;
    }

    /** Takes the last frame of a data class that has one; walks the class. */
    FrameIndex TakeNewest() const
    {
        constexpr TrafficClass data = TrafficClass::DATA;
        const FrameIndex newest = m_port.tail[data];
        FrameIndex* link = &m_port.head[data];
        while (*link != newest)
        {
            m_port.tail[data] = *link;
            link = &m_pool.At(*link).next;
        }
        *link = NO_FRAME;
        m_port.bytes[data] -= m_pool.At(newest).size;
        return newest;
    }

    /** Puts an admitted frame at the end of its class. */
    void Push(FrameIndex index, Frame& frame, TrafficClass where) const
    {
        frame.next = NO_FRAME;
        *Behind(where) = index;
        m_port.tail[where] = index;
        m_port.bytes[where] += frame.size;
    }

    /**
     * Has the last frame of the data class go before the others, but behind those of its own code
     * point. These make a class above data that shares data's limit [retx-class].
     */
    void Promote(FrameIndex index) const
    {
        constexpr TrafficClass data = TrafficClass::DATA;
        FrameIndex* first = &m_port.head[data];
        while (*first != index && m_pool.At(*first).dscp == m_pool.At(index).dscp)
        {
            first = &m_pool.At(*first).next;
        }
        if (*first == index)
        {
            return; // all frames ahead have the same code point
        }
        FrameIndex last = *first;
        while (m_pool.At(last).next != index)
        {
            last = m_pool.At(last).next;
        }
        m_pool.At(last).next = NO_FRAME;
        m_port.tail[data] = last;
        m_pool.At(index).next = *first;
        *first = index;
    }

    /** @return the class that is served next; only of a backlogged port */
    TrafficClass Next() const
    {
        if (__builtin_expect(m_port.head[TrafficClass::TRIMMED] != NO_FRAME, 0))
        {
            return NextOfAll();
        }
        return m_port.head[TrafficClass::CONTROL] == NO_FRAME ? TrafficClass::DATA
                                                              : TrafficClass::CONTROL;
    }

    /** Takes the first frame of a class that has one. */
    FrameIndex Pop(TrafficClass where) const
    {
        const FrameIndex index = m_port.head[where];
        const Frame& frame = m_pool.At(index);
        if (__builtin_expect(m_port.head[TrafficClass::TRIMMED] != NO_FRAME, 0))
        {
            Charge(where, frame);
        }
        m_port.head[where] = frame.next;
        m_port.bytes[where] -= frame.size;
        return index;
    }

  private:
    /** @return where the number of the next frame of a class goes */
    FrameIndex* Behind(TrafficClass where) const
    {
        static_assert(NO_FRAME >> 31 == 1 && FramePool::CAPACITY <= std::size_t{1} << 31,
                      "of all numbers only NO_FRAME has the top bit");
        FrameIndex* const first = &m_port.head[where];
        FrameIndex* const last = &m_pool.At(m_port.tail[where]).next;
        // A choice of addresses, since a branch here would often be mispredicted. By arithmetic,
        // since compilers make a branch of a conditional expression.
        const int64_t isEmpty = static_cast<int64_t>(static_cast<int32_t>(*first)) >> 32;
        const auto from = reinterpret_cast<intptr_t>(last);
        const intptr_t way = reinterpret_cast<intptr_t>(first) - from;
        return reinterpret_cast<FrameIndex*>(from + (way & static_cast<intptr_t>(isEmpty)));
    }

    /** @return bytes that trimming leaves of a frame; 0: nobody may trim the frame */
    uint32_t CutOf(const Frame& frame, const Classes& classes) const
    {
        return m_config.trimming && classes.IsTrimmable(frame.dscp) ? TrimmedSize(frame) : 0;
    }

    /** Whether a class has room for so many bytes more, as JudgeByRoom asks. */
    struct Room
    {
        const PortState& port;    //!< the port with the classes
        const PortConfig& config; //!< has their limits

        /** @return whether there is room */
        bool operator()(TrafficClass where, uint32_t size) const
        {
            return port.bytes[where] + size <= config.limits[where];
        }
    };

    /** @return the class that is served next while trimmed packets wait */
    TrafficClass NextOfAll() const
    {
        if (m_port.head[TrafficClass::CONTROL] != NO_FRAME)
        {
            return TrafficClass::CONTROL;
        }
        const bool owesData =
            m_port.head[TrafficClass::DATA] != NO_FRAME && m_port.trimmedCredit < 0;
        return owesData ? TrafficClass::DATA : TrafficClass::TRIMMED;
    }

    /** Keeps the byte share of the trimmed class from when both it and data wait until one ends. */
    void Charge(TrafficClass where, const Frame& frame) const
    {
        // Shares are of 256 and the credit counts 256ths of bytes, so nothing is divided.
        const bool contended =
            m_port.head[TrafficClass::DATA] != NO_FRAME && m_config.trimmedShare != 0;
        const bool ends = frame.next == NO_FRAME && where != TrafficClass::CONTROL;
        if (!contended || ends)
        {
            m_port.trimmedCredit = 0;
        }
        else if (where == TrafficClass::TRIMMED)
        {
            m_port.trimmedCredit -= frame.size * (256 - m_config.trimmedShare);
        }
        else if (where == TrafficClass::DATA)
        {
            m_port.trimmedCredit += frame.size * m_config.trimmedShare;
        }
    }

    PortState& m_port;
    const PortConfig& m_config;
    FramePool& m_pool;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_QUEUE_H */
