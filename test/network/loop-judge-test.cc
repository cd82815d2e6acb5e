/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a judge of loops concludes from losses: which links are bad, and when they are good again.

#include "ns3/mrc-loop-judge.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint32_t AT_T0 = LoopLink::NO_UPLINK;

/** Rounds of losses, as `nic:uplink` with blanks between; `T` is a loop that turns at the T0. */
std::string
VerdictsOf(const LoopLimits& limits, const std::vector<std::string>& rounds)
{
    LoopJudge judge(limits);
    std::string text;
    for (std::size_t i = 0; i < rounds.size(); ++i)
    {
        for (std::size_t at = 0; at + 2 < rounds[i].size(); at += 4)
        {
            const uint32_t nic = rounds[i][at] - '0';
            const char uplink = rounds[i][at + 2];
            const bool isPort = uplink == 'T';
            judge.Hear(nic,
                       {{{0, isPort ? nic : 0, isPort ? AT_T0 : uint32_t(uplink - '0')}, false},
                        {{1, isPort ? nic : 0, isPort ? AT_T0 : uint32_t(uplink - '0')}, true}});
        }
        for (const LoopVerdict& verdict : judge.EndRound())
        {
            text += std::to_string(i) + (verdict.bad ? " bad " : " good ") +
                    std::to_string(verdict.link.plane) + "." + std::to_string(verdict.link.number) +
                    (verdict.link.IsPort() ? "" : "." + std::to_string(verdict.link.uplink)) + ";";
        }
    }
    return text;
}

// Clauses: [clustermapper-verdicts]
TEST(LoopJudge, TellsTheLinksOfNicsFromThoseOfT1s)
{
    const LoopLimits limits{10, 3, 2};
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "", "1:T", "1:T"}), "3 bad 0.1;");
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "1:T", "2:T"}), "") << "losses of two links";
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "2:4", "", "1:4"}), "3 bad 0.0.4;");
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "1:4", "1:4", "1:4"}), "") << "one NIC is no witness";
    EXPECT_EQ(VerdictsOf({10, 3, 1}, {"1:4", "1:4", "1:4"}), "2 bad 0.0.4;") << "or is it?";
    EXPECT_EQ(VerdictsOf(limits, {"1:4 1:T", "1:4 1:T", "2:4 1:T"}), "2 bad 0.1;")
        << "NIC 1 has a bad link itself";
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "2:4", "1:3", "2:3", "1:3"}), "4 bad 0.0.3;");
}

// Clauses: [clustermapper-verdicts]
TEST(LoopJudge, CountsLossesByUplinksAgainstTheLinkOfTheNic)
{
    const LoopLimits limits{10, 3, 2};
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "1:4", "1:3"}), "2 bad 0.1;");
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "1:3", "1:T"}), "2 bad 0.1;") << "in any order";
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "1:3", "1:2"}), "") << "none was lost at the T0";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 1:4 1:3", "", "1:3"}), "") << "a round counts once";
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "1:4", "2:4", "1:4"}), "") << "NIC 2 blames the uplink";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 2:T", "1:4 2:4", "1:3"}), "2 bad 0.1;")
        << "NIC 2 has doubts about its own link";
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "2:4", "2:4 3:4"}), "2 bad 0.0.4;");
}

// Clauses: [clustermapper-verdicts]
TEST(LoopJudge, ForgetsAfterAWindow)
{
    const LoopLimits limits{3, 2, 2};
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "", "1:T", "", "", ""}), "2 bad 0.1;5 good 0.1;");
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "", "", "1:T", "", ""}), "") << "one of them is too old";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 1:T", "", "", "1:T", "", "", ""}), "0 bad 0.1;6 good 0.1;")
        << "one loss is enough to stay bad";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 1:T", "", "1:T", "", "", "", "1:T"}),
              "0 bad 0.1;5 good 0.1;");
}

// Clauses: [clustermapper-verdicts], [three-tiers]
TEST(LoopJudge, TellsLinksToT2sFromThoseBelow)
{
    const LoopLink upper{0, 1, 3, LoopTier::T1};
    const auto verdicts = [](const std::vector<std::pair<uint32_t, LoopLink>>& lost) {
        LoopJudge judge({10, 3, 2});
        for (const auto& [nic, link] : lost)
        {
            const LoopVia via = link.IsUpper() ? LoopVia{{0, nic / 2, 1}} : LoopVia{};
            judge.Hear(nic, {{link, false, via}});
        }
        std::string text;
        for (const LoopVerdict& verdict : judge.EndRound())
        {
            text += TextOf(verdict.link) + ";";
        }
        return text;
    };
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}}), "upper-link:0.1.3;");
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {0, upper}}), "") << "NICs of one T0 alone";
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}, {3, {0, 1, 1}}}), "")
        << "the T0 of NIC 2 has lost a loop to the T1";
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}, {2, {0, 2, AT_T0}}}), "")
        << "NIC 2 has lost a loop to its T0";
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}, {2, {0, 1, 0}}}), "upper-link:0.1.3;")
        << "by another uplink";
}

/** A loop that was lost: of which NIC, over which link, and by which links. */
struct LostLoop
{
    uint32_t nic;
    LoopLink link;
    LoopVia via;
};

/** @return what a judge calls bad after a round with some losses */
std::string
BadAfter(const std::vector<LostLoop>& lost, uint32_t witnesses = 2)
{
    LoopJudge judge({10, 3, witnesses});
    for (const LostLoop& loss : lost)
    {
        judge.Hear(loss.nic, {{loss.link, false, loss.via}});
    }
    std::string text;
    for (const LoopVerdict& verdict : judge.EndRound())
    {
        text += TextOf(verdict.link) + ";";
    }
    return text;
}

// A fault explains all losses: what they have in common is the suspect.
// Clauses: [clustermapper-verdicts], [graph-paths]
TEST(LoopJudge, TellsALinkFromThoseOnTheWayToIt)
{
    const LoopLink high{0, 3, 1, LoopTier::T2};
    const LoopLink left{0, 1, 1, LoopTier::T1};
    const LoopLink right{0, 2, 1, LoopTier::T1};
    const LoopLink low{0, 5, 0};
    EXPECT_EQ(BadAfter({{0, high, {low, left}}, {1, high, {right}}, {2, high, {left}}}),
              "t2-link:0.3.1;");
    EXPECT_EQ(BadAfter({{0, high, {low, left}}, {1, high, {left}}, {2, high, {left}}}), "")
        << "all came by one link, which may be the reason";
    EXPECT_EQ(BadAfter({{0, high, {left}}, {1, high, {left}}, {2, high, {left}}}, 1),
              "t2-link:0.3.1;")
        << "one witness is enough";
    EXPECT_EQ(BadAfter({{0, high, {left}}, {0, high, {right}}, {0, high, {left}}}), "")
        << "one NIC, whatever its ways";
    EXPECT_EQ(BadAfter({{0, high, {left}}, {1, high, {right}}, {2, high, {left}}, {3, left, {}}}),
              "")
        << "the left link has a loss of its own";
    // The loss of a loop to the left link by way of the high one says nothing against the left.
    EXPECT_EQ(BadAfter({{0, high, {left}}, {1, high, {right}}, {2, high, {}}, {3, left, {high}}}),
              "t2-link:0.3.1;");
    EXPECT_EQ(TextOf(LoopLink{1, 2, 3, LoopTier::T3}), "t3-link:1.2.3");
}

} // namespace
} // namespace mrc
} // namespace ns3
