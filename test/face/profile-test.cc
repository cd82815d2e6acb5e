/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-qp-profile.h"
#include "ns3/mrc-roce-config.h"
#include "ns3/mrc-roce-transport.h"
#include "ns3/mrc-transport-config.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return the number of a field, or of an enumerator: C++20 warns of arithmetic with those */
template <class T>
double
Number(T field)
{
    return static_cast<double>(field);
}

/** An attribute, a value that is not its default, and where that value must arrive. */
template <typename Config>
struct Row
{
    const char* attribute;
    const char* value;
    double (*field)(const Config& config);
    double expected;
};

/** Sets each attribute by itself, and requires that all of the class are in the table. */
template <typename Profile, typename Config>
void
ExpectArrival(const std::vector<Row<Config>>& rows, std::set<std::string> others = {})
{
    const Config initial = CreateObject<Profile>()->Get();
    for (const Row<Config>& row : rows)
    {
        const Ptr<Profile> profile = CreateObject<Profile>();
        profile->SetAttribute(row.attribute, StringValue(row.value));
        const Config config = profile->Get();
        EXPECT_EQ(row.field(config), row.expected) << row.attribute;
        for (const Row<Config>& other : rows)
        {
            const bool same = std::string(other.attribute) == row.attribute;
            EXPECT_EQ(other.field(config) == other.field(initial), !same)
                << row.attribute << " and " << other.attribute;
        }
        others.insert(row.attribute);
    }
    const TypeId tid = Profile::GetTypeId();
    EXPECT_EQ(others.size(), tid.GetAttributeN());
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        EXPECT_EQ(others.count(tid.GetAttribute(i).name), 1U) << tid.GetAttribute(i).name;
    }
}

// Clauses: [payload-size], [service-time]
TEST(Profile, AttributesOfQueuePairsArrive)
{
    using C = const QpConfig&;
    ExpectArrival<QpProfile, QpConfig>(
        {
            {"Mpr", "9", [](C c) { return Number(c.mpr); }, 9},
            {"DynamicMpr", "true", [](C c) { return Number(c.dynamicMpr); }, 1},
            {"Penalty", "5", [](C c) { return Number(c.penalty); }, 5},
            {"IncastPenalty", "true", [](C c) { return Number(c.incastPenalty); }, 1},
            {"ReceiverCredit", "true", [](C c) { return Number(c.credit); }, 1},
            {"MaxImmediates", "7", [](C c) { return Number(c.maxImmediates); }, 7},
            {"TrimNack", "false", [](C c) { return Number(c.trimNack); }, 0},
            {"ServiceTime", "true", [](C c) { return Number(c.serviceTime); }, 1},
            {"AckTimeoutExponent", "9", [](C c) { return Number(c.timeoutExponent); }, 9},
            {"LinearRetries", "3", [](C c) { return Number(c.linearRetries); }, 3},
            {"ExponentialRetries", "4", [](C c) { return Number(c.exponentialRetries); }, 4},
            {"PacketTimeout", "2us", [](C c) { return Number(c.packetTimeout.Ps()); }, 2e6},
            {"LossDelay", "4us", [](C c) { return Number(c.lossDelay.Ps()); }, 4e6},
            {"AskPaths", "false", [](C c) { return Number(c.askPaths); }, 0},
            {"TrimsAreRetries", "true", [](C c) { return Number(c.trimsAreRetries); }, 1},
            {"NoPortTimeout", "3us", [](C c) { return Number(c.noPortTimeout.Ps()); }, 3e6},
            {"AskEachTime", "true", [](C c) { return Number(c.askEachTime); }, 1},
            {"SackThreshold", "5000", [](C c) { return Number(c.sackThreshold); }, 5000},
            {"Payload", "1024", [](C c) { return Number(c.payload); }, 1024},
            {"Placement", "Partial", [](C c) { return Number(c.placement); }, PLACEMENT_PARTIAL},
            {"HoldLimit", "6000", [](C c) { return Number(c.holdLimit); }, 6000},
            {"PerPair", "3", [](C c) { return Number(c.perPair); }, 3},
            {"DataDscp", "12", [](C c) { return Number(c.dataDscp); }, 12},
        },
        {"Transport"}); // tests of RoCEv2
}

