/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which planes have a turn: those of which something comes back.

#include "path-deal.h"
#include "selections.h"

#include "ns3/mrc-sprayer.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** A sender of one packet each 10 us, and a network in which some planes answer. */
class Turns
{
  public:
    explicit Turns(uint32_t planes, PathSelection selection = PATH_SELECTION_MRC)
        : m_config(ConfigOf(selection)),
          m_sprayer(m_config, Deal(planes, 4)),
          m_ports((PlaneMask{1} << planes) - 1)
    {
    }

    /** Sends for so long, while these planes answer. @return packets that each plane carried */
    std::vector<int> Send(Span length, PlaneMask answering)
    {
        std::vector<int> packets(MAX_PLANES);
        const Instant end = now + length;
        for (; now < end; now = now + Micros(10))
        {
            const std::optional<Ev> ev = m_sprayer.Next(m_ports, now);
            if (!ev)
            {
                continue;
            }
            ++packets[ev->Plane()];
            if ((answering >> ev->Plane()) & 1)
            {
                m_sprayer.Health().OnAnswered(PlaneMask{1} << ev->Plane(), now, now);
            }
        }
        return packets;
    }

    /** Probes all that is to be probed now. @return EVs that are resurrected by an answer */
    int Probe(PlaneMask answering, int successes)
    {
        int back = 0;
        for (int i = 0; i < successes; ++i)
        {
            now = now + Micros(1500);
            std::vector<Ev> asked;
            while (const std::optional<Ev> ev = m_sprayer.Prober().TakeDue(m_ports, 7, now))
            {
                asked.push_back(*ev);
            }
            for (const Ev ev : asked)
            {
                if ((answering >> ev.Plane()) & 1)
                {
                    back += m_sprayer.OnProbeAnswer(ev, 7, false, now);
                }
            }
        }
        return back;
    }

    Sprayer& Paths()
    {
        return m_sprayer;
    }

    Instant now{Instant() + Micros(1000)};

  private:
    static EvConfig ConfigOf(PathSelection selection)
    {
        EvConfig config = Config(32, 16);
        config.selector = selection;
        return config;
    }

    EvConfig m_config;
    Sprayer m_sprayer;
    PlaneMask m_ports;
};

// Clauses: [silent-plane]
TEST(PlaneTurn, ASilentPlaneLosesItsTurnAndComesBack)
{
    for (const PathSelection selection : ALL_SELECTIONS)
    {
        SCOPED_TRACE(static_cast<int>(selection));
        Turns turns(4, selection);
        const std::vector<int> before = turns.Send(Micros(10000), 0b1111);
        const auto used =
            static_cast<PlaneId>(std::max_element(before.begin(), before.end()) - before.begin());
        const PlaneMask others = 0b1111U & ~(PlaneMask{1} << used);
        const std::vector<int> dying = turns.Send(Micros(1900), others);
        EXPECT_GT(dying[used], 0);
        turns.Send(Micros(300), others);
        EXPECT_EQ(turns.Paths().InTurn(), others);
        EXPECT_EQ(turns.Send(Micros(5000), others)[used], 0);
        EXPECT_EQ(turns.Probe(others, 3), 0); // nothing comes back
        EXPECT_EQ(turns.Paths().InTurn(), others);
        EXPECT_GT(turns.Probe(0b1111, 1), 0);
        EXPECT_EQ(turns.Paths().InTurn(), 0b1111U);
        // a quarter of the plane's 8 seats at once
        EXPECT_EQ(turns.Paths().Table().Usable(used), 2U);
        turns.Probe(0b1111, 3);
        EXPECT_EQ(turns.Paths().Table().Usable(used), 8U);
        const std::vector<int> after = turns.Send(Micros(10000), 0b1111);
        EXPECT_NEAR(after[used], before[used], 1);
    }
}

// Clauses: [all-planes-silent]
TEST(PlaneTurn, WhenAllAreSilentEachSendsOnceInAPause)
{
    Turns turns(4);
    turns.Send(Micros(1000), 0b1111);
    turns.Send(Micros(2100), 0b0011); // planes 2 and 3 die, then the others
    EXPECT_EQ(turns.Paths().InTurn(), 0b0011U);
    turns.Send(Micros(2100), 0);
    EXPECT_EQ(turns.Paths().InTurn(), 0b1111U);
    const std::vector<int> silent = turns.Send(Micros(10000), 0);
    for (PlaneId plane = 0; plane < 4; ++plane)
    {
        EXPECT_NEAR(silent[plane], 37, 1) << +plane; // 10 ms / 270 us
    }
    turns.Send(Micros(1000), 0b0100); // one of them answers again
    EXPECT_EQ(turns.Paths().InTurn(), 0b0100U);
    const std::vector<int> after = turns.Send(Micros(1000), 0b0100);
    EXPECT_EQ(after[2], 100);
}

// Clauses: [silent-plane]
TEST(PlaneTurn, TheOnlyPlaneStays)
{
    Turns turns(1);
    turns.Send(Micros(1000), 1);
    turns.Send(Micros(5000), 0);
    EXPECT_EQ(turns.Paths().InTurn(), 1U);
    EXPECT_NEAR(turns.Send(Micros(10000), 0)[0], 37, 1);
    EXPECT_GT(turns.Send(Micros(10000), 1)[0], 960);
}

TEST(PlaneTurn, APlaneThatWasLeftServesWhenTheOthersLoseTheirPorts)
{
    Turns turns(2);
    turns.Send(Micros(1000), 0b11);
    turns.Send(Micros(3000), 0b01);
    EXPECT_EQ(turns.Paths().InTurn(), 0b01U);
    turns.Paths().SetLocalUp(0b10);
    EXPECT_TRUE(turns.Paths().HasPath());
    EXPECT_GT(turns.Send(Micros(1000), 0b10)[1], 90);
    turns.Paths().SetLocalUp(0b11); // the plane had no port for a long time: that is no silence
    EXPECT_EQ(turns.Send(Micros(2000), 0b11)[0], 100);
}

// Clauses: [lossy-plane]
TEST(PlaneTurn, ALossyPlaneKeepsItsTurn)
{
    Turns turns(4);
    const KeyedDraws draws(5);
    std::vector<int> packets(4);
    for (uint64_t n = 0; n < 40000; ++n, turns.now = turns.now + Micros(1))
    {
        const Ev ev = *turns.Paths().Next(0b1111, turns.now);
        ++packets[ev.Plane()];
        if (ev.Plane() == 1 && draws.Below(20, n) == 0)
        {
            turns.Paths().OnLoss(ev, PathCause::GAP, turns.now);
        }
        else
        {
            turns.Paths().Health().OnAnswered(PlaneMask{1} << ev.Plane(), turns.now, turns.now);
            turns.Paths().OnPathAnswered(ev, turns.now);
        }
    }
    EXPECT_EQ(packets[1], 10000);
    EXPECT_GE(turns.Paths().Table().Usable(1), 2U);
}

} // namespace
