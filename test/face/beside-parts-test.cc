/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Selectors and controllers beside the module's own, in a network: are they chosen by a text, and
// do they obey their rules there?

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
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

/** The outcome of an incast of four to one. */
struct Outcome
{
    uint32_t completed{0};
    Instant end;               //!< of the last Write
    std::vector<double> trips; //!< round trips in us, as the second half of the SACKs tell
    uint32_t marks{0};
    uint32_t trims{0};
};

/** @return five NICs at one T0, so that only the last hop has a queue */
FabricHelper
FiveNics(const std::string& controller)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SmallFabric(5, 5, 2));
    helper.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
    helper.SetQpAttribute("SackThreshold", UintegerValue(1024));
    helper.SetCcAttribute("AlgorithmFactory", StringValue(controller));
    return helper;
}

/** @return the outcome of four Writes of 8 MB to one NIC */
Outcome
Incast(FabricHelper helper)
{
    const Ptr<Network> network = test::Audited(helper.Install());
    Outcome outcome;
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 1; nic <= 4; ++nic)
    {
        qps.push_back(network->Connect(nic, 0));
        test::CountSuccess(qps.back(), outcome.completed);
        test::NoteCompletion(qps.back(), outcome.end);
        qps.back()->TraceConnectWithoutContext(
            "Rtt",
            test::CallbackOf<const RttSample&>([&outcome](const RttSample& sample) {
                outcome.trips.push_back(static_cast<double>(sample.rtt.Ps()) / 1e6);
            }));
        qps.back()->Write(8000000);
    }
    Simulator::Run();
    outcome.trips.erase(outcome.trips.begin(), outcome.trips.begin() + outcome.trips.size() / 2);
    outcome.marks = test::SumOf(*network, &PortCounters::marks);
    outcome.trims = test::SumOf(*network, &PortCounters::trims);
    Simulator::Destroy();
    return outcome;
}

double
MedianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? -1 : values[values.size() / 2];
}

/** Ideal: 32 MB over a line of 100 Gb/s, with headers. */
constexpr double IDEAL_US = 2560;

// Clauses: [swift-window]
TEST(Swift, HoldsTheRoundTripNearItsTarget)
{
    for (const int target : {12, 16, 20})
    {
        FabricHelper helper = FiveNics(
            "ns3::mrc::SwiftFactory[FlowScaling=0|BaseTarget=" + std::to_string(target) + "us]");
        helper.SetFabricAttribute("LastHopLimit", DoubleValue(20)); // room for the target
        helper.SetCcAttribute("MaxWindow", UintegerValue(400000));
        const Outcome outcome = Incast(helper);
        EXPECT_EQ(outcome.completed, 4U);
        EXPECT_LT(static_cast<double>(outcome.end.Ps()) / 1e6, 1.1 * IDEAL_US);
        EXPECT_NEAR(MedianOf(outcome.trips), target, 0.15 * target);
    }
}

// Clauses: [dctcp-window]
TEST(Dctcp, IsHeldByMarks)
{
    const Outcome marked = Incast(FiveNics("ns3::mrc::DctcpFactory"));
    EXPECT_EQ(marked.completed, 4U);
    EXPECT_LT(static_cast<double>(marked.end.Ps()) / 1e6, 1.1 * IDEAL_US);
    EXPECT_GT(marked.marks, 1000U);
    FabricHelper helper = FiveNics("ns3::mrc::DctcpFactory");
    helper.SetFabricAttribute("EcnOnLastHop", BooleanValue(false));
    const Outcome trimmed = Incast(helper);
    EXPECT_EQ(trimmed.completed, 4U);
    EXPECT_GT(trimmed.trims, 10 * marked.trims); // nothing else tells of the queue then
    EXPECT_LT(MedianOf(marked.trips), 0.9 * MedianOf(trimmed.trips));
}

TEST(Swift, BoundsThatContradictAreAnError)
{
    const std::string said = test::ThrownText<std::invalid_argument>(
        [] { Incast(FiveNics("ns3::mrc::SwiftFactory[MinWindow=5|MaxWindow=4]")); });
    EXPECT_NE(said.find("SwiftFactory: MinWindow 5 is above MaxWindow 4"), std::string::npos)
        << said;
}

/** @return the outcome of four Writes with receiver credit, or with senders that heed none */
Outcome
IncastWithCredit(bool granted, const std::string& firstPart)
{
    FabricHelper helper = FiveNics("ns3::mrc::CreditFactory[FirstPart=" + firstPart + "]");
    helper.SetFabricAttribute("EcnOnLastHop", BooleanValue(false));
    helper.SetQpAttribute("ReceiverCredit", BooleanValue(granted));
    return Incast(helper);
}

// Clauses: [receiver-credit]
TEST(Credit, GrantsEndTrimsAfterTheFirstWindow)
{
    const Outcome without = IncastWithCredit(false, "1");
    const Outcome with = IncastWithCredit(true, "1");
    const Outcome small = IncastWithCredit(true, "0.25"); // four have no more than one may have
    for (const Outcome& outcome : {without, with, small})
    {
        EXPECT_EQ(outcome.completed, 4U);
    }
    EXPECT_LT(static_cast<double>(with.end.Ps()) / 1e6, 1.1 * IDEAL_US);
    EXPECT_LT(static_cast<double>(small.end.Ps()) / 1e6, 1.1 * IDEAL_US);
    EXPECT_GT(without.trims, 1000U);
    EXPECT_GT(with.trims, 0U);
    EXPECT_LT(with.trims, without.trims / 10);
    EXPECT_LT(small.trims, with.trims / 4);
    EXPECT_LT(MedianOf(with.trips), 0.7 * MedianOf(without.trips));
}

/** @return the fingerprint of an incast that trims, with an attribute of the
 * EVs' profile */
uint64_t
FingerprintWith(const std::string& attribute, const std::string& value)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SixNics());
    helper.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
    helper.SetEvAttribute(attribute, StringValue(value));
    const Ptr<Network> network = test::Audited(helper.Install());
    test::PostIncast(*network);
    Simulator::Run();
    const uint64_t fingerprint = network->Engine().fabric.Tally().Fingerprint();
    Simulator::Destroy();
    return fingerprint;
}

// Clauses: [kept-path]
TEST(KeptPaths, OfFlowsThatNeverMoveAreThoseOfSingle)
{
    const uint64_t single = FingerprintWith("Selector", "Single");
    EXPECT_EQ(FingerprintWith("SelectorFactory", "ns3::mrc::FlowletFactory[Gap=1s]"), single);
    EXPECT_EQ(FingerprintWith("SelectorFactory",
                              "ns3::mrc::PlbFactory[RehashRounds=65536|IdleRehashRounds=65536]"),
              single);
    EXPECT_NE(FingerprintWith("SelectorFactory", "ns3::mrc::FlowletFactory[Gap=1us]"), single);
    EXPECT_NE(FingerprintWith("SelectorFactory", "ns3::mrc::PlbFactory[RehashRounds=1|Round=1us]"),
              single);
}

} // namespace
} // namespace mrc
} // namespace ns3
