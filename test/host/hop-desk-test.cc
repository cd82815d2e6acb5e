/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The records of hops that a SACK takes along: once, young, and of the plane that it echoes.

#include "ns3/mrc-hop-desk.h"
#include "ns3/mrc-hop-trailer.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr SlotIndex SLOT = 3;

/** A desk with packets to and from one queue pair. */
class HopDeskTest : public ::testing::Test
{
  protected:
    HopDeskTest()
    {
        m_pool.AddTrailers();
    }

    /** @return a packet of a plane, which a SACK echoes */
    FrameIndex Make(Opcode opcode, PlaneId plane)
    {
        const FrameIndex index = m_pool.Allocate();
        Datagram& datagram = m_pool.DatagramAt(index);
        datagram = Datagram();
        datagram.bth.opcode = opcode;
        datagram.ev = Ev::Of(plane, 1);
        if (opcode == Opcode::SACK)
        {
            datagram.sack.seth.entropy = Ev::Of(plane, 1);
        }
        *m_pool.TrailerOf(index) = HopRecords();
        return index;
    }

    /** Data comes that has passed one switch. */
    void Data(PlaneId plane, uint32_t link, TrimMark trim = TrimMark::WHOLE)
    {
        const FrameIndex index = Make(Opcode::WRITE_MIDDLE, plane);
        m_pool.DatagramAt(index).trim = trim;
        m_pool.TrailerOf(index)->Add(RecordOf({link, m_now, 0, 0, 100000000000}));
        m_desk.Open(SLOT, index, m_now);
        EXPECT_EQ(m_desk.News().records, nullptr) << "data brings a sender no news";
        m_desk.Close();
        m_pool.Release(index);
    }

    /** @return the records of a SACK that leaves now and echoes a plane */
    HopRecords Sack(PlaneId plane, SlotIndex slot = SLOT)
    {
        const FrameIndex index = Make(Opcode::SACK, plane);
        m_desk.Answer(slot, index, m_now);
        const HopRecords records = *m_pool.TrailerOf(index);
        EXPECT_TRUE(records.isAnswer);
        m_pool.Release(index);
        return records;
    }

    FramePool m_pool;
    HopDesk m_desk{m_pool};
    Instant m_now;
};

// Clauses: [telemetry-echo]
TEST_F(HopDeskTest, HandsOutARecordOnce)
{
    EXPECT_EQ(Sack(0).count, 0) << "no data has come";
    Data(0, 7);
    Data(0, 8);
    EXPECT_EQ(Sack(0, SLOT + 1).count, 0) << "of another queue pair";
    const HopRecords records = Sack(0);
    ASSERT_EQ(records.count, 1);
    EXPECT_EQ(records.hops[0].link, 8U) << "the last packet's";
    EXPECT_EQ(Sack(0).count, 0) << "as the answer of a probe";
    Data(0, 9);
    EXPECT_EQ(Sack(0).count, 1);
}

// Clauses: [telemetry-echo]
TEST_F(HopDeskTest, ATrimmedPacketHasNone)
{
    Data(0, 7, TrimMark::TRIMMED);
    EXPECT_EQ(Sack(0).count, 0);
    Data(0, 8);
    Data(0, 9, TrimMark::TRIMMED_LAST_HOP);
    const HopRecords records = Sack(0);
    ASSERT_EQ(records.count, 1);
    EXPECT_EQ(records.hops[0].link, 8U) << "of the packet before";
}

// Clauses: [telemetry-echo], [window-scope]
TEST_F(HopDeskTest, ASackOfAnotherPlaneLeavesThemThere)
{
    Data(1, 7);
    EXPECT_EQ(Sack(0).count, 0);
    EXPECT_EQ(Sack(1).count, 1);
}

// Clauses: [telemetry-echo]
TEST_F(HopDeskTest, OldRecordsStay)
{
    Data(0, 7);
    m_now = m_now + RECORD_LIFE - Nanos(1);
    EXPECT_EQ(Sack(0).count, 1);
    Data(0, 7);
    m_now = m_now + RECORD_LIFE;
    EXPECT_EQ(Sack(0).count, 0);
}

// Clauses: [telemetry-echo]
TEST_F(HopDeskTest, ASenderSeesWhatASackBrings)
{
    const FrameIndex sack = Make(Opcode::SACK, 0);
    m_desk.Open(SLOT, sack, m_now);
    EXPECT_EQ(m_desk.News().records, m_pool.TrailerOf(sack));
    m_desk.Close();
    EXPECT_EQ(m_desk.News().records, nullptr);
}

// Clauses: [telemetry-trailer]
TEST_F(HopDeskTest, DataAndSacksAloneGetATrailer)
{
    struct Row
    {
        Opcode opcode;
        uint32_t more;
    };

    for (const Row& row : {Row{Opcode::WRITE_ONLY, HOP_TRAILER_BYTES},
                           Row{Opcode::SACK, HOP_TRAILER_BYTES},
                           Row{Opcode::NACK, 0}})
    {
        const FrameIndex index = Make(row.opcode, 0);
        m_pool.TrailerOf(index)->Add(HopRecord());
        m_pool.At(index).size = 200;
        m_desk.Launch(index);
        EXPECT_EQ(m_pool.At(index).size, 200 + row.more);
        EXPECT_EQ(m_pool.TrailerOf(index)->count, row.opcode == Opcode::WRITE_ONLY ? 0 : 1);
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
