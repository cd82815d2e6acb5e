/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-hash.h"
#include "ns3/mrc-sent-packets.h"

#include <gtest/gtest.h>
#include <map>

using namespace ns3::mrc;

namespace
{

SentPacket
Record(uint16_t payload)
{
    SentPacket record;
    record.payload = payload & 0x1fff;
    return record;
}

TEST(SentPackets, ReportsWhatLeftTheFlight)
{
    SentPackets sent(1000);
    for (uint16_t i = 0; i < 10; ++i)
    {
        sent.Push(Record(100 + i));
    }
    EXPECT_EQ(sent.AcknowledgeBits(1001, 0b101), 101U + 103U);
    EXPECT_EQ(sent.AcknowledgedAboveBase(), 2U);
    EXPECT_EQ(sent.NextInFlight(1001), 1002U);
    sent.MarkLost(1002, RetransmitCause::TRIM);
    EXPECT_EQ(sent.FirstLost(), 1002U);
    EXPECT_EQ(sent.At(1002).Cause(), RetransmitCause::TRIM);
    EXPECT_EQ(sent.NextInFlight(1001), 1004U);
    EXPECT_EQ(sent.AcknowledgeBefore(1004), 100U); // the lost one left the flight before
    EXPECT_EQ(sent.Base(), 1004U);
    EXPECT_EQ(sent.Lost(), 0U);
    EXPECT_EQ(sent.InFlight(), 6U);
    EXPECT_EQ(sent.AcknowledgeBits(1000, ~uint64_t{0}), 104U + 105 + 106 + 107 + 108 + 109);
    EXPECT_EQ(sent.Base(), 1010U);
    EXPECT_EQ(sent.NextInFlight(0), SentPackets::NONE);
}

TEST(SentPackets, BaseSlidesOverWhatIsAcknowledgedAlready)
{
    SentPackets sent(1000);
    for (uint16_t i = 0; i < 130; ++i)
    {
        sent.Push(Record(1));
    }
    sent.AcknowledgeBits(1003, ~uint64_t{0});
    EXPECT_EQ(sent.Base(), 1000U);
    EXPECT_EQ(sent.AcknowledgeBefore(1003), 3U);
    EXPECT_EQ(sent.Base(), 1067U);
    EXPECT_EQ(sent.AcknowledgedAboveBase(), 0U);
    EXPECT_EQ(sent.AcknowledgeBefore(1130), 63U);
    EXPECT_EQ(sent.Base(), 1130U); // not beyond the last one
}

TEST(SentPackets, AgreesWithAReference)
{
    enum State
    {
        IN_FLIGHT,
        LOST,
    };

    for (uint64_t seed = 0; seed < 30; ++seed)
    {
        const KeyedDraws draws = KeyedDraws(5).Child(seed);
        uint64_t n = 0;
        const auto below = [&](uint32_t bound) { return draws.Below(bound, n++); };
        const uint64_t first = 77 + seed;
        SentPackets sent(first);
        std::map<uint64_t, State> reference;
        uint64_t next = first;
        for (int step = 0; step < 4000; ++step)
        {
            const uint64_t base = sent.Base();
            const uint64_t s = base + below(static_cast<uint32_t>(next - base) + 1);
            const auto found = reference.find(s);
            uint64_t bytes = 0;
            const auto acknowledge = [&](uint64_t which) {
                const auto it = reference.find(which);
                if (it != reference.end())
                {
                    bytes += it->second == IN_FLIGHT ? which % 4096 : 0;
                    reference.erase(it);
                }
            };
            switch (below(8))
            {
            case 0:
                if (found != reference.end() && found->second == IN_FLIGHT)
                {
                    sent.MarkLost(s, RetransmitCause::GAP);
                    found->second = LOST;
                }
                break;
            case 1:
                if (found != reference.end() && found->second == LOST)
                {
                    sent.MarkResent(s, Instant(), Ev());
                    found->second = IN_FLIGHT;
                }
                break;
            case 2: {
                const uint64_t bits = draws.Bits(n) & draws.Bits(n + 1);
                n += 2;
                const uint64_t from = s - below(40);
                for (uint64_t i = 0; i < 64; ++i)
                {
                    if ((bits >> i) & 1)
                    {
                        acknowledge(from + i);
                    }
                }
                ASSERT_EQ(sent.AcknowledgeBits(from, bits), bytes);
                break;
            }
            case 3:
                if (below(10) == 0)
                {
                    for (uint64_t i = base; i < s; ++i)
                    {
                        acknowledge(i);
                    }
                    ASSERT_EQ(sent.AcknowledgeBefore(s), bytes);
                }
                break;
            default:
                sent.Push(Record(static_cast<uint16_t>(next % 4096)));
                reference[next++] = IN_FLIGHT;
                break;
            }
            uint32_t lost = 0;
            uint64_t firstLost = SentPackets::NONE;
            uint64_t firstFlying = SentPackets::NONE;
            for (auto it = reference.rbegin(); it != reference.rend(); ++it)
            {
                lost += it->second == LOST;
                firstLost = it->second == LOST ? it->first : firstLost;
                firstFlying = it->second == IN_FLIGHT ? it->first : firstFlying;
            }
            ASSERT_EQ(sent.Next(), next);
            ASSERT_EQ(sent.Lost(), lost);
            ASSERT_EQ(sent.InFlight(), reference.size() - lost);
            ASSERT_EQ(sent.FirstLost(), firstLost);
            ASSERT_EQ(sent.NextInFlight(sent.Base()), firstFlying);
            ASSERT_LE(sent.Base(), reference.empty() ? next : reference.begin()->first);
        }
    }
}

} // namespace
