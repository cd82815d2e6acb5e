/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Each network of each test is audited when it ends, and no test depends on those before.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-trim-queue.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <exception>
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

bool
IsAuditOn()
{
    BooleanValue audit;
    GlobalValue::GetValueByName("MrcAudit", audit);
    return audit.Get();
}

/** Newer ns-3 can have its own numbers of random streams begin anew. */
template <typename Manager>
auto
BeginStreams(int) -> decltype(Manager::ResetNextStreamIndex())
{
    Manager::ResetNextStreamIndex();
}

/** Older ns-3 cannot: tests that see a difference assign their streams. */
template <typename>
void
BeginStreams(long)
{
}

/**
 * Turns the audit on for each test, and ends the simulation that a test leaves behind. Defaults,
 * global values, the seed and streams are the initial ones, whatever ran before.
 */
class TestAuditor : public testing::EmptyTestEventListener
{
    void OnTestStart(const testing::TestInfo&) override
    {
        Config::Reset();
        BeginStreams<RngSeedManager>(0);
        GlobalValue::Bind("MrcAudit", BooleanValue(true));
    }

    void OnTestEnd(const testing::TestInfo&) override
    {
        // Config::Reset takes back what was bound; ctest sets the initial value by the environment.
        const char* const environment = std::getenv("NS_GLOBAL_VALUE");
        if (environment != nullptr && std::string(environment).find("MrcAudit=true") == 0)
        {
            EXPECT_TRUE(IsAuditOn()) << "expected no test to turn MrcAudit off for good";
        }
        try
        {
            Simulator::Destroy();
        }
        catch (const std::exception& error)
        {
            ADD_FAILURE() << error.what();
        }
    }
};

/** Adds the auditor to all tests of the program, before the first one runs. */
const bool g_hasAuditor = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new TestAuditor); // which owns it
    return true;
}();

/** Loses a frame of a network without a count. */
void
LoseFrame(Network& network)
{
    Fabric& fabric = network.Engine().fabric;
    fabric.Pool().At(fabric.Pool().Allocate()) = Frame();
}

/** @return a network without a request of its own for an audit */
Ptr<Network>
PlainNetwork()
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    return helper.Install();
}

// Clauses: [frames-conserved]
TEST(NetworkAudit, AFrameThatIsLostEndsTheSimulationWithAnError)
{
    ASSERT_TRUE(g_hasAuditor);
    const Ptr<Network> network = PlainNetwork();
    PostIncast(*network);
    Simulator::Run();
    LoseFrame(*network);
    const std::string text = ThrownText<std::logic_error>([] { Simulator::Destroy(); });
    EXPECT_NE(text.find("not conserved at "), std::string::npos) << text;
    EXPECT_NE(text.find("frames in use and frames in queues and on links: 1, expected 0"),
              std::string::npos)
        << text;
    Simulator::Destroy();
}

// Clauses: [frames-conserved]
TEST(NetworkAudit, AFrameThatNothingHappensToIsLeftOver)
{
    const Ptr<Network> network = PlainNetwork();
    Fabric& fabric = network->Engine().fabric;
    const FrameIndex frame = fabric.Pool().Allocate();
    fabric.Pool().At(frame) = Frame();
    fabric.Pool().At(frame).size = 100;
    const PortIndex index = network->GetTopology().NicPort(0, 0);
    // No code of the module could leave a frame so.
    PortState& port = const_cast<PortState&>(fabric.State().Port(index));
    const PortConfig config;
    TrimQueue(port, config, fabric.Pool()).Push(frame, fabric.Pool().At(frame), TrafficClass::DATA);
    const std::string text = ThrownText<std::logic_error>([] { Simulator::Destroy(); });
    EXPECT_EQ(text,
              "not conserved at 0 ps:\n  frames that are left at the end, but in a deadlock of "
              "pauses: 1, expected 0");
    Simulator::Destroy();
}

// Clauses: [frames-conserved]
TEST(NetworkAudit, ANetworkThatIsDroppedIsAuditedToo)
{
    EXPECT_DEATH(
        {
            Ptr<Network> network = PlainNetwork();
            PostIncast(*network);
            Simulator::Stop(MicroSeconds(20));
            Simulator::Run();
            LoseFrame(*network);
            network = nullptr;
        },
        "a network was dropped whose frames are not conserved at 20000000 ps");
}

/** Expects initial defaults, seed and time, and leaves others. */
void
LeaveMuchBehind()
{
    UintegerValue trimSize;
    CreateObject<FabricProfile>()->GetAttribute("TrimSize", trimSize);
    EXPECT_NE(trimSize.Get(), 180U);
    EXPECT_EQ(RngSeedManager::GetRun(), 1U);
    EXPECT_EQ(Simulator::Now(), Time());
    Config::SetDefault("ns3::mrc::FabricProfile::TrimSize", UintegerValue(180));
    RngSeedManager::SetRun(7);
    Simulator::Schedule(MicroSeconds(1), [] {});
    Simulator::Run();
}

// Whichever of these two runs first, nothing of it reaches the other one.
TEST(LeftBehind, ByTheOneNothingReachesTheOther)
{
    LeaveMuchBehind();
}

TEST(LeftBehind, ByTheOtherNothingReachesTheOne)
{
    LeaveMuchBehind();
}

// Clauses: [frames-conserved]
TEST(NetworkAudit, IsOffUnlessAsked)
{
    GlobalValue::Bind("MrcAudit", BooleanValue(false));
    const Ptr<Network> network = PlainNetwork();
    LoseFrame(*network);
    EXPECT_EQ(ThrownText<std::logic_error>([] { Simulator::Destroy(); }), "no error");
    GlobalValue::Bind("MrcAudit", BooleanValue(true));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
