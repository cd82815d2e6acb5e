/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-flight.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>

using namespace ns3::mrc;

namespace
{

constexpr uint32_t PATHS = 16;

/** A flight of one packet on each of 16 paths, or of 16 on one, and the fate of its EVs. */
class LastHopTest : public testing::Test
{
  protected:
    explicit LastHopTest(uint32_t uplinks = PATHS)
    {
        m_parameters.bitRate = 100000000000;
        m_parameters.baseRtt = Micros(12);
        m_parameters.uplinks = uplinks;
        Reset();
    }

    /** Begins anew. */
    void Reset()
    {
        m_paths.emplace(m_parameters.ev,
                        PathDeal{1, m_parameters.uplinks, Micros(12), KeyedDraws(1)});
        m_flight = std::make_unique<Flight>(m_parameters, *m_paths, m_counters);
        m_first = m_flight->Packets().Records().Next();
        for (uint32_t uplink = 0; uplink < PATHS; ++uplink)
        {
            Send(uplink);
        }
    }

    /** A packet is sent. @return the packet's sequence number */
    uint64_t Send(uint32_t uplink)
    {
        SentPacket record;
        record.payload = 4096;
        record.ev = Ev::Of(0, uplink);
        m_flight->Packets().Push(record);
        m_flight->OnSent(4096);
        return m_flight->Packets().Records().Next() - 1;
    }

    /** The first packets of these uplinks are lost. */
    void Lose(uint32_t from, uint32_t to)
    {
        for (uint32_t uplink = from; uplink < to; ++uplink)
        {
            m_flight->Fates().Lose(m_first + uplink, RetransmitCause::GAP, m_now);
        }
    }

    /** The last hop has trimmed the packet of an uplink. */
    void Trim(uint32_t uplink, bool lastHop = true)
    {
        m_flight->Blame().NoteTrim(Ev::Of(0, uplink), lastHop, m_now);
    }

    /** @return EVs that are assumed bad */
    int64_t CountBad()
    {
        const auto& all = m_paths->Table().All();
        return std::count_if(all.begin(), all.end(), [](const Path& p) { return p.IsBad(); });
    }

    Instant m_now{Instant() + Micros(20)};
    ConnectionParameters m_parameters;
    QueuePairCounters m_counters;
    std::optional<Sprayer> m_paths;
    std::unique_ptr<Flight> m_flight;
    uint64_t m_first{0};
};

// Clauses: [overflow-losses]
TEST_F(LastHopTest, TrimsAloneOrLossesAloneAreNoOverflow)
{
    Lose(0, 8);
    EXPECT_EQ(CountBad(), 8);
    Lose(8, 9); // more than half
    EXPECT_EQ(CountBad(), 0) << "losses on most paths single out none";
}

// Clauses: [overflow-losses]
TEST_F(LastHopTest, LossesOnMostPathsAreAnOverflowUnlessOneWorks)
{
    Lose(0, 8);
    EXPECT_FALSE(m_flight->Blame().LastHopOverflows(m_now));
    Lose(8, 9); // more than half
    EXPECT_TRUE(m_flight->Blame().LastHopOverflows(m_now));
    EXPECT_FALSE(m_flight->Blame().LastHopOverflows(m_now + m_parameters.qp->AckTimeout()))
        << "nobody is heard";
    Trim(14, false);
    Trim(15, false);
    Trim(15, false);
    EXPECT_TRUE(m_flight->Blame().LastHopOverflows(m_now));
    Trim(15, false);
    EXPECT_FALSE(m_flight->Blame().LastHopOverflows(m_now)) << "three answers of one path running";
}

// Clauses: [overflow-losses]
TEST_F(LastHopTest, PathIsRetiredForAFewLossesOnlyIfAnotherWorks)
{
    for (const bool works : {false, true})
    {
        Reset();
        Lose(0, 9);
        for (uint32_t answer = 0; works && answer < PathStrikes::FEWEST; ++answer)
        {
            Trim(15, false);
        }
        for (uint32_t loss = 1; loss < PathStrikes::FEWEST; ++loss)
        {
            m_flight->Fates().Lose(Send(3 + PATHS * loss), RetransmitCause::GAP, m_now);
        }
        EXPECT_EQ(CountBad(), works ? 16 : 0); // EVs over one path
    }
}

TEST_F(LastHopTest, FewPathsThatLoseStandAlone)
{
    Trim(15);
    Lose(0, 3);
    EXPECT_FALSE(m_flight->Blame().LastHopOverflows(m_now));
    EXPECT_EQ(CountBad(), 3);
}

// Clauses: [overflow-losses]
TEST_F(LastHopTest, ManyPathsThatLoseWhileTheLastHopTrimsAreExcused)
{
    Trim(15);
    Lose(0, 3);
    EXPECT_EQ(CountBad(), 3);
    Lose(3, 4);
    EXPECT_TRUE(m_flight->Blame().LastHopOverflows(m_now));
    EXPECT_EQ(CountBad(), 0) << "the others come back";
    Lose(4, 12);
    EXPECT_EQ(CountBad(), 0);
}

TEST_F(LastHopTest, PacketsThatAreOverdueCountToo)
{
    Trim(15);
    const Instant late = m_now + m_flight->Store().SparseTime() + Micros(1);
    EXPECT_FALSE(m_flight->Blame().LastHopOverflows(m_now));
    EXPECT_TRUE(m_flight->Blame().LastHopOverflows(late));
}

// Clauses: [overflow-losses]
TEST_F(LastHopTest, ItEndsWithTheTrims)
{
    Trim(15);
    Lose(0, 8);
    EXPECT_TRUE(m_flight->Blame().LastHopOverflows(m_now));
    m_flight->Blame().NoteTrim(Ev::Of(0, 2), true, m_now + Micros(1)); // one path answers
    EXPECT_TRUE(m_flight->Blame().LastHopOverflows(m_now + Micros(1000)));
    EXPECT_FALSE(m_flight->Blame().LastHopOverflows(m_now + Micros(3000)));
}

TEST_F(LastHopTest, PathThatNeverAnswersIsRetiredWithAllItsEvsAllTheSame)
{
    Trim(15);
    Lose(4, 10);
    uint32_t losses = 0;
    for (; CountBad() == 0 && losses < 40; ++losses)
    {
        m_flight->Fates().Lose(Send(3 + PATHS * (losses % 4)), RetransmitCause::GAP, m_now);
        Trim(1 + losses % 2); // other paths answer
        Trim(12 + losses % 3);
    }
    EXPECT_GT(losses, PathStrikes::FEWEST);
    EXPECT_LE(losses, 16U);
    EXPECT_EQ(CountBad(), 16); // of 256 EVs over 16 paths
}

/** The same with a single path. */
class OnlyPathTest : public LastHopTest
{
  protected:
    OnlyPathTest()
        : LastHopTest(1)
    {
    }
};

TEST_F(OnlyPathTest, IsNotRetiredWhileTheLastHopOverflows)
{
    Trim(0);
    Lose(0, PATHS);
    EXPECT_EQ(CountBad(), 0);
}

} // namespace
