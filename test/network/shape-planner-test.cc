/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"

#include "ns3/mrc-shape-planner.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return the entry of so many planes and tiers; an empty one if there is none */
PlannedShape
EntryOf(const ShapeQuestion& question, uint32_t planes, uint32_t tiers)
{
    for (const PlannedShape& entry : PlanShapes(question))
    {
        if (entry.planes == planes && entry.tiers == tiers)
        {
            return entry;
        }
    }
    ADD_FAILURE() << "no entry of " << planes << " planes and " << tiers << " tiers";
    return {};
}

/** A planned fabric and the switches of each of its tiers in one plane. */
struct Planned
{
    uint64_t nics;
    uint32_t planes;
    uint32_t radix;
    uint64_t capacity;
    std::vector<uint64_t> switches;
    std::vector<uint64_t> groups;
};

// The first two rows are the paper's two fabrics, the third is the one that needs four tiers.
// Clauses: [planned-shapes]
TEST(ShapePlannerTest, PlansThePapersFabrics)
{
    const Planned rows[] = {
        {131072, 8, 512, 131072, {512, 256}, {1, 256}},
        {65536, 1, 64, 65536, {2048, 2048, 1024}, {1, 32, 1024}},
        {131072, 1, 64, 2097152, {4096, 4096, 4096, 2048}, {1, 32, 1024, 2048}},
        {32768, 1, 64, 65536, {1024, 1024, 512}, {1, 32, 512}},
        {512, 8, 512, 512, {1}, {1}},
        {1000, 8, 512, 131072, {4, 2}, {1, 2}},
    };
    for (const Planned& row : rows)
    {
        const std::string what = std::to_string(row.nics) + " NICs";
        ShapeQuestion question;
        question.nics = row.nics;
        const auto tiers = static_cast<uint32_t>(row.switches.size());
        const PlannedShape entry = EntryOf(question, row.planes, tiers);
        EXPECT_EQ(entry.radix, row.radix) << what;
        EXPECT_EQ(entry.capacity, row.capacity) << what;
        ASSERT_TRUE(entry.shape) << what;
        for (uint32_t tier = 0; tier < tiers; ++tier)
        {
            EXPECT_EQ(entry.shape->tiers[tier].switches, row.switches[tier]) << what << tier;
            EXPECT_EQ(entry.shape->tiers[tier].groupSwitches, row.groups[tier]) << what << tier;
        }
    }
}

// The paper: 3/5 of the switches and 2/3 of the optics of three tiers, paths of 3, 5 and 7
// switches. Clauses: [planned-shapes], [cost-table]
TEST(ShapePlannerTest, EightPlanesBesideThreeAndFourTiersOfOne)
{
    ShapeQuestion question;
    question.nics = 65536;
    const ClosShape three = EntryOf(question, 1, 3).shape.value();
    question.nics = 131072;
    const ClosShape planes = EntryOf(question, 8, 2).shape.value();
    const ClosShape four = EntryOf(question, 1, 4).shape.value();
    const uint64_t module = 800000000000;
    EXPECT_EQ(planes.Switches() * 5, three.Switches() * 2 * 3) << "for each NIC";
    EXPECT_EQ(planes.Optics(module) * 3, three.Optics(module) * 2 * 2);
    EXPECT_EQ(four.Switches(), 14336U) << "three times 4,096 and 2,048";
    EXPECT_EQ(planes.Switches() * 7, four.Switches() * 3);
    EXPECT_EQ(planes.Optics(module) * 2, four.Optics(module)) << "links of four tiers, or of two";
    EXPECT_EQ(planes.LongestPath(), 3U);
    EXPECT_EQ(three.LongestPath(), 5U);
    EXPECT_EQ(four.LongestPath(), 7U);
}

// Clauses: [planned-shapes]
TEST(ShapePlannerTest, SaysHowManyNicsAShapeThatIsTooSmallJoins)
{
    ShapeQuestion question;
    question.nics = 131072;
    EXPECT_EQ(EntryOf(question, 1, 3).capacity, 65536U);
    EXPECT_FALSE(EntryOf(question, 1, 3).shape);
    EXPECT_TRUE(EntryOf(question, 1, 4).shape);
    EXPECT_EQ(PlanShapes(question).size(), 4U + 3 + 3 + 2) << "none beyond the first that does";
}

