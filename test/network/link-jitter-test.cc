/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Jitter of links, frame by frame.

#include "../mrc-fabric-rig.h"
#include "ruled-fabric.h"

#include "ns3/mrc-fabric-profile.h"

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

/** The outcome of packets over one link with jitter. */
struct JitterRun
{
    std::vector<Hit> hits;
    uint64_t fingerprint;
    uint64_t outOfOrder;
};

JitterRun
RunJitter(const std::string& rules, uint8_t flags, bool wireMode = false)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("WireMode", BooleanValue(wireMode));
    FabricRig rig(Ruled(rules), profile);
    rig.WatchAll(flags);
    for (uint32_t i = 0; i < 400; ++i)
    {
        // NIC 0 in bursts of four, back to back, over one path.
        rig.Shoot({Instant() + Nanos(2000) * (i / 4), 0, 5, Ev::Of(0, 0)});
    }
    Simulator::Run();
    JitterRun run{rig.hits, rig.fabric.Tally().Fingerprint(), rig.observer.outOfOrder};
    Simulator::Destroy();
    return run;
}

// Clauses: [link-jitter]
TEST(LinkJitterOnTheWire, IsBoundedAndKeepsTheOrder)
{
    const JitterRun none = RunJitter("port:0.1/jitter=1us", 0); // of the other plane
    const JitterRun some = RunJitter("port-up:0.0/jitter=300ns", 0);
    ASSERT_EQ(some.hits.size(), 400U);
    Span least = Micros(1);
    Span most;
    for (std::size_t i = 0; i < some.hits.size(); ++i)
    {
        ASSERT_EQ(some.hits[i].shot, i) << "frames keep their order";
        ASSERT_TRUE(i == 0 || some.hits[i].at - some.hits[i - 1].at >= Span(339360))
            << "a frame takes its time on the last link too";
        const Span late = some.hits[i].at - none.hits[i].at;
        least = std::min(least, late);
        most = std::max(most, late);
    }
    EXPECT_GE(least, Span());
    EXPECT_LT(least, Nanos(10));
    EXPECT_LE(most, Nanos(300));
    EXPECT_GT(most, Nanos(290)) << "the whole range is drawn from";
}

// Clauses: [link-jitter], [same-seed]
TEST(LinkJitterOnTheWire, IsTheSameWatchedAndInWireMode)
{
    const char* const rules = "plane:0/jitter=2us,link:0.0.0/jitter=500ns";
    const JitterRun lazy = RunJitter(rules, 0);
    const uint8_t all = PORT_WATCHED | PORT_RX_WATCHED;
    for (const JitterRun& other :
         {RunJitter(rules, PORT_WATCHED), RunJitter(rules, all), RunJitter(rules, all, true)})
    {
        EXPECT_EQ(other.fingerprint, lazy.fingerprint);
        EXPECT_EQ(other.outOfOrder, 0U);
    }
    EXPECT_NE(lazy.fingerprint, RunJitter("plane:0/jitter=1us", 0).fingerprint);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
