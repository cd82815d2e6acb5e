/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-flight.h"
#include "ns3/mrc-queue-pair-user.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

/** A flight of four full packets at 100 Gb/s and 12 us, and SACKs that ask for a penalty of half
 * their bytes. */
class FlightTest : public testing::Test
{
  protected:
    FlightTest()
    {
        m_parameters.bitRate = 100000000000;
        m_parameters.baseRtt = Micros(12);
        m_parameters.qp.Change().askPaths = false; // the verdict of time and bytes alone
        m_flight = std::make_unique<Flight>(m_parameters, m_paths, m_counters);
        m_first = m_flight->Packets().Records().Base();
        for (int i = 0; i < 4; ++i)
        {
            SentPacket record;
            record.payload = 4096;
            m_flight->Packets().Push(record);
            m_flight->OnSent(4096);
        }
    }

    /** A SACK of all packets before the one with this index. */
    uint32_t Sack(uint64_t end, Instant now)
    {
        SackHeaders sack;
        sack.seth.cack = PsnOf(m_first + end - 1);
        sack.cc.timestamp = TimestampOf(Instant());
        sack.cc.penalty = 64;
        return m_flight->Sacks().OnSack(sack, now);
    }

    ConnectionParameters m_parameters;
    QueuePairCounters m_counters;
    QueuePairWatch m_watch;
    Sprayer m_paths{m_parameters.ev, {1, 4, Micros(12), KeyedDraws(1), &m_watch}};
    std::unique_ptr<Flight> m_flight;
    uint64_t m_first{0};
};

// Clauses: [window-per-planes]
TEST_F(FlightTest, LargestWindowFollowsThePlanesIfItIsToldSo)
{
    for (const bool follows : {false, true})
    {
        m_parameters.planes = 4;
        m_parameters.cc.Change().followPlanes = follows;
        Sprayer paths(m_parameters.ev, {4, 4, Micros(12), KeyedDraws(1)});
        Flight flight(m_parameters, paths, m_counters);
        const int64_t whole = flight.Store().rate.MaxWindow();
        for (const PlaneMask up : {0b0011U, 0b1111U})
        {
            paths.SetPeerDown(0b1111U & ~up, Instant());
            SackHeaders sack;
            sack.seth.cack = PsnOf(flight.Packets().Records().Base() - 1);
            flight.Sacks().OnSack(sack, Instant() + Micros(12));
            EXPECT_EQ(flight.Store().rate.MaxWindow(),
                      follows && up == 0b0011U ? whole / 2 : whole);
        }
    }
}

// Clauses: [one-window]
TEST_F(FlightTest, CongestionControlHearsOfWhatTransportAcksAcknowledged)
{
    m_flight->Sacks().AcknowledgeBefore(m_first + 2, Instant());
    m_flight->Sacks().AcknowledgeBefore(m_first + 3, Instant());
    EXPECT_EQ(m_flight->Store().rate.Whole().InFlight(), 4096);
    EXPECT_EQ(m_flight->Store().rate.Window(), 225000); // not before a SACK

    // bytes that the SACK itself acknowledged
    EXPECT_EQ(Sack(4, Instant() + Micros(12)), 4096U);
    EXPECT_EQ(m_flight->Store().rate.Whole().InFlight(), 0); // and each byte left the flight once
    EXPECT_EQ(m_flight->Store().rate.Window(), 225000 - 4 * 4096 / 2);

    EXPECT_EQ(Sack(4, Instant() + Micros(12)), 0U);
    EXPECT_EQ(m_flight->Store().rate.Window(), 225000 - 4 * 4096 / 2); // reported once
}

/** Keeps the latest window that the listener hears of. */
class WindowListener : public QueuePairUser
{
  public:
    void Watched(const QpSample& sample) override
    {
        ++samples;
        latest = std::get<WindowSample>(sample);
    }

    WindowSample latest;
    int samples{0};
};

TEST_F(FlightTest, WhatTransportAcksReleaseIsTold)
{
    WindowListener listener;
    m_watch.user = &listener;
    m_flight->Sacks().AcknowledgeBefore(m_first + 1, Instant() + Nanos(6));
    EXPECT_EQ(listener.samples, 0) << "the user does not watch so far";
    m_flight->SetWatched(true);
    m_flight->Sacks().AcknowledgeBefore(m_first + 3, Instant() + Nanos(7));
    EXPECT_EQ(listener.latest.inFlight, 4096);
    EXPECT_EQ(listener.latest.at, Instant() + Nanos(7));
    m_flight->Sacks().AcknowledgeBefore(m_first + 3, Instant() + Nanos(8));
    EXPECT_EQ(listener.samples, 1) << "once";
}

TEST_F(FlightTest, OlderSackWithTheSameCackProvesNothing)
{
    // 0 is missing, so cack stays; 1, 70 and 71 arrived. The newer SACK is overtaken by none, the
    // older one comes late. Neither bitmap shows 1, and the older counts just as many as are known.
    for (int i = 4; i < 80; ++i)
    {
        SentPacket record;
        record.payload = 4096;
        m_flight->Packets().Push(record);
        m_flight->OnSent(4096);
    }
    SackHeaders sack;
    sack.seth.cack = PsnOf(m_first - 1);
    sack.seth.sackOffset = 9; // from 8 to 71
    sack.cc.timestamp = TimestampOf(Instant() + Micros(100));
    sack.seth.bitmap = uint64_t{3} << 62; // 70, 71
    sack.cc.outOfOrder = 3;
    m_flight->Sacks().OnSack(sack, Instant() + Micros(112));
    sack.seth.bitmap = uint64_t{1} << 63; // 71, before 70 came
    sack.cc.outOfOrder = 2;
    m_flight->Sacks().OnSack(sack, Instant() + Micros(113));

    EXPECT_FALSE(m_flight->Packets().Records().IsInFlight(m_first)); // lost
    EXPECT_TRUE(m_flight->Packets().Records().IsInFlight(m_first + 1));
}

// Clauses: [learnt-base-rtt]
TEST_F(FlightTest, ShorterRoundTripIsLearntOnlyIfAskedFor)
{
    // stamps count 128 ns: 8,960 ns are seen as 8,960 ns
    Sack(1, Instant() + Nanos(8960));
    EXPECT_EQ(m_flight->Store().rate.MaxWindow(), 225000);

    m_parameters.cc.Change().learnBaseRtt = true;
    Sack(2, Instant() + Nanos(8960));
    EXPECT_EQ(m_flight->Store().rate.MaxWindow(), 168000); // 1.5 x 100 Gb/s x 8.96 us
    EXPECT_LE(m_flight->Store().rate.Window(), 168000);
    Sack(3, Instant() + Nanos(12800));
    EXPECT_EQ(m_flight->Store().rate.MaxWindow(), 168000);
}

// Clauses: [learnt-base-rtt]
TEST_F(FlightTest, TrimTeachesAShorterRoundTripToo)
{
    m_parameters.cc.Change().learnBaseRtt = true;
    m_flight->Fates().Trim(m_first, Instant() + Micros(6));
    EXPECT_EQ(m_flight->Store().rate.MaxWindow(), 112500);
}

// Clauses: [one-window]
TEST_F(FlightTest, RefusedPacketLeavesTheFlightButNotTheWindow)
{
    m_flight->Fates().Refuse(m_first, Instant());
    EXPECT_EQ(m_flight->Store().rate.Whole().InFlight(), 3 * 4096);
    EXPECT_EQ(m_flight->Store().rate.Window(), 225000);
}

} // namespace
