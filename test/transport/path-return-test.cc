/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// EVs that fail, are denied and come back, in any order: no trace is left in the rotation.

#include "path-deal.h"
#include "selections.h"

#include "ns3/mrc-path-selector.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** A random history of the EVs of a queue pair. */
class History
{
  public:
    History(const EvConfig& config, const PathDeal& deal, uint64_t key)
        : m_table(config, deal),
          m_deal(m_table.All()),
          m_planes((PlaneMask{1} << deal.planes) - 1),
          m_draws(key)
    {
    }

    /** Something happens to an EV, or to all of a path. */
    void Step()
    {
        const Ev drawn = m_deal[Draw(static_cast<uint32_t>(m_deal.size()))].ev;
        const uint32_t what = Draw(5);
        const bool wholePath = Draw(3) == 0;
        for (const Path& dealt : m_deal)
        {
            if (dealt.ev == drawn || (wholePath && m_table.SamePath(dealt.ev, drawn)))
            {
                Happen(what, dealt.ev);
            }
        }
        CheckSeats();
    }

    /** All come back, in random order. */
    void Return()
    {
        std::vector<Path> order = m_deal;
        for (size_t i = order.size(); i > 1; --i)
        {
            std::swap(order[i - 1], order[Draw(static_cast<uint32_t>(i))]);
        }
        for (const Path& dealt : order)
        {
            m_table.Administer(dealt.ev, PathOrder::ALLOW, At(RTT));
            m_table.Resurrect(dealt.ev, false, At(RTT));
            CheckSeats();
        }
    }

    /** Each EV has the seat that was dealt to it. */
    void CheckDeal() const
    {
        for (size_t i = 0; i < m_deal.size(); ++i)
        {
            ASSERT_EQ(m_table.All()[i].ev, m_deal[i].ev) << i;
        }
    }

    /** The seats are those of another table in which the same EVs are out of use. */
    void CheckAgainst(PathTable other) const
    {
        const std::vector<Path>& all = m_table.All();
        if (std::none_of(all.begin(), all.end(), [](const Path& p) { return p.IsUsable(); }))
        {
            return; // only a denial ends the last one
        }
        for (const Path& dealt : m_deal)
        {
            const Path& path = *Table().Find(dealt.ev);
            if (path.IsBad())
            {
                other.OnLoss(path.ev, PathCause::GAP, m_planes, At(RTT));
            }
            if (path.state == PathState::DENIED || path.state == PathState::DENIED_BAD)
            {
                other.Administer(path.ev, PathOrder::DENY, At(RTT));
            }
        }
        for (size_t i = 0; i < m_deal.size(); ++i)
        {
            ASSERT_EQ(m_table.All()[i].ev, other.All()[i].ev) << i;
        }
    }

    PathTable& Table() const
    {
        return const_cast<PathTable&>(m_table); // Find has no const form
    }

  private:
    uint32_t Draw(uint32_t bound)
    {
        return m_draws.Below(bound, m_drawn++);
    }

    void Happen(uint32_t what, Ev ev)
    {
        switch (what)
        {
        case 0:
        case 1:
            m_table.OnLoss(ev, PathCause::GAP, m_planes, At(RTT));
            break;
        case 2:
            m_table.Resurrect(ev, Draw(2) == 0, At(RTT));
            break;
        case 3:
            m_table.Administer(ev, PathOrder::DENY, At(RTT));
            break;
        default:
            m_table.Administer(ev, PathOrder::ALLOW, At(RTT));
        }
    }

    /** No seat is empty while an EV of the reserve would do, and the table counts well. */
    void CheckSeats() const
    {
        std::map<PlaneId, uint32_t> usable;
        std::map<PlaneId, uint32_t> idle;
        for (const Path& path : m_table.All())
        {
            (m_table.InRotation(path) ? usable : idle)[path.ev.Plane()] += path.IsUsable();
        }
        for (const auto& [plane, count] : usable)
        {
            ASSERT_EQ(count, m_table.Usable(plane));
            ASSERT_TRUE(count == m_table.Active() || idle[plane] == 0);
        }
    }

