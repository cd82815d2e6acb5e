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
    EXPECT_EQ(sent.Records().AcknowledgedAboveBase(), 2U);
    EXPECT_EQ(sent.Records().NextInFlight(1001), 1002U);
    sent.MarkLost(1002, RetransmitCause::TRIM);
    EXPECT_EQ(sent.Records().FirstLost(), 1002U);
    EXPECT_EQ(sent.Records().At(1002).Cause(), RetransmitCause::TRIM);
    EXPECT_EQ(sent.Records().NextInFlight(1001), 1004U);
    EXPECT_EQ(sent.AcknowledgeBefore(1004), 100U); // the lost one left the flight before
    EXPECT_EQ(sent.Records().Base(), 1004U);
    EXPECT_EQ(sent.Records().Lost(), 0U);
    EXPECT_EQ(sent.Records().InFlight(), 6U);
    EXPECT_EQ(sent.AcknowledgeBits(1000, ~uint64_t{0}), 104U + 105 + 106 + 107 + 108 + 109);
    EXPECT_EQ(sent.Records().Base(), 1010U);
    EXPECT_EQ(sent.Records().NextInFlight(0), SentRecords::NONE);
}

/** The states of up to 64 packets are where the owner of the ring has room for them. */
TEST(SentPackets, FewStatesAreInTheRoomThatIsGiven)
{
    SentStates room;
    SentPackets sent(1000, &room);
    const auto loseAndKeep = [&](uint16_t packets) {
        const uint64_t base = sent.Records().Next();
        for (uint16_t i = 0; i < packets; ++i)
        {
            sent.Push(Record(1));
        }
        sent.MarkLost(base + 2, RetransmitCause::GAP);
        EXPECT_EQ(sent.AcknowledgeBits(base + 3, 1), 1U);
        EXPECT_EQ(sent.Records().FirstLost(), base + 2);
        EXPECT_TRUE(sent.Records().IsAcknowledged(base + 3));
    };
    for (const uint16_t packets : {5, 64, 130, 7})
    {
        const SentStates before = room;
        loseAndKeep(packets);
        const bool inRoom = room.lost != before.lost;
        EXPECT_EQ(inRoom, packets <= 64) << packets;
        sent.AcknowledgeBefore(sent.Records().Next());
        sent.Rest(); // the next ones find the room as the first did
    }
}

TEST(SentPackets, BaseSlidesOverWhatIsAcknowledgedAlready)
{
    SentPackets sent(1000);
    for (uint16_t i = 0; i < 130; ++i)
    {
        sent.Push(Record(1));
    }
    sent.AcknowledgeBits(1003, ~uint64_t{0});
    EXPECT_EQ(sent.Records().Base(), 1000U);
    EXPECT_EQ(sent.AcknowledgeBefore(1003), 3U);
    EXPECT_EQ(sent.Records().Base(), 1067U);
    EXPECT_EQ(sent.Records().AcknowledgedAboveBase(), 0U);
    EXPECT_EQ(sent.AcknowledgeBefore(1130), 63U);
    EXPECT_EQ(sent.Records().Base(), 1130U); // not beyond the last one
}

TEST(SentPackets, CountsWhatWasSentAfterATimeAndIsAcknowledged)
{
    const auto at = [](int us) { return Instant() + Micros(us); };
    SentPackets sent(1000);
    for (int i = 0; i < 150; ++i) // three blocks
    {
        SentPacket record = Record(1);
        record.sentAt = at(i);
        sent.Push(record);
    }
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(0), 100), 0U);
    sent.AcknowledgeBits(1010, 0b111);
    sent.AcknowledgeBits(1100, ~uint64_t{0}); // 50 of them
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(0), 100), 53U);
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(10), 100), 52U); // sent after, not at that time
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(50), 100), 50U);
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(148), 100), 1U);
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(149), 100), 0U);
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(0), 5), 5U); // no more is asked for
    sent.MarkLost(1020, RetransmitCause::GAP);
    sent.MarkResent(1020, at(200), Ev());
    sent.AcknowledgeBits(1020, 1);
    // by the latest transmission of the packet
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(149), 100), 1U);
    sent.AcknowledgeBefore(1020);
    EXPECT_EQ(sent.Records().AcknowledgedAfter(at(0), 100),
              50U); // packets below the base do not count
}

