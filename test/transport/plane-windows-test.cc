/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A window for each plane [window-scope]: the plane where a packet counts, and the news of each
// plane.

#include "ns3/mrc-flight.h"

#include <gtest/gtest.h>
#include <memory>

using namespace ns3::mrc;

namespace
{

constexpr uint32_t FULL = 4096;

/** A queue pair of 400 Gb/s over four planes, each with a window; at 12 us each holds 225,000 B. */
class PlaneWindowsTest : public testing::Test
{
  protected:
    PlaneWindowsTest()
    {
        m_parameters.planes = 4;
        m_parameters.bitRate = 400000000000;
        m_parameters.baseRtt = Micros(12);
        m_parameters.qp.Change().askPaths = false; // the verdict of time and bytes alone
        m_parameters.cc.Change().scope = CC_SCOPE_PLANE;
        m_parameters.cc.Change().averageWeight = 1; // the latest delay is the average
        m_flight = std::make_unique<Flight>(m_parameters, m_paths, m_counters);
        m_first = m_flight->Packets().Records().Base();
    }

    /** A full packet leaves on a plane. */
    void Send(PlaneId plane)
    {
        SentPacket record;
        record.payload = FULL;
        record.ev = Ev::Of(plane, 0);
        m_flight->Packets().Push(record);
        Left(plane);
    }

    /** A full packet has left on a plane, for the first time or again. */
    void Left(PlaneId plane)
    {
        m_counters.planeBytes[plane] += FULL;
        m_flight->OnSent(FULL);
    }

    /** A SACK of all packets before the one with this index, of a bitmap above, echoing a plane. */
    void Sack(uint64_t end, PlaneId echoed, Instant now, bool marked = false, uint64_t bits = 0)
    {
        SackHeaders sack;
        sack.seth.cack = PsnOf(m_first + end - 1);
        sack.seth.sackOffset = 1;
        sack.seth.bitmap = bits;
        sack.seth.entropy = Ev::Of(echoed, 0);
        sack.seth.mark = marked ? PathMark::SKIP_ONCE : PathMark::NONE;
        sack.cc.timestamp = TimestampOf(Instant());
        m_flight->Sacks().OnSack(sack, now);
    }

    int64_t Window(PlaneId plane) const
    {
        return m_flight->Store().rate.Planes()->Window(plane);
    }

    int64_t InFlight(PlaneId plane) const
    {
        return m_flight->Store().rate.Planes()->InFlight(plane);
    }

    ConnectionParameters m_parameters;
    QueuePairCounters m_counters;
    Sprayer m_paths{m_parameters.ev, {4, 4, Micros(12), KeyedDraws(1)}};
    std::unique_ptr<Flight> m_flight;
    uint64_t m_first{0};
};

} // namespace

// Clauses: [window-scope]
TEST_F(PlaneWindowsTest, EachPlaneHasTheConstantsOfItsShareOfTheRate)
{
    EXPECT_EQ(Window(0), 225000); // 1.5 x 100 Gb/s x 12 us
    EXPECT_EQ(m_flight->Store().rate.Window(), 4 * 225000);
    EXPECT_EQ(m_flight->Store().rate.MaxWindow(), 4 * 225000);
}

// Clauses: [window-scope]
TEST_F(PlaneWindowsTest, APlaneWithoutRoomLeavesTheOthersTheirs)
{
    for (int packet = 0; packet < 54; ++packet) // 55 would not fit into 225,000 B
    {
        EXPECT_EQ(m_flight->Store().rate.Roomy(0b1111, FULL), PlaneMask{0b1111}) << packet;
        Send(2);
    }
    EXPECT_EQ(m_flight->Store().rate.Roomy(0b1111, FULL), PlaneMask{0b1011});
    EXPECT_TRUE(m_flight->Store().Fits(FULL));
    EXPECT_FALSE(m_flight->Store().IsUsedUp(FULL));
    EXPECT_EQ(m_flight->Store().rate.Whole().InFlight(), 54 * int64_t{FULL});
}