    PathTable m_table;
    std::vector<Path> m_deal;
    PlaneMask m_planes;
    KeyedDraws m_draws;
    uint64_t m_drawn{0};
};

/** @return the settings of the n-th history */
EvConfig
ConfigOf(uint64_t n)
{
    EvConfig config = Config(n % 3 == 0 ? 24 : 16, n % 4 == 0 ? 4 : 16);
    config.randomDeal = n % 2 == 0;
    config.minActive = 1;
    return config;
}

// Clauses: [ev-return]
TEST(PathReturn, EachEvGoesBackToWhereItWasDealt)
{
    for (uint64_t n = 1; n <= 200; ++n)
    {
        SCOPED_TRACE(n);
        History history(ConfigOf(n), Deal(1 + n % 2, 4, n), n);
        for (int step = 0; step < 60; ++step)
        {
            history.Step();
        }
        history.Return();
        history.CheckDeal();
    }
}

// Clauses: [ev-return]
TEST(PathReturn, SeatsFollowFromStatesNotFromHistory)
{
    for (uint64_t n = 1; n <= 200; ++n)
    {
        SCOPED_TRACE(n);
        const PathDeal deal = Deal(1 + n % 2, 4, n);
        History history(ConfigOf(n), deal, n);
        for (int step = 0; step < 20; ++step)
        {
            history.Step();
            history.CheckAgainst(PathTable(ConfigOf(n), deal));
        }
    }
}

// Clauses: [ev-return]
TEST(PathReturn, AFailedStandInIsReplaced)
{
    PathTable table(Config(4, 4), Deal(1, 4));
    const Ev lost = table.At(0, 1).ev;
    table.OnLoss(lost, PathCause::GAP, 1, At(RTT));
    const Ev standIn = table.At(0, 1).ev;
    table.OnLoss(standIn, PathCause::GAP, 1, At(RTT));
    const Ev next = table.At(0, 1).ev;
    EXPECT_TRUE(next != lost && next != standIn);
    EXPECT_EQ(table.Usable(0), 4U);
    table.Resurrect(standIn, false, At(RTT)); // the EV stands in again, for want of its own seat
    EXPECT_EQ(table.At(0, 1).ev, standIn);
    table.Resurrect(lost, false, At(RTT));
    EXPECT_EQ(table.At(0, 1).ev, lost);
    EXPECT_FALSE(table.InRotation(*table.Find(standIn)));
}

/** @return packets of each EV, of so many that a selector places */
std::map<uint32_t, int>
Shares(PathSelector& selector, PathTable& table, int packets)
{
    std::map<uint32_t, int> shares;
    for (int i = 0; i < packets; ++i)
    {
        const Ev ev = selector.Next(table, 0, At(RTT * i))->ev;
        selector.OnFeedback(table, ev, PathFeedback::CLEAN, At(RTT * i));
        ++shares[ev.value];
    }
    return shares;
}

// Clauses: [ev-return]
TEST(PathReturn, NoSelectorUsesTheReserveAfterwards)
{
    for (const PathSelection selection : ALL_SELECTIONS)
    {
        SCOPED_TRACE(static_cast<int>(selection));
        PathTable table(Config(8, 8), Deal(1, 4));
        PathSelector selector(selection, KeyedDraws(3));
        const std::map<uint32_t, int> before = Shares(selector, table, 8000);
        std::vector<Ev> lost;
        for (uint32_t i = 0; i < 5; ++i)
        {
            lost.push_back(table.At(0, i).ev);
        }
        for (const Ev ev : lost)
        {
            table.OnLoss(ev, PathCause::GAP, 1, At(RTT));
        }
        Shares(selector, table, 8000);
        for (const Ev ev : lost)
        {
            table.Resurrect(ev, false, At(RTT));
        }
        const std::map<uint32_t, int> after = Shares(selector, table, 8000);
        ASSERT_EQ(after.size(), before.size());
        if (selection == PATH_SELECTION_REPS)
        {
            continue; // chance decides which of its EVs the selector recycles
        }
        for (const auto& [ev, packets] : before)
        {
            EXPECT_NEAR(after.at(ev), packets, packets * 0.15) << ev;
        }
    }
}

} // namespace