TEST(SentPackets, KnowsWhatIsAcknowledged)
{
    SentPackets sent(1000);
    for (int i = 0; i < 100; ++i)
    {
        sent.Push(Record(1));
    }
    sent.AcknowledgeBefore(1010);
    sent.AcknowledgeBits(1070, 0b1);
    sent.MarkLost(1071, RetransmitCause::GAP);
    EXPECT_TRUE(sent.Records().IsAcknowledged(999));
    EXPECT_TRUE(sent.Records().IsAcknowledged(1009));
    EXPECT_FALSE(sent.Records().IsAcknowledged(1010));
    EXPECT_TRUE(sent.Records().IsAcknowledged(1070));
    EXPECT_FALSE(sent.Records().IsAcknowledged(1071)); // lost
    EXPECT_FALSE(sent.Records().IsAcknowledged(1099));
    EXPECT_FALSE(sent.Records().IsAcknowledged(1100)); // not sent yet
    EXPECT_FALSE(sent.Records().IsAcknowledged(1070 + 128));
}

/** SentPackets, and a map to which the same happens, at random. */
class Pair
{
  public:
    explicit Pair(uint64_t seed)
        : m_draws(KeyedDraws(5).Child(seed)),
          m_next(77 + seed),
          m_sent(m_next)
    {
    }

    void Step()
    {
        const uint64_t base = m_sent.Records().Base();
        const uint64_t s = base + Below(static_cast<uint32_t>(m_next - base) + 1);
        switch (Below(8))
        {
        case 0:
            if (Is(s, IN_FLIGHT))
            {
                m_sent.MarkLost(s, RetransmitCause::GAP);
                m_reference[s] = LOST;
            }
            break;
        case 1:
            if (Is(s, LOST))
            {
                m_sent.MarkResent(s, Instant(), Ev());
                m_reference[s] = IN_FLIGHT;
            }
            break;
        case 2:
            AcknowledgeSome(s);
            break;
        case 3:
            if (Below(10) == 0)
            {
                AcknowledgeAllBefore(s);
            }
            break;
        default:
            m_sent.Push(Record(static_cast<uint16_t>(m_next % 4096)));
            m_reference[m_next++] = IN_FLIGHT;
            break;
        }
    }

    void Compare()
    {
        uint32_t lost = 0;
        uint64_t firstLost = SentRecords::NONE;
        uint64_t firstFlying = SentRecords::NONE;
        for (auto it = m_reference.rbegin(); it != m_reference.rend(); ++it)
        {
            lost += it->second == LOST;
            firstLost = it->second == LOST ? it->first : firstLost;
            firstFlying = it->second == IN_FLIGHT ? it->first : firstFlying;
        }
        EXPECT_EQ(m_sent.Records().Next(), m_next);
        EXPECT_EQ(m_sent.Records().Lost(), lost);
        EXPECT_EQ(m_sent.Records().InFlight(), m_reference.size() - lost);
        EXPECT_EQ(m_sent.Records().FirstLost(), firstLost);
        EXPECT_EQ(m_sent.Records().NextInFlight(m_sent.Records().Base()), firstFlying);
        EXPECT_LE(m_sent.Records().Base(),
                  m_reference.empty() ? m_next : m_reference.begin()->first);
    }

  private:
    enum State
    {
        IN_FLIGHT,
        LOST,
    };

    uint64_t Below(uint32_t bound)
    {
        return m_draws.Below(bound, m_drawn++);
    }

    bool Is(uint64_t s, State state) const
    {
        const auto found = m_reference.find(s);
        return found != m_reference.end() && found->second == state;
    }

    /** @return the bytes that leave the flight by that */
    uint64_t Acknowledge(uint64_t s)
    {
        const uint64_t bytes = Is(s, IN_FLIGHT) ? s % 4096 : 0;
        m_reference.erase(s);
        return bytes;
    }

    void AcknowledgeSome(uint64_t s)
    {
        const uint64_t bits = m_draws.Bits(m_drawn) & m_draws.Bits(m_drawn + 1);
        m_drawn += 2;
        const uint64_t from = s - Below(40);
        uint64_t bytes = 0;
        for (uint64_t i = 0; i < 64; ++i)
        {
            bytes += (bits >> i) & 1 ? Acknowledge(from + i) : 0;
        }
        EXPECT_EQ(m_sent.AcknowledgeBits(from, bits), bytes);
    }

    void AcknowledgeAllBefore(uint64_t s)
    {
        uint64_t bytes = 0;
        for (uint64_t i = m_sent.Records().Base(); i < s; ++i)
        {
            bytes += Acknowledge(i);
        }
        EXPECT_EQ(m_sent.AcknowledgeBefore(s), bytes);
    }

    KeyedDraws m_draws;
    uint64_t m_drawn{0};
    uint64_t m_next;
    SentPackets m_sent;
    std::map<uint64_t, State> m_reference;
};

TEST(SentPackets, AgreesWithAReference)
{
    for (uint64_t seed = 0; seed < 30; ++seed)
    {
        Pair pair(seed);
        for (int step = 0; step < 4000 && !HasFailure(); ++step)
        {
            pair.Step();
            pair.Compare();
        }
    }
}

} // namespace
