/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-trim-queue.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Which frame goes next, if retransmissions go first? */
// Clauses: [retx-class]
class PromoteTestCase : public TestCase
{
  public:
    PromoteTestCase()
        : TestCase("retransmissions go before data, each in their order")
    {
    }

  private:
    /** @return the order of service; small letters are data, capital ones retransmissions */
    std::string Serve(const std::string& arrivals)
    {
        FramePool pool;
        PortState port;
        const PortConfig config;
        const TrimQueue queue(port, config, pool);
        for (const char arrival : arrivals)
        {
            const FrameIndex index = pool.Allocate();
            Frame& frame = pool.At(index);
            frame = Frame();
            frame.size = 1000;
            frame.digest = static_cast<uint32_t>(arrival);
            frame.dscp = arrival < 'a' ? 2 : 1;
            queue.Push(index, frame, TrafficClass::DATA);
            if (arrival < 'a')
            {
                queue.Promote(index);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(port.bytes[TrafficClass::DATA], 1000 * arrivals.size(), "all count");
        std::string served;
        while (port.IsBacklogged())
        {
            served += static_cast<char>(pool.At(queue.Pop(queue.Next())).digest);
        }
        NS_TEST_EXPECT_MSG_EQ(port.bytes[TrafficClass::DATA], 0, "all are gone");
        return served;
    }

    void DoRun() override
    {
        const std::pair<const char*, const char*> table[] = {{"a", "a"},
                                                             {"A", "A"},
                                                             {"aA", "Aa"},
                                                             {"Aa", "Aa"},
                                                             {"abC", "Cab"},
                                                             {"aBcDEf", "BDEacf"},
                                                             {"ABC", "ABC"},
                                                             {"abcDefG", "DGabcef"}};
        for (const auto& [arrivals, order] : table)
        {
            NS_TEST_EXPECT_MSG_EQ(Serve(arrivals), order, arrivals);
        }
    }
};

/** An incast with the class on is the same watched or not, in bytes or not. */
// Clauses: [retx-class]
class RetxFirstTestCase : public TestCase
{
  public:
    RetxFirstTestCase()
        : TestCase("the class of retransmissions is the same to the bit, watched or not")
    {
    }

  private:
    static void Ignore(Ptr<const Packet>)
    {
    }

    uint64_t FingerprintOf(bool retxFirst, bool watched, bool wireMode)
    {
        Config::SetDefault("ns3::mrc::FabricProfile::RetxFirst", BooleanValue(retxFirst));
        Config::SetDefault("ns3::mrc::FabricProfile::WireMode", BooleanValue(wireMode));
        Ptr<Network> network = MakeNetwork();
        uint32_t completed = 0;
        for (const Ptr<Qp>& qp : PostIncast(*network))
        {
            CountSuccess(qp, completed);
        }
        if (watched)
        {
            Config::ConnectWithoutContext("/NodeList/*/DeviceList/*/$ns3::mrc::Port/PhyTxBegin",
                                          MakeCallback(&RetxFirstTestCase::Ignore));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(completed, 5, "all");
        NS_TEST_EXPECT_MSG_GT(SumOf(*network, &PortCounters::trims), 0, "packets are sent again");
        const uint64_t fingerprint = network->Engine().fabric.Tally().Fingerprint();
        Simulator::Destroy();
        return fingerprint;
    }

    void DoRun() override
    {
        const uint64_t plain = FingerprintOf(true, false, false);
        NS_TEST_EXPECT_MSG_EQ(FingerprintOf(true, true, false), plain, "watched");
        NS_TEST_EXPECT_MSG_EQ(FingerprintOf(true, false, true), plain, "in bytes");
        NS_TEST_EXPECT_MSG_NE(FingerprintOf(false, false, false), plain, "it makes a difference");
        Config::Reset();
        Ptr<Network> network = MakeNetwork();
        PostIncast(*network);
        Config::Set("/NodeList/*/DeviceList/*/$ns3::mrc::Port/Queue/RetxFirst", BooleanValue(true));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Tally().Fingerprint(),
                              plain,
                              "set by Config path");
        Simulator::Destroy();
    }
};

/** The suite of the class of retransmissions. */
class RetxClassTestSuite : public TestSuite
{
  public:
    RetxClassTestSuite()
        : TestSuite("mrc-retx-class", TestSuite::Type::UNIT)
    {
        AddTestCase(new PromoteTestCase);
        AddTestCase(new RetxFirstTestCase);
    }
};

static RetxClassTestSuite g_retxClassTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
