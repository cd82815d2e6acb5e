/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A congestion window for each plane: the cost of a slow or dead plane for the others
// [window-scope].

#include "../mrc-test-network.h"
#include "ruled-fabric.h"

#include "ns3/mrc-network.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Uplinks of one T0 in one plane, at a quarter of their rate: the plane has a quarter of its rate
 * too.
 */
const std::string SLOW_PLANE = "link-up:0.0.0/rate=25%,link-up:0.0.1/rate=25%,"
                               "link-up:0.0.2/rate=25%,link-up:0.0.3/rate=25%";

constexpr uint64_t BYTES = 16000000;

/** The outcome of a Write from each NIC of one T0 to a NIC of the other. */
struct ScopeOutcome
{
    uint32_t completed{0};
    Instant last; //!< when the last one ended
    uint64_t fingerprint{0};
};

/** How a fabric of two T0s in four planes is run. */
struct Manner
{
    std::string scope;
    std::string rules;
    bool wireMode{false};
};

/** @return the outcome over links under these rules; a dead plane is one of fault words */
ScopeOutcome
RunWrites(const Manner& manner, const std::string& faults = "")
{
    TopologySpec spec = SmallFabric(8, 4, 4, 4);
    spec = manner.rules.empty() ? spec : Ruled(manner.rules, spec);
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetCcAttribute("Scope", StringValue(manner.scope));
    helper.SetFabricAttribute("WireMode", BooleanValue(manner.wireMode));
    const Ptr<Network> network = Audited(helper.Install());
    if (!faults.empty())
    {
        network->ScheduleFaults(faults);
    }
    ScopeOutcome outcome;
    std::vector<Ptr<Qp>> pairs;
    for (uint32_t nic = 0; nic < 4; ++nic)
    {
        pairs.push_back(network->Connect(nic, nic + 4));
        CountSuccess(pairs.back(), outcome.completed);
        NoteCompletion(pairs.back(), outcome.last);
        pairs.back()->Write(BYTES);
    }
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    outcome.fingerprint = network->Fingerprint();
    return outcome;
}

/** @return how much of the rate of an idle fabric is left */
double
ShareLeft(const ScopeOutcome& idle, const ScopeOutcome& outcome)
{
    EXPECT_EQ(outcome.completed, 4U);
    return static_cast<double>((idle.last - Instant()).Ps()) /
           static_cast<double>((outcome.last - Instant()).Ps());
}

// Clauses: [window-scope]
TEST(PlaneScope, ASlowPlaneCostsTheOthersNothing)
{
    const ScopeOutcome idle = RunWrites({"Plane", ""});
    EXPECT_EQ(idle.completed, 4U);
    // Three planes and a quarter of one.
    EXPECT_NEAR(ShareLeft(idle, RunWrites({"Plane", SLOW_PLANE})), 3.25 / 4, 0.04);
    // Packets of all planes wait in one window for those of the slow one.
    EXPECT_LT(ShareLeft(idle, RunWrites({"QueuePair", SLOW_PLANE})), 0.5);
}

// Clauses: [window-scope]
TEST(PlaneScope, ADeadPlaneCostsItsShare)
{
    const ScopeOutcome idle = RunWrites({"Plane", ""});
    EXPECT_NEAR(ShareLeft(idle, RunWrites({"Plane", ""}, "plane:2@0ns")), 0.75, 0.03);
    // The first 100 us of some 330 with all planes: 330 / (100 + 230 * 4 / 3).
    EXPECT_NEAR(ShareLeft(idle, RunWrites({"Plane", ""}, "plane:2@100us")), 0.81, 0.03);
    // No NIC is told: packets that nobody answers keep the window of this plane alone full.
    EXPECT_GT(ShareLeft(idle, RunWrites({"Plane", ""}, "plane:2/silent@100us")), 0.75);
}

// Clauses: [window-scope], [wire-mode]
TEST(PlaneScope, WireModeIsTheSame)
{
    EXPECT_EQ(RunWrites({"Plane", SLOW_PLANE, true}).fingerprint,
              RunWrites({"Plane", SLOW_PLANE, false}).fingerprint);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
