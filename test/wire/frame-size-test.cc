/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-header-chain.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

/** Sizes as [frame-sizes] tells them, and the effect of padding and options on sizes. */
struct Case
{
    const char* name;
    Opcode opcode;
    bool timestamped;
    uint16_t payload;
    uint16_t bytes;
};

constexpr Case CASES[] = {
    {"data", Opcode::WRITE_MIDDLE, true, 4096, 4096 + 146},
    {"data of one word", Opcode::WRITE_ONLY, true, 4, 150},
    {"data of 1 byte and 3 of pad", Opcode::WRITE_ONLY, true, 1, 150},
    {"data of 2 bytes and 2 of pad", Opcode::WRITE_ONLY, true, 2, 150},
    {"data of 3 bytes and 1 of pad", Opcode::WRITE_ONLY, true, 3, 150},
    {"data of 5 bytes and 3 of pad", Opcode::WRITE_ONLY, true, 5, 154},
    {"data, 4095 bytes", Opcode::WRITE_LAST, true, 4095, 4096 + 146},
    {"data of no bytes", Opcode::WRITE_ONLY, true, 0, 146},
    {"data without time stamp", Opcode::WRITE_FIRST, false, 4096, 4096 + 142},
    {"data with immediate", Opcode::WRITE_LAST_IMMEDIATE, true, 4096, 4096 + 150},
    {"only packet with immediate", Opcode::WRITE_ONLY_IMMEDIATE, false, 8, 154},
    {"SACK", Opcode::SACK, false, 0, 158},
    {"SACK, ts bit set", Opcode::SACK, true, 0, 158},
    {"NACK", Opcode::NACK, false, 0, 142},
    {"Transport ACK", Opcode::TRANSPORT_ACK, false, 0, 126},
    {"reliability probe", Opcode::PROBE_REQUEST, false, 0, 138},
    {"EV probe request", Opcode::ENDPOINT_REQUEST, false, 0, 138},
    {"EV probe response", Opcode::ENDPOINT_RESPONSE, false, 0, 158},
};

// Clauses: [frame-sizes]
TEST(FrameSize, IsThatOfTheSpecification)
{
    for (const Case& c : CASES)
    {
        Datagram d;
        d.bth.opcode = c.opcode;
        d.bth.timestamped = c.timestamped;
        d.payload = c.payload;
        EXPECT_EQ(FrameSize(d), c.bytes) << c.name;
    }
}

// Clauses: [header-order], [trim-minimum]
TEST(FrameSize, IsTheSumOfTheHeaders)
{
    for (unsigned opcode = 0; opcode < 256; ++opcode)
    {
        for (const bool timestamped : {false, true})
        {
            Datagram d;
            d.bth.opcode = static_cast<Opcode>(opcode);
            d.bth.timestamped = timestamped;
            uint32_t sum = ENVELOPE_BYTES;
            for (const HeaderKind kind : HeaderChain(d.bth))
            {
                sum += BytesOf(kind);
            }
            EXPECT_EQ(FrameSize(d), sum) << opcode;
            // of RoCEv2's data some packets have no header behind the BTH [roce-opcodes]
            const bool mayHaveNone = IsRcData(d.bth.opcode);
            EXPECT_EQ(sum > ENVELOPE_BYTES || mayHaveNone, IsKnown(d.bth.opcode)) << opcode;
        }
    }
}

// Clauses: [frame-sizes], [payload-size]
TEST(FrameSize, LargestPayloadFits)
{
    Datagram d;
    d.bth.opcode = Opcode::WRITE_ONLY_IMMEDIATE;
    d.bth.timestamped = true;
    d.payload = MAX_PAYLOAD_BYTES;
    EXPECT_GT(FrameSize(d), MAX_PAYLOAD_BYTES);
    d.payload += 4;
    EXPECT_LT(FrameSize(d), MAX_PAYLOAD_BYTES); // one word more and 16 bits do not hold the size
}

} // namespace
