/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tables that switches compute, entries that are written one by one, and the knowledge of switches
// about links.

#include "ns3/mrc-link-view.h"
#include "ns3/mrc-next-hops.h"
#include "ns3/mrc-route-table.h"
#include "ns3/mrc-route-times.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Three T0s in rows 0 to 2, two T1s in rows 3 and 4, a link from each T0 to each T1. */
class TwoTiers : public testing::Test
{
  protected:
    TwoTiers()
    {
        m_graph.edges.resize(5);
        m_graph.tiers = {0, 0, 0, 1, 1};
        m_graph.columns = 3;
        for (uint32_t t0 = 0; t0 < 3; ++t0)
        {
            for (uint32_t t1 = 0; t1 < 2; ++t1)
            {
                const uint32_t link = LinkOf(t0, t1);
                m_graph.edges[t0].push_back({10 + link, 20 + link, 3 + t1, link});
                m_graph.edges[3 + t1].push_back({20 + link, 10 + link, t0, link});
            }
        }
        m_graph.links = 6;
        m_down.resize(6);
    }

    static uint32_t LinkOf(uint32_t t0, uint32_t t1)
    {
        return 2 * t0 + t1;
    }

    std::vector<PortIndex> Ports(uint32_t row,
                                 uint32_t column,
                                 RoutePaths paths = ROUTE_VALLEY_FREE)
    {
        return *NextHops(m_graph, m_down, row, paths).at(column);
    }

    RouteGraph m_graph;
    std::vector<bool> m_down;
};

using PortList = std::vector<PortIndex>;

// Clauses: [route-paths], [route-tables]
TEST_F(TwoTiers, WithoutFaultsAllUplinksLeadToAllOthers)
{
    EXPECT_EQ(Ports(0, 1), (PortList{10, 11}));
    EXPECT_EQ(Ports(0, 2), (PortList{10, 11}));
    EXPECT_EQ(Ports(0, 0), PortList());
    EXPECT_EQ(Ports(4, 2), PortList{25});
    // a group that several destinations have is stored once
    const std::vector<PortGroup> table = NextHops(m_graph, m_down, 0, ROUTE_VALLEY_FREE);
    EXPECT_EQ(table[1], table[2]);
}

// Clauses: [route-paths]
TEST_F(TwoTiers, AT1WithoutItsLinkHasNoWayUnlessValleysCount)
{
    m_down[LinkOf(1, 0)] = true;
    EXPECT_EQ(Ports(0, 1), PortList{11});
    EXPECT_EQ(Ports(0, 2), (PortList{10, 11}));
    EXPECT_EQ(Ports(3, 1), PortList());
    // down to either of the other T0s, and up again
    EXPECT_EQ(Ports(3, 1, ROUTE_SHORTEST), (PortList{20, 24}));
    EXPECT_EQ(Ports(0, 1, ROUTE_SHORTEST), PortList{11});
}

// Clauses: [route-paths]
TEST_F(TwoTiers, AT0ThatLostAllItsLinksIsNowhere)
{
    m_down[LinkOf(1, 0)] = m_down[LinkOf(1, 1)] = true;
    for (const RoutePaths paths : {ROUTE_VALLEY_FREE, ROUTE_SHORTEST})
    {
        EXPECT_EQ(Ports(0, 1, paths), PortList());
        EXPECT_EQ(Ports(1, 0, paths), PortList());
        EXPECT_EQ(Ports(3, 1, paths), PortList());
    }
}

PortGroup
Group(PortList ports)
{
    return std::make_shared<const PortList>(std::move(ports));
}

// Clauses: [fib-writing]
TEST(RouteTable, EntriesComeInForceOneAfterTheOther)
{
    RouteTable table({Group({1, 2}), Group({1, 2}), Group({3})});
    unsigned drawn = 0;
    const auto entryTime = [&drawn] { return Span(100 * ++drawn); };
    const RouteWriting first =
        table.Write({Group({1}), Group({2}), Group({3})}, Instant(1000), entryTime);
    EXPECT_EQ(first.entries, 2U) << "the third does not differ";
    EXPECT_EQ(first.done.Ps(), 1300);
    EXPECT_EQ(table.At(0, Instant(1099)), (PortList{1, 2}));
    EXPECT_EQ(table.At(0, Instant(1100)), PortList{1});
    EXPECT_EQ(table.At(1, Instant(1299)), (PortList{1, 2}));
    // entries that are written meanwhile wait for the entries in front of it
    const RouteWriting second =
        table.Write({Group({1}), Group({1}), Group({3})}, Instant(1299), entryTime);
    EXPECT_EQ(second.entries, 1U);
    EXPECT_EQ(second.done.Ps(), 1600);
    EXPECT_EQ(table.At(1, Instant(1300)), PortList{2});
    EXPECT_EQ(table.At(1, Instant(1600)), PortList{1});
    EXPECT_EQ(table.Write({Group({1}), Group({1}), Group({3})}, Instant(1700), entryTime).entries,
              0U);
}

