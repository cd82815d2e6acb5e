/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-network.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/mrc-trim-queue.h"
#include "ns3/test.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** The trimmed class' share of the line when data waits as well. */
// Clauses: [class-order], [trimmed-share]
class ShareTestCase : public TestCase
{
  public:
    ShareTestCase()
        : TestCase("TrimmedShare divides the line between trimmed packets and data")
    {
    }

  private:
    void DoRun() override
    {
        FramePool pool;
        PortState port;
        PortConfig config;
        config.trimmedShare = 64; // a quarter
        const TrimQueue queue(port, config, pool);
        for (uint32_t i = 0; i < 4000; ++i)
        {
            const FrameIndex index = pool.Allocate();
            Frame& frame = pool.At(index);
            frame = Frame();
            frame.size = i % 2 == 0 ? 146 : 1460;
            queue.Push(index, frame, i % 2 == 0 ? TrafficClass::TRIMMED : TrafficClass::DATA);
        }
        uint64_t bytes[TRAFFIC_CLASSES] = {};
        while (port.head[TrafficClass::TRIMMED] != NO_FRAME &&
               port.head[TrafficClass::DATA] != NO_FRAME)
        {
            const TrafficClass next = queue.Next();
            bytes[static_cast<unsigned>(next)] += pool.At(queue.Pop(next)).size;
        }
        const double share = static_cast<double>(bytes[1]) / (bytes[1] + bytes[2]);
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.25, 0.01, "a quarter of the bytes");
        while (port.IsBacklogged())
        {
            queue.Pop(queue.Next());
        }
        NS_TEST_EXPECT_MSG_EQ(port.bytes[TrafficClass::TRIMMED] + port.bytes[TrafficClass::DATA],
                              0,
                              "work conserving to the end");
        NS_TEST_EXPECT_MSG_EQ(port.trimmedCredit, 0, "the next time it begins anew");
    }
};

/**
 * More senders at one port than trimmed headers fit into a round trip. With strict priority headers
 * fill the line, and no data arrives any more [trimmed-share].
 */
// Clauses: [trimmed-share]
class GreatIncastTestCase : public TestCase
{
  public:
    GreatIncastTestCase()
        : TestCase("an incast of 400 completes, unless trimmed packets have strict priority")
    {
    }

  private:
    /** @return how many of 400 Writes to one NIC are complete after this time */
    uint32_t CompletedAfter(Time time)
    {
        Ptr<Network> network = MakeNetwork(SmallFabric(401, 401, 0));
        uint32_t completed = 0;
        for (uint32_t nic = 1; nic <= SENDERS; ++nic)
        {
            Ptr<Qp> qp = network->Connect(nic, 0);
            CountSuccess(qp, completed);
            qp->Write(32768);
        }
        Simulator::Stop(time);
        Simulator::Run();
        Simulator::Destroy();
        return completed;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(CompletedAfter(MilliSeconds(10)), SENDERS, "25 %, the default");
        Config::SetDefault("ns3::mrc::FabricProfile::TrimmedShare", DoubleValue(0));
        NS_TEST_EXPECT_MSG_LT(CompletedAfter(MilliSeconds(10)), SENDERS / 4, "strict priority");
        Config::Reset();
    }

    static constexpr uint32_t SENDERS = 400;
};

/** The suite of the share of trimmed packets. */
class TrimmedShareTestSuite : public TestSuite
{
  public:
    TrimmedShareTestSuite()
        : TestSuite("mrc-trimmed-share", TestSuite::Type::UNIT)
    {
        AddTestCase(new ShareTestCase);
        AddTestCase(new GreatIncastTestCase);
    }
};

static TrimmedShareTestSuite g_trimmedShareTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
