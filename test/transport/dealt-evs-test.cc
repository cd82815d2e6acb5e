/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-deal.h"

#include "ns3/mrc-dealt-evs.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-path-seats.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** A way to deal. */
struct DealRow
{
    std::string name;
    EvConfig config;
    uint32_t planes;
    uint32_t uplinks;
};

EvConfig
ListedEvs()
{
    EvList list;
    list.planes[0] = {3, 1, 40, 5, 900, 6};
    list.planes[1] = {7, 8, 9, 10, 11, 12};
    EvConfig config = Config(8, 4);
    config.list = std::make_shared<const EvList>(list);
    return config;
}

EvConfig
DrawnEvs()
{
    EvConfig config = Config(16, 16);
    config.randomDeal = true;
    return config;
}

EvConfig
OfUnequalPlanes()
{
    EvConfig config = Config(24, 24);
    PathCounts counts;
    counts.in = {1, 2, 7};
    config.ownPaths = std::make_shared<const PathCounts>(counts);
    return config;
}

std::vector<DealRow>
DealRows()
{
    return {{"the default", EvConfig(), 8, 32},
            {"more uplinks than EVs", EvConfig(), 8, 100},
            {"fewer uplinks than EVs", Config(64, 32), 4, 5},
            {"one uplink", Config(8, 8), 2, 1},
            {"no reserve", Config(5, 0), 1, 5},
            {"a list", ListedEvs(), 2, 4},
            {"at random", DrawnEvs(), 2, 6},
            {"unequal planes", OfUnequalPlanes(), 3, 7}};
}

// Clauses: [ev-deal]
TEST(DealtEvs, OneByOneAreThoseOfATable)
{
    for (const DealRow& row : DealRows())
    {
        for (uint64_t key = 0; key < 20; ++key)
        {
            const PathDeal deal = Deal(row.planes, row.uplinks, key);
            const DealtEvs dealt(row.config, deal);
            const PathSeats seats(row.config, deal);
            ASSERT_EQ(seats.All().size(), size_t{dealt.PerPlane()} * row.planes) << row.name;
            ASSERT_EQ(seats.Active(), dealt.Active()) << row.name;
            for (uint32_t i = 0; i < seats.All().size(); ++i)
            {
                const auto plane = static_cast<PlaneId>(i / dealt.PerPlane());
                ASSERT_EQ(dealt.At(plane, i % dealt.PerPlane()), seats.All()[i].ev)
                    << row.name << ", key " << key << ", EV " << i;
            }
        }
    }
}

void
ExpectSeatsAreThoseOfATable(const DealRow& row, uint64_t key)
{
    const PathDeal deal = Deal(row.planes, row.uplinks, key);
    const DealtEvs dealt(row.config, deal);
    PathSeats seats(row.config, deal);
    for (uint32_t value = 0; value < 1000; ++value)
    {
        for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
        {
            const Ev ev = Ev::Of(plane, value);
            const Path* path = seats.Find(ev);
            ASSERT_EQ(dealt.SeatOf(ev).has_value(), path != nullptr) << row.name;
            ASSERT_TRUE(path == nullptr ||
                        &seats.All()[plane * dealt.PerPlane() + *dealt.SeatOf(ev)] == path)
                << row.name << ", key " << key << ", value " << value;
        }
    }
}

TEST(DealtEvs, KnowsSeatsOfItsEvsAndNoneOfOthers)
{
    for (const DealRow& row : DealRows())
    {
        for (uint64_t key = 0; key < 5; ++key)
        {
            ExpectSeatsAreThoseOfATable(row, key);
        }
    }
}

} // namespace