// Clauses: [roce-choice]
TEST(Profile, AttributesOfRoceArrive)
{
    using C = const RoceConfig&;
    ExpectArrival<RoceTransport, RoceConfig>(
        {
            {"Recovery",
             "SelectiveRepeat",
             [](C c) { return Number(c.recovery); },
             ROCE_SELECTIVE_REPEAT},
            {"AckTimeoutExponent", "9", [](C c) { return Number(c.timeoutExponent); }, 9},
            {"RetryCount", "3", [](C c) { return Number(c.retries); }, 3},
            {"AckInterval", "5", [](C c) { return Number(c.ackInterval); }, 5},
            {"NakInterval", "2us", [](C c) { return Number(c.nakInterval.Ps()); }, 2e6},
            {"ReorderTime", "4us", [](C c) { return Number(c.reorderTime.Ps()); }, 4e6},
            {"Window", "70000", [](C c) { return Number(c.window); }, 70000},
            {"RateControl", "Fixed", [](C c) { return Number(c.rateControl); }, ROCE_FIXED_RATE},
            {"FixedRate", "1000", [](C c) { return Number(c.fixedRate); }, 1000},
            {"DcqcnPreset", "hpcc", [](C c) { return Number(c.preset); }, DCQCN_HPCC},
            {"Gain", "0.5", [](C c) { return c.gain; }, 0.5},
            {"CnpInterval", "3us", [](C c) { return Number(c.cnpInterval.Ps()); }, 3e6},
            {"AlphaInterval", "4us", [](C c) { return Number(c.alphaInterval.Ps()); }, 4e6},
            {"IncreaseInterval", "5us", [](C c) { return Number(c.increaseInterval.Ps()); }, 5e6},
            {"FastSteps", "6", [](C c) { return Number(c.fastSteps); }, 6},
            {"AdditiveIncrease", "7", [](C c) { return Number(c.additive); }, 7},
            {"HyperIncrease", "8", [](C c) { return Number(c.hyper); }, 8},
            {"MinRate", "9", [](C c) { return Number(c.minRate); }, 9},
            {"DataDscp", "10", [](C c) { return Number(c.dataDscp); }, 10},
            {"CnpDscp", "11", [](C c) { return Number(c.cnpDscp); }, 11},
            {"AckClass", "Cnp", [](C c) { return Number(c.ackClass); }, ROCE_ACK_WITH_CNP},
            {"RehashRounds", "12", [](C c) { return Number(c.rehashRounds); }, 12},
            {"RehashRound", "3us", [](C c) { return Number(c.rehashRound.Ps()); }, 3e6},
            {"RehashSuspend", "4us", [](C c) { return Number(c.rehashSuspend.Ps()); }, 4e6},
            {"Plane", "2", [](C c) { return Number(c.plane); }, 2},
        },
        {"Switches"}); // shapes the fabric, no queue pair
    // queue pairs share their maker, until an attribute changes
    const Ptr<RoceTransport> transport = CreateObject<RoceTransport>();
    const auto first = transport->Maker();
    EXPECT_EQ(transport->Maker(), first);
    transport->SetAttribute("Window", StringValue("70000"));
    EXPECT_NE(transport->Maker(), first);
}