/** A switch has as many ports as its radix, and no tier ends more links than it has ports. */
TEST(ShapePlannerTest, PortsAreNoMoreThanTheRadix)
{
    for (const uint64_t nics : {1U, 63U, 64U, 65U, 1025U, 5000U, 40000U, 99999U, 300000U})
    {
        ShapeQuestion question;
        question.nics = nics;
        for (const PlannedShape& entry : PlanShapes(question))
        {
            for (std::size_t i = 0; entry.shape && i < entry.shape->tiers.size(); ++i)
            {
                const ClosTier& tier = entry.shape->tiers[i];
                EXPECT_LE(tier.down + tier.up, entry.radix) << nics;
                EXPECT_LE(entry.shape->Links(i), tier.switches * tier.down * entry.planes) << nics;
                EXPECT_GE(tier.switches, tier.groupSwitches) << nics;
            }
        }
    }
}

// Clauses: [planned-shapes]
TEST(ShapePlannerTest, RailsFillT0sOfTheirOwn)
{
    ShapeQuestion question;
    question.nics = 8 * 100;
    question.rails = 8;
    const PlannedShape entry = EntryOf(question, 8, 2);
    ASSERT_TRUE(entry.shape);
    EXPECT_EQ(entry.shape->tiers[0].switches, 8U) << "one for each rail, with 100 NICs of 256";
    EXPECT_EQ(entry.shape->rails, 8U);
    question.nics = 8 * 257;
    EXPECT_EQ(EntryOf(question, 8, 2).shape->tiers[0].switches, 16U);
}

TEST(ShapePlannerTest, OversubscriptionGivesT0sMorePortsDown)
{
    ShapeQuestion question;
    question.nics = 4096;
    question.oversubscription = 3;
    const PlannedShape entry = EntryOf(question, 8, 2);
    ASSERT_TRUE(entry.shape);
    EXPECT_EQ(entry.shape->tiers[0].down, 384U);
    EXPECT_EQ(entry.shape->tiers[0].up, 128U);
    EXPECT_DOUBLE_EQ(entry.shape->Oversubscription(0), 3);
    EXPECT_EQ(entry.capacity, 384U * 512);
}

TEST(ShapePlannerTest, ABadQuestionIsNamed)
{
    struct Case
    {
        std::function<void(ShapeQuestion&)> damage;
        const char* message;
    };

    const Case cases[] = {
        {[](ShapeQuestion& q) { q.nics = 0; }, "nics = 0; expected 1 .. 4294967296"},
        {[](ShapeQuestion& q) { q.nicRate = 1; },
         "nicRate = 1e-09 Gb/s; expected 8 .. 100000 Gb/s"},
        {[](ShapeQuestion& q) { q.maxRadix = 3; }, "maxRadix = 3; expected 4 .. 4096"},
        {[](ShapeQuestion& q) { q.rails = 0; }, "rails = 0; expected 1 .. 64"},
        {[](ShapeQuestion& q) { q.oversubscription = 0.5; },
         "oversubscription = 0.5; expected 1 .. 64"},
        {[](ShapeQuestion& q) { q.oversubscription = std::nan(""); },
         "oversubscription = nan; expected 1 .. 64"},
        {[](ShapeQuestion& q) { q.switchCapacity = 2400000000000; },
         "switchCapacity = 2400 Gb/s makes 3 ports of 800 Gb/s; expected at least 4"},
        {[](ShapeQuestion& q) { q.rails = 3; },
         "nics = 131072 with 3 rails; expected a multiple of the rails"},
    };
    for (const Case& c : cases)
    {
        ShapeQuestion question;
        c.damage(question);
        EXPECT_EQ(test::ThrownText<std::invalid_argument>([&] { PlanShapes(question); }),
                  std::string("shapes: ") + c.message);
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
