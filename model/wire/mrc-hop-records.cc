/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hop-records.h"

#include "mrc-byte-cursor.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t NUMBER_MASK = 0xffffff; //!< link, time and bytes: 24 bits each
constexpr int64_t HOP_TIME_PS = 1000;      //!< unit of times
constexpr uint64_t SENT_UNIT = 32;         //!< bytes
constexpr uint64_t QUEUE_UNIT = 256;       //!< bytes
constexpr uint64_t RATE_UNIT = 100000000;  //!< bit/s
constexpr uint64_t FIELD_MOST = 0xffff;    //!< of queue and rate

} // namespace

uint64_t
HopRecord::QueueBytes() const
{
    return queue * QUEUE_UNIT;
}

double
HopRecord::BitRate() const
{
    return static_cast<double>(rate * RATE_UNIT);
}

Span
HopRecord::Since(const HopRecord& earlier) const
{
    // As a number with a sign of 24 bits: a record that was overtaken is the earlier one.
    const auto difference = static_cast<int32_t>((time - earlier.time) << 8);
    return Span(difference / 256 * HOP_TIME_PS);
}

uint64_t
HopRecord::BytesSince(const HopRecord& earlier) const
{
    // The counter has 24 bits: the mask makes the difference right over one turn.
    return ((sent - earlier.sent) & NUMBER_MASK) * SENT_UNIT;
}

/**
 * Packs what a port knows into the fields of a record: units keep the numbers small, and counters
 * turn over.
 */
HopRecord
RecordOf(const HopFacts& facts)
{
    HopRecord record;
    record.link = facts.link & NUMBER_MASK;
    record.time = static_cast<uint32_t>(facts.time.Ps() / HOP_TIME_PS) & NUMBER_MASK;
    record.sent = static_cast<uint32_t>(facts.sent / SENT_UNIT) & NUMBER_MASK;
    record.queue = static_cast<uint16_t>(std::min(facts.queue / QUEUE_UNIT, FIELD_MOST));
    // A rate of 0 would make its reader divide by nothing.
    const uint64_t rate = std::clamp<uint64_t>(facts.bitRate / RATE_UNIT, 1, FIELD_MOST);
    record.rate = static_cast<uint16_t>(rate);
    return record;
}

void
Encode(ByteWriter& writer, const HopRecords& records)
{
    FieldWriter out{writer, HOP_TRAILER_BYTES};
    if (!out)
    {
        return;
    }
    out.Put<1>(records.count);
    // The trailer has room for all hops from the start, so no switch makes a packet longer.
    for (uint32_t i = 0; i < MAX_HOP_RECORDS; ++i)
    {
        const HopRecord record = i < records.count ? records.hops.at(i) : HopRecord();
        out.Put<3>(record.time);
        out.Put<3>(record.sent);
        out.Put<2>(record.queue);
        out.Put<2>(record.rate);
        out.Put<3>(record.link);
    }
    out.Put<1>(records.isAnswer ? 1 : 0);
}

bool
Decode(ByteReader& in, HopRecords& records)
{
    HopRecords read;
    read.count = static_cast<uint8_t>(in.Get<1>());
    in.Require(read.count <= MAX_HOP_RECORDS);
    for (uint32_t i = 0; in.Ok() && i < read.count; ++i)
    {
        HopRecord& record = read.hops.at(i);
        record.time = static_cast<uint32_t>(in.Get<3>());
        record.sent = static_cast<uint32_t>(in.Get<3>());
        record.queue = static_cast<uint16_t>(in.Get<2>());
        record.rate = static_cast<uint16_t>(in.Get<2>());
        record.link = static_cast<uint32_t>(in.Get<3>());
    }
    // Records that are not used are zeros, so that each value has one form on the wire.
    in.Zeros(in.Ok() ? (MAX_HOP_RECORDS - read.count) * HOP_RECORD_BYTES : 0);
    const uint64_t last = in.Get<1>();
    in.Require(last <= 1);
    read.isAnswer = last == 1;
    if (in.Ok())
    {
        records = read;
    }
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
