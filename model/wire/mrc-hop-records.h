/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOP_RECORDS_H
#define MRC_HOP_RECORDS_H

#include "mrc-instant.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** The most hops of which a packet takes records along; later ones leave none. */
constexpr uint32_t MAX_HOP_RECORDS = 5;

/** Bytes of a record on the wire. */
constexpr uint32_t HOP_RECORD_BYTES = 13;

/** Bytes of the trailer: the number of records, their places, and whether it is an answer
 * [telemetry-trailer]. */
constexpr uint32_t HOP_TRAILER_BYTES = 1 + MAX_HOP_RECORDS * HOP_RECORD_BYTES + 1;

static_assert(HOP_TRAILER_BYTES == 67, "[telemetry-trailer]");

/** Records that wait longer tell nothing, nor do two that lie farther apart: their 24-bit numbers
 * may have come round [hpcc-load]; own choice. */
constexpr Span RECORD_LIFE = Micros(1000);

/** What a switch says of the port by which a packet leaves, in the units of the wire
 * [telemetry-stamp]. */
struct HopRecord
{
    uint32_t link{0};  //!< number of the port, modulo 2^24
    uint32_t time{0};  //!< when the packet's first bit leaves, in ns, modulo 2^24
    uint32_t sent{0};  //!< bytes that had left the port by then, in units of 32, modulo 2^24
    uint16_t queue{0}; //!< bytes that wait behind the packet, in units of 256; 65535: that or more
    uint16_t rate{0};  //!< of the line, in units of 100 Mb/s, at least 1; 65535: that or more

    /** @return bytes that wait behind the packet */
    uint64_t QueueBytes() const;

    /** @return bit/s of the line */
    double BitRate() const;

    /**
     * @param earlier a record of the same port, at most 8 ms older
     * @return the time between them, negative if the other one is the later one
     */
    Span Since(const HopRecord& earlier) const;

    /**
     * @param earlier a record of the same port, older by at most 536 MB
     * @return bytes that left the port between them
     */
    uint64_t BytesSince(const HopRecord& earlier) const;
};

/** The facts that a record is made of. */
struct HopFacts
{
    uint32_t link;    //!< number of the port
    Instant time;     //!< when the packet's first bit leaves
    uint64_t sent;    //!< bytes that have left the port
    uint64_t queue;   //!< bytes that wait behind the packet
    uint64_t bitRate; //!< of the line, bit/s
};

/** @return these facts in the units of the wire, rounded down */
HopRecord RecordOf(const HopFacts& facts);

/** The records that a packet carries, the first hop's first [telemetry-trailer]. */
struct HopRecords
{
    std::array<HopRecord, MAX_HOP_RECORDS> hops; //!< the first `count` hold values
    uint8_t count{0};                            //!< 0 .. MAX_HOP_RECORDS
    bool isAnswer{false}; //!< records of another packet, which this one brings back

    /** Adds a hop, if there is room and this is no answer. @param record of that hop */
    void Add(const HopRecord& record)
    {
        if (count < hops.size() && !isAnswer)
        {
            hops.at(count++) = record;
        }
    }
};

/**
 * Appends the trailer's 67 bytes. Places without a record are zero.
 *
 * @param out where to
 * @param records the values
 */
void Encode(ByteWriter& out, const HopRecords& records);

/**
 * @param in the bytes
 * @param records filled
 * @return whether 67 bytes could be read, at most 5 records are counted, and the rest is as
 *         Encode writes it
 */
bool Decode(ByteReader& in, HopRecords& records);

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOP_RECORDS_H */
