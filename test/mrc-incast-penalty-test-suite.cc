/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The receiver's own answer to incasts, an option: penalties by the senders that it hears.

#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/test.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** The outcome of an incast. */
struct Penalty
{
    uint64_t trims{0};
    uint64_t fingerprint{0};
    Instant done; //!< last completion
    uint32_t completed{0};
};

/** @return the outcome of Writes of 1 MB from so many senders, one rack each four, to one NIC */
Penalty
RunIncast(uint32_t senders, bool penalty)
{
    Config::SetDefault("ns3::mrc::QpProfile::IncastPenalty", BooleanValue(penalty));
    Ptr<Network> network = MakeNetwork(SmallFabric(20, 4, 4));
    Config::Reset();
    Penalty outcome;
    for (uint32_t nic = 1; nic <= senders; ++nic)
    {
        Ptr<Qp> qp = network->Connect(nic, 0);
        CountSuccess(qp, outcome.completed);
        NoteCompletion(qp, outcome.done);
        qp->Write(1000000);
    }
    Simulator::Run();
    outcome.trims = SumOf(*network, &PortCounters::trims);
    outcome.fingerprint = network->Engine().fabric.Tally().Fingerprint();
    Simulator::Destroy();
    return outcome;
}

} // namespace

/** Sixteen senders: fewer packets are trimmed, and the incast takes no longer. */
class SixteenSendersTestCase : public TestCase
{
  public:
    SixteenSendersTestCase()
        : TestCase("16:1 trims fewer packets with the receiver's penalty")
    {
    }

  private:
    void DoRun() override
    {
        const Penalty off = RunIncast(16, false);
        const Penalty on = RunIncast(16, true);
        NS_TEST_EXPECT_MSG_EQ(off.completed, 16, "all complete without");
        NS_TEST_EXPECT_MSG_EQ(on.completed, 16, "all complete with it");
        NS_TEST_EXPECT_MSG_LT(on.trims, off.trims, "fewer trims");
        NS_TEST_EXPECT_MSG_LT(on.done.Ps(), off.done.Ps() * 1.1, "it takes no longer");
    }
};

/** One sender has the line for itself: nothing changes. */
class OneSenderTestCase : public TestCase
{
  public:
    OneSenderTestCase()
        : TestCase("one sender is as without the receiver's penalty")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(RunIncast(1, true).fingerprint,
                              RunIncast(1, false).fingerprint,
                              "no penalty is asked for");
    }
};

/** The suite of the receiver's own penalty. */
class IncastPenaltyTestSuite : public TestSuite
{
  public:
    IncastPenaltyTestSuite()
        : TestSuite("mrc-incast-penalty", TestSuite::Type::UNIT)
    {
        AddTestCase(new SixteenSendersTestCase);
        AddTestCase(new OneSenderTestCase);
    }
};

static IncastPenaltyTestSuite g_incastPenaltyTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
