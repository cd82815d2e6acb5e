/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVED_SET_H
#define MRC_RECEIVED_SET_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{

/** PSNs that a SACK bitmap shows [sack-format]. */
constexpr uint64_t BITMAP_PSNS = 64;

/** A receive window's verdict on a packet. */
enum class Arrival : uint8_t
{
    ACCEPTED,      //!< the packet is new
    DUPLICATE,     //!< the packet had arrived before
    OUT_OF_WINDOW, //!< the packet lies above the window
};

/**
 * Which packets have arrived: a window of bits above the first one that has not [receive-window].
 *
 * A sequence number here is a PSN that does not wrap. No memory is allocated before the first
 * arrival.
 */
class ReceivedSet
{
  public:
    /**
     * @param first the sequence number of the first packet
     * @param window the most sequence numbers above Expected() - 1 that are tracked, a multiple of
     * 128, less than 2^16
     */
    ReceivedSet(uint64_t first, uint32_t window)
        : m_expected(first),
          m_window(static_cast<uint16_t>(window))
    {
    }

    /** @return the first sequence number that has not arrived: cack + 1 */
    uint64_t Expected() const
    {
        return m_expected;
    }

    /** @return one more than the largest sequence number that has arrived */
    uint64_t Top() const
    {
        return m_expected + m_ahead;
    }

    /** @return the most sequence numbers above Expected() - 1 that are accepted */
    uint32_t Window() const
    {
        return m_window;
    }

    /** Changes the window. @param window at least Top() - Expected() */
    void SetWindow(uint32_t window)
    {
        m_window = static_cast<uint16_t>(window);
        if (m_words && window > RingSize())
        {
            Grow();
        }
    }

    /** @return packets that have arrived above Expected(): ooo_count */
    uint32_t OutOfOrder() const
    {
        return m_outOfOrder;
    }

    /** @return whether the packet has arrived */
    bool Contains(uint64_t sequence) const;

    /** Takes an arrival. @return the verdict on the arrival */
    Arrival Insert(uint64_t sequence)
    {
        const uint64_t ahead = sequence - m_expected;
        if (__builtin_expect(ahead >= m_window, 0))
        {
            return sequence < m_expected ? Arrival::DUPLICATE : Arrival::OUT_OF_WINDOW;
        }
        uint64_t& word = IsNear(sequence) ? m_near : FarWord(sequence);
        const uint64_t bit = uint64_t{1} << (sequence & 63);
        if (__builtin_expect((word & bit) != 0, 0))
        {
            return Arrival::DUPLICATE;
        }
        word |= bit;
        ++m_outOfOrder;
        m_ahead = std::max(m_ahead, static_cast<uint16_t>(ahead + 1));
        Advance();
        return Arrival::ACCEPTED;
    }

    /** @return the base of a SACK bitmap that shows the newest arrivals [sack-bitmap] */
    uint64_t BitmapBase() const
    {
        return m_ahead > BITMAP_PSNS ? Top() - BITMAP_PSNS : m_expected;
    }

    /**
     * Finds the base of a SACK bitmap for an arrival.
     *
     * The newest arrivals are shown, unless that would leave out the one that the SACK is for. A
     * packet that was sent again lies far below them, and no other SACK would ever show that
     * packet.
     *
     * @param trigger sequence number of the packet that the SACK is for
     * @return the base, at least Expected()
     */
    uint64_t BitmapBaseFor(uint64_t trigger) const
    {
        const uint64_t newest = BitmapBase();
        return trigger >= newest || trigger < m_expected
                   ? newest
                   : std::max(trigger - (BITMAP_PSNS - 1), m_expected);
    }

    /** @return 64 bits, bit i: sequence number base + i has arrived; base >= Expected() */
    uint64_t Bitmap(uint64_t base) const;

    /** Gives its memory back if no packet has arrived ahead of another. */
    void Rest()
    {
        if (m_outOfOrder == 0)
        {
            m_words.reset(); // all bits are 0, those of m_near too
        }
    }

    /** Hints the processor at the bits around a packet, of which the low bits of its PSN do. */
    __attribute__((always_inline)) void Prefetch(uint32_t psn) const
    {
        constexpr uint32_t PSN_MASK = 0xffffff;
        const bool isNear = ((psn ^ static_cast<uint32_t>(m_expected)) & PSN_MASK) < 64;
        if (!isNear && m_words)
        {
            __builtin_prefetch(&m_words[Slot(psn)], 1);
        }
    }

    struct Hot;

  private:
    /** @return the place in the ring of the word with the bit of a packet */
    uint64_t Slot(uint64_t sequence) const
    {
        return (sequence >> 6) & m_wordMask;
    }

    /** @return bits of the ring, if there is one */
    uint32_t RingSize() const
    {
        return (m_wordMask + 1U) * 64;
    }

    /** @return whether the bit of a packet is in the word of Expected() */
    bool IsNear(uint64_t sequence) const
    {
        return (sequence ^ m_expected) < 64;
    }

    /** @return the word with the bit of a packet that is not near */
    uint64_t& FarWord(uint64_t sequence)
    {
        if (__builtin_expect(!m_words, 0))
        {
            Allocate();
        }
        return m_words[Slot(sequence)];
    }

    /** @return the word with the bit of a packet in the window */
    uint64_t WordOf(uint64_t sequence) const
    {
        return IsNear(sequence) ? m_near : m_words ? m_words[Slot(sequence)] : 0;
    }

    /** Expected() has come to another word. */
    void TakeNear()
    {
        m_near = m_words ? std::exchange(m_words[Slot(m_expected)], 0) : 0;
    }

    /**
     * Moves Expected() over arrived packets, and forgets their bits. Whether this packet or a
     * higher one arrives first is up to the paths, so that no branch may depend on the order.
     */
    void Advance()
    {
        for (;;)
        {
            const uint64_t shift = m_expected & 63;
            const uint64_t missing = ~(m_near >> shift);
            const auto run = missing == 0 ? 64 : static_cast<uint64_t>(__builtin_ctzll(missing));
            m_near &= m_near + (uint64_t{1} << shift); // the carry clears the run
            m_expected += run;
            m_ahead -= static_cast<uint16_t>(run);
            m_outOfOrder -= static_cast<uint16_t>(run);
            if (__builtin_expect(shift + run != 64, 1))
            {
                return;
            }
            TakeNear();
        }
    }

    void Allocate();
    void Grow();

    uint64_t m_expected;
    uint64_t m_near{0};                  //!< the 64 bits that Expected() is among
    std::unique_ptr<uint64_t[]> m_words; //!< one bit for each of a power of two, or empty; those of
                                         //!< m_near stand for packets a ring later
    uint16_t m_ahead{0};                 //!< from Expected() to Top()
    uint16_t m_window;
    uint16_t m_wordMask{0}; //!< words of that power of two, less one
    uint16_t m_outOfOrder{0};
};

/** The layout of a ReceivedSet that speed needs. */
struct ReceivedSet::Hot
{
    static_assert(sizeof(ReceivedSet) == 32, "it shares a cache line with much else");
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVED_SET_H */
