/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ack-scheduler.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

Datagram
Packet(uint16_t payload)
{
    Datagram packet;
    packet.payload = payload;
    return packet;
}

struct CreditCase
{
    const char* name;
    uint32_t threshold;
    uint16_t payload;
    int expected; //!< the packet that triggers, from 1
};

// Clauses: [sack-threshold]
TEST(AckScheduler, CreditReachesTheThreshold)
{
    const CreditCase cases[] = {
        {"every fourth full packet", 16384, 4096, 4},
        {"just fails with four", 16384, 4095, 5},
        {"small ones count 1,024", 16384, 2, 16},
        {"just above the least credit", 16384, 1025, 16},
        {"every packet", 4096, 4096, 1},
        {"always", 0, 1, 1},
    };
    for (const CreditCase& row : cases)
    {
        AckScheduler scheduler(row.threshold);
        for (int round = 0; round < 2; ++round) // the credit starts afresh
        {
            int count = 1;
            while (!scheduler.OnAccepted(Packet(row.payload)))
            {
                ++count;
            }
            EXPECT_EQ(count, row.expected) << row.name;
            scheduler.OnSackQueued(row.threshold);
        }
    }
}

// Clauses: [sack-triggers]
TEST(AckScheduler, ImmediateTriggers)
{
    Datagram asked = Packet(10);
    asked.bth.ackRequest = true;
    Datagram marked = Packet(10);
    marked.ecn = Ecn::CE;
    Datagram again = Packet(10);
    again.bth.retransmission = true;
    for (const Datagram& packet : {asked, marked, again})
    {
        AckScheduler scheduler(16384);
        EXPECT_FALSE(scheduler.OnAccepted(Packet(4096)));
        EXPECT_TRUE(scheduler.OnAccepted(packet));
        scheduler.OnSackQueued(16384);
        // the acknowledgement covered the packet before too
        EXPECT_FALSE(scheduler.OnAccepted(Packet(4096)));
        EXPECT_FALSE(scheduler.OnAccepted(Packet(4096)));
        EXPECT_FALSE(scheduler.OnAccepted(Packet(4096)));
        EXPECT_TRUE(scheduler.OnAccepted(Packet(4096)));
    }
}

TEST(AckScheduler, AnotherSackResetsTheCredit)
{
    AckScheduler scheduler(8192);
    EXPECT_FALSE(scheduler.OnAccepted(Packet(4096)));
    scheduler.OnSackQueued(8192);
    EXPECT_FALSE(scheduler.OnAccepted(Packet(4096)));
    EXPECT_TRUE(scheduler.OnAccepted(Packet(4096)));
}

} // namespace
