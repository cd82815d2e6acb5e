/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr uint32_t MB = 1000000;

TEST(Transport, CleanTransferSendsEveryPacketOnce)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    const QueuePairCounters& a = script.Counters(A);
    EXPECT_EQ(a.sentPackets, 245U); // 244 of 4,096 bytes and one of 576
    EXPECT_EQ(a.sentBytes, MB);
    EXPECT_EQ(script.Retransmissions(A), 0U);
    EXPECT_EQ(a.pathsRetired, 0U);
    EXPECT_EQ(a.planePackets[0] + a.planePackets[1], 245U);
    EXPECT_EQ(a.planePackets[0], 123U); // the first one goes over plane 0
    EXPECT_EQ(script.Counters(B).duplicates, 0U);
    // at 200 Gb/s and a window of 1.5 BDP: serialisation, and one round trip
    EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(42 + 10));
}

} // namespace