// Clauses: [ev-sets], [ev-profile]
TEST(Profile, AttributesOfEvsArrive)
{
    using C = const EvConfig&;
    ExpectArrival<EvProfile, EvConfig>(
        {
            {"Mode", "Generated", [](C c) { return Number(c.mode); }, EV_MODE_GENERATED},
            {"Selector", "Reps", [](C c) { return Number(c.selector); }, PATH_SELECTION_REPS},
            {"Active", "9", [](C c) { return Number(c.active); }, 9},
            {"Backup", "7", [](C c) { return Number(c.backup); }, 7},
            {"RandomDeal", "true", [](C c) { return Number(c.randomDeal); }, 1},
            {"MinActive", "3", [](C c) { return Number(c.minActive); }, 3},
            {"MinActiveScope",
             "QueuePair",
             [](C c) { return Number(c.minActiveScope); },
             MIN_ACTIVE_QUEUE_PAIR},
            {"PlaneSilence", "3us", [](C c) { return Number(c.planeSilence.Ps()); }, 3e6},
            {"SkipTurns", "2", [](C c) { return Number(c.skipTurns); }, 2},
            {"SkipLapse", "4us", [](C c) { return Number(c.skipLapse.Ps()); }, 4e6},
            {"SkipsToExchange", "3", [](C c) { return Number(c.skipsToExchange); }, 3},
            {"LossesToRetire", "5", [](C c) { return Number(c.lossesToRetire); }, 5},
            {"ProbeStart", "6us", [](C c) { return Number(c.probeStart.Ps()); }, 6e6},
            {"ProbeInterval", "8us", [](C c) { return Number(c.probeInterval.Ps()); }, 8e6},
            {"ProbeSuccesses", "10", [](C c) { return Number(c.probeSuccesses); }, 10},
            {"ProbeClass", "Data", [](C c) { return Number(c.probeClass); }, EV_PROBE_DATA},
            {"ProbeReturn", "Any", [](C c) { return Number(c.probeReturn); }, EV_PROBE_RETURN_ANY},
        },
        // EvList's tests, and those of own parts
        {"Format", "Evs", "Fields", "File", "SelectorFactory"});
}

// Clauses: [nscc-profile]
TEST(Profile, AttributesOfCongestionControlArrive)
{
    using C = const CcConfig&;
    ExpectArrival<CcProfile, CcConfig>(
        {
            {"Scope", "Destination", [](C c) { return Number(c.scope); }, 1},
            {"BaseRtt", "2us", [](C c) { return Number(c.baseRtt.Ps()); }, 2e6},
            {"FollowPlanes", "true", [](C c) { return Number(c.followPlanes); }, 1},
            {"LearnBaseRtt", "true", [](C c) { return Number(c.learnBaseRtt); }, 1},
            {"TargetDelay", "3us", [](C c) { return Number(c.targetDelay.Ps()); }, 3e6},
            {"MaxWindow", "70000", [](C c) { return Number(c.maxWindow); }, 70000},
            {"Eta", "11", [](C c) { return c.eta; }, 11},
            {"FairIncrease", "12", [](C c) { return c.fairIncrease; }, 12},
            {"FastIncreaseScale", "13", [](C c) { return c.fastIncreaseScale; }, 13},
            {"Gamma", "0.25", [](C c) { return c.gamma; }, 0.25},
            {"MaxMdJump", "0.125", [](C c) { return c.maxMdJump; }, 0.125},
            {"DisableQa", "true", [](C c) { return Number(c.disableQa); }, 1},
            {"QaSkipsPauses", "true", [](C c) { return Number(c.qaSkipsPauses); }, 1},
            {"QaGate", "1", [](C c) { return Number(c.qaGate); }, 1},
            {"QaThreshold", "5us", [](C c) { return Number(c.qaThreshold.Ps()); }, 5e6},
            {"AdjustBytes", "6000", [](C c) { return Number(c.adjustBytes); }, 6000},
            {"AdjustPeriod", "7us", [](C c) { return Number(c.adjustPeriod.Ps()); }, 7e6},
            {"AverageWeight", "0.5", [](C c) { return c.averageWeight; }, 0.5},
        },
        // a fixed one needs MaxWindow too: mrc-transport; factories: tests of own parts
        {"Algorithm", "AlgorithmFactory"});
}

TEST(Profile, DefaultsAreThoseOfTheConfigurations)
{
    const TransportConfig made{CreateObject<QpProfile>()->Get(),
                               CreateObject<EvProfile>()->Get(),
                               CreateObject<CcProfile>()->Get(),
                               CreateObject<QpProfile>()->Transport()};
    EXPECT_TRUE(made == TransportConfig());
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
