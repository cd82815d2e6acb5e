/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-message-queue.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

TEST(MessageQueue, EndsBehindTheLastPacketOfAnyLength)
{
    struct Row
    {
        uint32_t length;
        uint64_t packets;
    };

    for (const Row& row : {Row{1, 1},
                           Row{4096, 1},
                           Row{4097, 2},
                           Row{4294963200, 1048575},
                           Row{4294963201, 1048576}, // with 4,095 more it is beyond 32 bits
                           Row{4294967295, 1048576}})
    {
        MessageQueue queue(4096);
        WorkRequest request;
        request.length = row.length;
        queue.Post(request);
        Datagram out;
        queue.TakeNext(700, out);
        EXPECT_EQ(queue.EndOfOldest(), 700 + row.packets) << row.length;
    }
}

} // namespace
