/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-message-queue.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;

namespace
{

// Clauses: [opcode-list]
TEST(MessageQueue, EndsBehindTheLastPacketOfAnyLength)
{
    struct Row
    {
        uint32_t length;
        uint64_t packets;
    };

    for (const Row& row : {Row{0, 1},
                           Row{1, 1},
                           Row{4096, 1},
                           Row{4097, 2},
                           Row{4294963200, 1048575},
                           Row{4294963201, 1048576}, // with 4,095 more the sum is beyond 32 bits
                           Row{4294967295, 1048576}})
    {
        MessageQueue queue(4096);
        WorkRequest request;
        request.length = row.length;
        queue.Post(request);
        Datagram out;
        queue.TakeNext(700, out);
        EXPECT_EQ(queue.Oldest().end, 700 + row.packets) << row.length;
    }
}

// Clauses: [opcode-list]
TEST(MessageQueue, OpcodesSayThePlaceInAMessage)
{
    struct Row
    {
        uint32_t length;
        bool immediate;
        std::vector<Opcode> opcodes;
    };

    const Row rows[] = {
        {4096, false, {Opcode::WRITE_ONLY}},
        {4096, true, {Opcode::WRITE_ONLY_IMMEDIATE}},
        {8192, false, {Opcode::WRITE_FIRST, Opcode::WRITE_LAST}},
        {8192, true, {Opcode::WRITE_FIRST, Opcode::WRITE_LAST_IMMEDIATE}},
        {12288, false, {Opcode::WRITE_FIRST, Opcode::WRITE_MIDDLE, Opcode::WRITE_LAST}},
        {12288, true, {Opcode::WRITE_FIRST, Opcode::WRITE_MIDDLE, Opcode::WRITE_LAST_IMMEDIATE}}};
    for (const Row& row : rows)
    {
        MessageQueue queue(4096);
        WorkRequest request;
        request.length = row.length;
        request.hasImmediate = row.immediate;
        queue.Post(request);
        uint64_t sequence = 0;
        for (const Opcode expected : row.opcodes)
        {
            Datagram out;
            queue.TakeNext(sequence++, out);
            EXPECT_EQ(out.bth.opcode, expected) << row.length << ", packet " << sequence;
        }
        EXPECT_FALSE(queue.HasUnsent());
    }
}

// Clauses: [write-only]
TEST(MessageQueue, AMessageWithoutDataIsOnePacket)
{
    MessageQueue queue(4096);
    WorkRequest signal;
    signal.hasImmediate = true;
    signal.immediate = 77;
    queue.Post(signal);
    EXPECT_TRUE(queue.HasUnsent());
    EXPECT_EQ(queue.NextPayload(), 0U);
    Datagram out;
    const uint16_t msn = queue.TakeNext(5, out);
    EXPECT_FALSE(queue.HasUnsent());
    EXPECT_EQ(out.bth.opcode, Opcode::WRITE_ONLY_IMMEDIATE);
    EXPECT_EQ(out.write.immediate, 77U);
    EXPECT_EQ(out.payload, 0U);
    EXPECT_EQ(queue.NewlyCompleted(1), 1U);
    Datagram again;
    queue.Repeat(msn, 5, again);
    EXPECT_EQ(again.bth.opcode, Opcode::WRITE_ONLY_IMMEDIATE);
    EXPECT_EQ(again.payload, 0U);
}

// Clauses: [reth-layout]
TEST(MessageQueue, PacketsHaveConsecutiveAddresses)
{
    MessageQueue queue(4096);
    WorkRequest request;
    request.remoteAddress = 1000;
    request.length = 10000;
    queue.Post(request);
    Datagram out;
    for (const uint64_t address : {1000, 5096, 9192})
    {
        queue.TakeNext(0, out);
        EXPECT_EQ(out.write.reth.address, address);
    }
}

// Clauses: [meth-layout]
TEST(MessageQueue, MessagesSayHowManyImmediatesThereWere)
{
    MessageQueue queue(4096);
    for (const bool immediate : {true, true, false, true})
    {
        WorkRequest request;
        request.length = 1;
        request.hasImmediate = immediate;
        queue.Post(request);
    }
    Datagram out;
    uint64_t sequence = 0;
    for (const uint16_t immediates : {1, 2, 2, 3})
    {
        queue.TakeNext(sequence++, out);
        EXPECT_EQ(out.write.meth.rqmsn, immediates);
    }
}

} // namespace