// Clauses: [window-scope]
TEST_F(PlaneWindowsTest, AcknowledgedBytesLeaveThePlanesThatCarriedThem)
{
    for (const PlaneId plane : {0, 1, 2, 3, 0, 1})
    {
        Send(plane);
    }
    Sack(2, 1, Instant() + Micros(12), false, 0b1000); // the first two, and the one of plane 1
    EXPECT_EQ(InFlight(0), int64_t{FULL});
    EXPECT_EQ(InFlight(1), 0);
    EXPECT_EQ(InFlight(2), int64_t{FULL});
    EXPECT_EQ(InFlight(3), int64_t{FULL});
    EXPECT_EQ(m_flight->Store().rate.Whole().InFlight(), 3 * int64_t{FULL});
    m_flight->Sacks().AcknowledgeBefore(m_first + 6, Instant() + Micros(13));
    EXPECT_EQ(InFlight(0) + InFlight(2) + InFlight(3), 0);
}

// Clauses: [window-scope]
TEST_F(PlaneWindowsTest, ARetransmissionCountsInItsNewPlane)
{
    Send(0);
    Send(1);
    m_flight->Fates().Lose(m_first, RetransmitCause::GAP, Instant() + Micros(30));
    EXPECT_EQ(InFlight(0), 0);
    EXPECT_EQ(Window(0), 225000 - FULL);
    EXPECT_EQ(Window(1), 225000);
    m_flight->Resend(m_first, Ev::Of(3, 0), Instant() + Micros(31));
    Left(3);
    EXPECT_EQ(InFlight(0), 0);
    EXPECT_EQ(InFlight(3), int64_t{FULL});
    Sack(2, 3, Instant() + Micros(45));
    EXPECT_EQ(InFlight(3), 0);
    EXPECT_EQ(m_flight->Store().rate.Whole().InFlight(), 0);
}

// Clauses: [window-scope]
TEST_F(PlaneWindowsTest, OnlyThePlaneOfTheEchoHearsOfDelayAndMark)
{
    for (int packet = 0; packet < 80; ++packet)
    {
        Send(static_cast<PlaneId>(packet % 2));
    }
    // a marked echo of plane 0, three times as late as the target allows
    for (uint64_t end = 8; end <= 80; end += 8)
    {
        Sack(end, 0, Instant() + Micros(48), true);
    }
    EXPECT_LT(Window(0), 225000);
    EXPECT_EQ(Window(1), 225000);
    EXPECT_EQ(InFlight(1), 0); // the plane's bytes have left all the same
}

// Clauses: [window-scope]
TEST_F(PlaneWindowsTest, BytesCountForThePlaneWithItsNextEcho)
{
    // Halve the window of plane 1, then let clean echoes open it again. Packets that echoes of
    // another plane acknowledged count with the first echo of their own.
    for (int packet = 0; packet < 27; ++packet)
    {
        Send(1);
    }
    m_flight->Fates().Trim(m_first, Instant() + Micros(12));
    const int64_t cut = Window(1);
    Sack(20, 0, Instant() + Micros(13));
    EXPECT_EQ(Window(1), cut);
    Sack(26, 1, Instant() + Micros(14));
    EXPECT_GT(Window(1), cut);
}

// Clauses: [window-scope], [nscc-quick-adapt]
TEST_F(PlaneWindowsTest, APauseIsOneOfEachPlane)
{
    for (const bool resumes : {false, true})
    {
        m_parameters.cc.Change().qaSkipsPauses = true;
        m_counters = QueuePairCounters();
        m_flight = std::make_unique<Flight>(m_parameters, m_paths, m_counters);
        m_first = m_flight->Packets().Records().Base();
        Send(1);
        Send(1);
        m_flight->Fates().Trim(m_first, Instant() + Micros(12)); // opens a period
        Sack(2, 1, Instant() + Micros(13));
        if (resumes)
        {
            m_flight->Resume();
        }
        Send(1);
        Sack(3, 1, Instant() + Micros(3000));
        EXPECT_EQ(Window(1) > 200000, resumes) << Window(1);
    }
}
