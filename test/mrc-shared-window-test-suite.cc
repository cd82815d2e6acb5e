/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-network.h"

#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/mrc-fabric.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Queue pairs to one destination share its window; those to another have another. */
// Clauses: [window-scope]
class DestinationWindowTestCase : public TestCase
{
  public:
    DestinationWindowTestCase()
        : TestCase("four queue pairs with one window are as fast as one, and fair")
    {
    }

  private:
    /** @return when all of these queue pairs have sent 400,000 bytes each, in microseconds */
    double TimeOf(const std::string& scope, const std::vector<uint32_t>& destinations)
    {
        Config::SetDefault("ns3::mrc::CcProfile::Scope", StringValue(scope));
        Ptr<Network> network = MakeNetwork();
        std::vector<Ptr<Qp>> qps;
        std::vector<Instant> done(destinations.size());
        for (std::size_t i = 0; i < destinations.size(); ++i)
        {
            qps.push_back(network->Connect(0, destinations[i]));
            NoteCompletion(qps[i], done[i]);
            qps[i]->Write(400000);
        }
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        Simulator::Schedule(MicroSeconds(60), [&] {
            for (const Ptr<Qp>& qp : qps)
            {
                least = std::min(least, qp->Counters().sentPackets);
                most = std::max(most, qp->Counters().sentPackets);
            }
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_LT(most - least, 8, "in turns");
        for (const Instant& at : done)
        {
            NS_TEST_EXPECT_MSG_GT(at.Ps(), 0, "all are complete");
        }
        const Instant last = *std::max_element(done.begin(), done.end());
        Simulator::Destroy();
        return static_cast<double>(last.Ps()) / 1e6;
    }

    void DoRun() override
    {
        // a window of eight packets, a fifth of the packets that the two ports take
        Config::SetDefault("ns3::mrc::CcProfile::Algorithm", StringValue("fixed"));
        Config::SetDefault("ns3::mrc::CcProfile::MaxWindow", UintegerValue(8 * 4096));
        const double one = TimeOf("QueuePair", {5});
        const double own = TimeOf("QueuePair", {5, 5});
        const double shared = TimeOf("Destination", {5, 5});
        const double many = TimeOf("Destination", {5, 5, 5, 5});
        const double others = TimeOf("Destination", {5, 4});
        NS_TEST_EXPECT_MSG_LT(own, one * 1.2, "two windows: twice the rate");
        NS_TEST_EXPECT_MSG_GT(shared, one * 1.6, "one window: nearly the same rate");
        NS_TEST_EXPECT_MSG_LT(shared, one * 2.1, "one window: the same rate");
        NS_TEST_EXPECT_MSG_GT(many, one * 3, "one window: nearly the same rate");
        NS_TEST_EXPECT_MSG_LT(many, one * 4.2, "one window: the same rate");
        NS_TEST_EXPECT_MSG_LT(others, one * 1.2, "two destinations: two windows");
        Config::Reset();
    }
};

/** An incast through shared windows, with trims and NSCC, comes to its end. */
class SharedIncastTestCase : public TestCase
{
  public:
    SharedIncastTestCase()
        : TestCase("an incast of queue pairs with common windows completes")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::mrc::CcProfile::Scope", StringValue("Destination"));
        Ptr<Network> network = MakeNetwork();
        uint32_t completed = 0;
        for (int n = 0; n < 4; ++n)
        {
            for (const Ptr<Qp>& qp : PostIncast(*network))
            {
                CountSuccess(qp, completed);
            }
        }
        network->ScheduleFaults("port:1.1@50us..300us,port:2.0@100us");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(completed, 20, "all");
        NS_TEST_EXPECT_MSG_GT(SumOf(*network, &PortCounters::trims), 0, "the case has trims");
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Pool().Live(), 0, "nothing is left over");
        Config::Reset();
        Simulator::Destroy();
    }
};

/** The queue pairs that share a window with one that ends get the room of the ended one. */
class SharedWindowEndTestCase : public TestCase
{
  public:
    /** @param state of the queue pair that ends */
    explicit SharedWindowEndTestCase(QpState state)
        : TestCase(std::string("one of two queue pairs with a common window goes to ") +
                   ToString(state)),
          m_state(state)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::mrc::CcProfile::Scope", StringValue("Destination"));
        Config::SetDefault("ns3::mrc::CcProfile::MaxWindow", UintegerValue(4096));
        Ptr<Network> network = MakeNetwork();
        Ptr<Qp> ends = network->Connect(0, 5);
        Ptr<Qp> stays = network->Connect(0, 5);
        uint32_t completed = 0;
        CountSuccess(stays, completed);
        ends->Write(100000);
        Simulator::Schedule(NanoSeconds(10), [&] { stays->Write(100000); });
        QpAttributes end;
        end.state = m_state;
        Simulator::Schedule(NanoSeconds(2000), [&] { ends->Modify(end); });
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(completed, 1, "it goes on");
        Config::Reset();
        Simulator::Destroy();
    }

    QpState m_state;
};

/** The suite of windows that queue pairs share. */
class SharedWindowTestSuite : public TestSuite
{
  public:
    SharedWindowTestSuite()
        : TestSuite("mrc-shared-window", TestSuite::Type::UNIT)
    {
        AddTestCase(new DestinationWindowTestCase);
        AddTestCase(new SharedIncastTestCase);
        AddTestCase(new SharedWindowEndTestCase(QpState::ERR));
        AddTestCase(new SharedWindowEndTestCase(QpState::RESET));
    }
};

static SharedWindowTestSuite g_sharedWindowTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
