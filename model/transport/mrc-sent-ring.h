/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENT_RING_H
#define MRC_SENT_RING_H

#include "mrc-queue-pair-counters.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/** A sender's record of a packet: its latest transmission [blamed-path]. */
struct SentPacket
{
    Instant sentAt;        //!< of the latest transmission
    Ev ev;                 //!< the path that the packet took
    uint16_t msn{0};       //!< the packet's message
    uint16_t payload : 13; //!< bytes
    uint16_t lossBits : 3; //!< 0: never lost; else 1 + RetransmitCause of the latest loss

    SentPacket()
        : payload(0),
          lossBits(0)
    {
    }

    /** @return the cause of the retransmission of a lost packet */
    RetransmitCause Cause() const
    {
        return static_cast<RetransmitCause>(lossBits - 1);
    }

    /** @return of a packet in flight, whether this was not its first transmission */
    bool Retransmitted() const
    {
        return lossBits != 0;
    }

    struct Hot;
};

/** The layout of a SentPacket that speed needs. */
struct SentPacket::Hot
{
    static_assert(sizeof(SentPacket) == 16, "the record of a packet is a quarter of a cache line");
    static_assert(offsetof(SentPacket, sentAt) == 0 && offsetof(SentPacket, ev) == 8,
                  "time and path of a transmission are written as two words");
};

/** The states of 64 packets in a row; a bit that belongs to none is 0. */
struct SentStates
{
    uint64_t acknowledged{0}; //!< bit n: of the packet with these lowest 6 bits of its number
    uint64_t lost{0};         //!< bit n: likewise

    /** @return packets in flight, and bits outside the range */
    uint64_t Open() const
    {
        return ~(acknowledged | lost);
    }

    struct Hot;
};

/** The layout of SentStates that speed needs. */
struct SentStates::Hot
{
    static_assert(sizeof(SentStates) == 16 && offsetof(SentStates, lost) == 8,
                  "the states of 64 packets lie side by side");
};

/**
 * Where is the record of an unacknowledged packet?
 *
 * A sequence number here is a PSN that does not wrap. Records live in a ring that doubles when the
 * range from the oldest to the newest outgrows it. A message to one of a thousand peers is a few
 * packets. Two bit sets beside the ring hold the states, so that the next packet in a state is
 * found a word at a time. Neither bit set: in flight, so that to send a packet touches its record
 * and no bits.
 */
struct SentRing
{
    /** Packets of the smallest ring; own choice. */
    static constexpr uint32_t FEWEST = 4;

    /** @param place for the states of a small ring; must outlive this; null: none is given */
    explicit SentRing(SentStates* place)
        : room(place)
    {
    }

    ~SentRing()
    {
        Release();
    }

    SentRing(const SentRing&) = delete;
    SentRing& operator=(const SentRing&) = delete;

    /** @return the states of a sequence number and its neighbours */
    SentStates& StatesOf(uint64_t sequence)
    {
        return states[(sequence & (capacity - 1U)) >> 6];
    }

    /** @return the same, to read */
    const SentStates& StatesOf(uint64_t sequence) const
    {
        return states[(sequence & (capacity - 1U)) >> 6];
    }

    /** @return the record of a sequence number in base .. next - 1 */
    SentPacket& At(uint64_t sequence)
    {
        return records[sequence & (capacity - 1U)];
    }

    /** @return the same, to read */
    const SentPacket& At(uint64_t sequence) const
    {
        return records[sequence & (capacity - 1U)];
    }

    /** @return the bits first .. first + count - 1 of a word, count <= 64 */
    static uint64_t BitRange(uint64_t first, uint64_t count)
    {
        return (count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << first;
    }

    /** Doubles the ring. */
    void Grow();

    /** Gives memory back: the ring is empty, and a bit that belongs to no packet is 0. */
    void Release()
    {
        records.reset();
        TakeStates(nullptr);
        capacity = 0;
    }

    uint64_t base{0};                      //!< the oldest unacknowledged one
    uint64_t next{0};                      //!< of the next new packet
    std::unique_ptr<SentPacket[]> records; //!< by the lowest bits of the sequence number
    SentStates* states{nullptr};           //!< by the bits above the lowest 6; one at least
    SentStates* const room;                //!< for the states of up to 64 packets, or null
    uint16_t capacity{0};                  //!< packets: 0, or a power of two of at least FEWEST
    uint16_t inFlight{0};                  //!< packets in flight; no window is larger than 2^15
    uint16_t lost{0};                      //!< packets lost and not yet sent again
    uint8_t answered{0}; //!< PlaneMask of packets that were sent once and are acknowledged

  private:
    void TakeStates(SentStates* others);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENT_RING_H */