// Clauses: [route-flooding]
TEST(LinkView, TheLatestWordOfEachEndCounts)
{
    LinkView view;
    EXPECT_TRUE(view.Saw(2, 0));
    EXPECT_EQ(view.NextVersion(2, 0), 1U);
    EXPECT_TRUE(view.Learn({2, 0, 2, false}));
    EXPECT_FALSE(view.Learn({2, 0, 1, true})) << "older";
    EXPECT_FALSE(view.Learn({2, 0, 2, true})) << "no newer";
    EXPECT_FALSE(view.Saw(2, 0));
    EXPECT_TRUE(view.Saw(2, 1)) << "the other end has not spoken";
    EXPECT_EQ(view.Down(3), (std::vector<bool>{false, false, true}));
    EXPECT_TRUE(view.Learn({2, 1, 1, false}));
    EXPECT_TRUE(view.Learn({2, 0, 3, true}));
    EXPECT_EQ(view.Down(3), (std::vector<bool>{false, false, true})) << "both must say so";
    EXPECT_TRUE(view.Learn({2, 1, 2, true}));
    EXPECT_EQ(view.Down(3), (std::vector<bool>{false, false, false}));
    EXPECT_EQ(view.All().size(), 2U);
}

/** @return the longest that a fault takes with news that go over so many links */
Span
LongestOf(RouteTimes& times, unsigned hops, unsigned entries)
{
    Span most;
    for (unsigned trial = 0; trial < 1000; ++trial)
    {
        Span all = times.Of(ROUTE_DETECTION) + times.Of(ROUTE_COMPUTATION);
        for (unsigned hop = 0; hop < hops; ++hop)
        {
            all = all + times.Of(ROUTE_FLOODING);
        }
        for (unsigned entry = 0; entry < entries; ++entry)
        {
            all = all + times.Of(ROUTE_ENTRY);
        }
        most = std::max(most, all);
    }
    return most;
}

// Clauses: [route-times]
TEST(RouteTimes, PresetsKeepTheirWord)
{
    struct Row
    {
        Convergence preset;
        int64_t most; //!< ms
    };

    for (const Row& row : {Row{CONVERGENCE_1MS, 1},
                           Row{CONVERGENCE_10MS, 10},
                           Row{CONVERGENCE_100MS, 100},
                           Row{CONVERGENCE_300MS, 300}})
    {
        RouteTimes times(row.preset, 8, KeyedDraws(3));
        const Span all = LongestOf(times, 4, 8);
        EXPECT_LE(all, Micros(1000) * row.most);
        EXPECT_GE(all, Micros(800) * row.most);
    }
    RouteTimes instant(CONVERGENCE_INSTANT, 8, KeyedDraws(3));
    EXPECT_EQ(LongestOf(instant, 4, 8), Span());
    RouteTimes fast(CONVERGENCE_BGP_FAST, 8, KeyedDraws(3));
    const Span detection = fast.Of(ROUTE_DETECTION);
    EXPECT_GE(detection, Micros(2000000));
    EXPECT_LE(detection, Micros(3000000));
    EXPECT_NE(fast.Of(ROUTE_DETECTION), detection) << "each time is drawn anew";
}

// Clauses: [route-times]
TEST(RouteTimes, AScriptReplacesSingleSteps)
{
    RouteTimes times(CONVERGENCE_10MS, 8, KeyedDraws(3));
    RouteTimes::Given given;
    given[ROUTE_FLOODING] = [] { return Micros(7); };
    times.Replace(given);
    EXPECT_EQ(times.Of(ROUTE_FLOODING), Micros(7));
    EXPECT_GE(times.Of(ROUTE_DETECTION), Micros(4000));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
