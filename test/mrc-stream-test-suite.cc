/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-conservation.h"
#include "mrc-stream-benchmark.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return a fabric of the preset of the paper's NICs, where NICs 0 and 16 have different T0s */
Ptr<Network>
TwoGroups()
{
    FabricHelper helper;
    helper.AssignStreams(0);
    helper.SetTopology("clos-8x100g", 32);
    return Audited(helper.Install());
}

/** One Write at a time: the round trip is that of the closed form, and of a sum done by hand. */
// Clauses: [host-overhead], [target-latency]
class LatencyTestCase : public TestCase
{
  public:
    LatencyTestCase()
        : TestCase("half of the time from post to completion")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = TwoGroups();
        StreamBenchmark benchmark(network, {{{0, 1}, {2, 18}}, 1, 2, 1});
        const auto results = benchmark.Run({MicroSeconds(100), MicroSeconds(100)});
        // T0-local, ns, at 100 Gb/s: host 4450 each way. Data of 170 B: 13.6 on each of two links,
        // 20 + 600 + 20 on the way. SACK of 178 B: 14.24 on the first link. The Transport ACK of
        // 146 B follows it and waits for it at the T0: 14.24 + 20 + 600 + 14.24 + 11.68 + 20.
        NS_TEST_EXPECT_MSG_EQ_TOL(results[0].halfRoundTrip * 1e9 * 2,
                                  8900 + 667.2 + 680.16,
                                  1e-3,
                                  "T0-local");
        const double across = network->Unloaded().IdealBetween(2, 18, 2).Ps() * 1e-3;
        NS_TEST_EXPECT_MSG_EQ_TOL(results[1].halfRoundTrip * 1e9 * 2, across, 1e-3, "cross-T1");
        const auto again = benchmark.Run({MicroSeconds(100), MicroSeconds(100)});
        NS_TEST_EXPECT_MSG_EQ_TOL(again[1].halfRoundTrip * 1e9 * 2, across, 1e-3, "a second run");
        Simulator::Destroy();

        network = TwoGroups();
        StreamBenchmark later(network, {{{2, 18, nullptr, MicroSeconds(50)}}, 1, 2, 1});
        const auto late = later.Run({MicroSeconds(100), MicroSeconds(100)});
        NS_TEST_EXPECT_MSG_EQ_TOL(late[0].halfRoundTrip * 1e9 * 2, across, 1e-3, "a later start");
        Simulator::Destroy();
    }
};

/** Writes that fill the NIC: goodput is the share of payload in a full packet. */
// Clauses: [target-bandwidth]
class BandwidthTestCase : public TestCase
{
  public:
    BandwidthTestCase()
        : TestCase("goodput of a NIC that is full")
    {
    }

  private:
    void DoRun() override
    {
        StreamBenchmark benchmark(TwoGroups(), {{{0, 1}, {2, 18}}, 4, 32768, 128});
        const auto results = benchmark.Run({MicroSeconds(200), MilliSeconds(1)});
        const double most = 800e9 * 4096 / 4262; // [target-bandwidth]
        for (const auto& result : results)
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(result.goodput, most, "more than the line can carry");
            NS_TEST_EXPECT_MSG_GT(result.goodput, most * 0.99, "SACKs of the peer take little");
        }
        Simulator::Destroy();

        StreamBenchmark both(TwoGroups(), {{{2, 18}}, 4, 32768, 128, true});
        const double goodput = both.Run({MicroSeconds(200), MilliSeconds(1)})[0].goodput;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(goodput, 2 * most, "more than both lines can carry");
        NS_TEST_EXPECT_MSG_GT(goodput, 2 * most * 0.95, "each direction fills its line");
        Simulator::Destroy();
    }
};

/** Both ends of a connection send: each end hears of its own Writes alone. */
// Clauses: [target-bandwidth]
class BothWaysTestCase : public TestCase
{
  public:
    BothWaysTestCase()
        : TestCase("Writes in both directions of a connection")
    {
    }

  private:
    void Completed(std::size_t end, const Completion&)
    {
        ++m_completed[end];
    }

    void Delivered(std::size_t end, const Delivery& delivery)
    {
        m_delivered[end] += delivery.length;
    }

    void DoRun() override
    {
        Ptr<Network> network = TwoGroups();
        network->Connect(5, 6); // has no other end: nobody asked for one
        const Ptr<Qp> there = network->Connect(0, 16);
        const Ptr<Qp> back = there->Peer();
        NS_TEST_EXPECT_MSG_EQ(back, there->Peer(), "the same each time");
        NS_TEST_EXPECT_MSG_EQ(back->Query().nic, 16, "it is the destination's");
        for (std::size_t end : {0, 1})
        {
            const Ptr<Qp> qp = end == 0 ? there : back;
            qp->TraceConnectWithoutContext(
                "Completed",
                MakeCallback(&BothWaysTestCase::Completed, this).Bind(end));
            qp->TraceConnectWithoutContext(
                "Delivered",
                MakeCallback(&BothWaysTestCase::Delivered, this).Bind(end));
        }
        there->Write(10000);
        back->Write(200);
        back->Write(3000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_completed[0], 1, "of the source's end");
        NS_TEST_EXPECT_MSG_EQ(m_completed[1], 2, "of the other");
        NS_TEST_EXPECT_MSG_EQ(m_delivered[0], 10000, "what the source's end sent");
        NS_TEST_EXPECT_MSG_EQ(m_delivered[1], 3200, "what the other sent");
        Simulator::Destroy();
        CheckGoodput();
    }

    /** Acknowledgements take little of either direction, and no paths back need probes. */
    void CheckGoodput()
    {
        Ptr<Network> network = TwoGroups();
        StreamBenchmark benchmark(network, {{{0, 1}}, 4, 32768, 128, true});
        const auto results = benchmark.Run({MicroSeconds(200), MilliSeconds(1)});
        const double most = 2 * 800e9 * 4096 / 4262; // [target-bandwidth]
        NS_TEST_EXPECT_MSG_LT(results[0].goodput, most, "more than the line can carry");
        NS_TEST_EXPECT_MSG_GT(results[0].goodput, most * 0.98, "of both directions");
        for (std::size_t i = 0; i < 8; ++i)
        {
            NS_TEST_EXPECT_MSG_GT(benchmark.Record().BitRate(i, {0, 1}), 90e9, "of each end");
        }
        const uint64_t probes = network->GetQueuePairs()[0]->Counters().probesSent;
        NS_TEST_EXPECT_MSG_LT(probes, 10, "SACKs show the paths back");
        Simulator::Destroy();
    }

    uint32_t m_completed[2]{};
    uint64_t m_delivered[2]{};
};

/** As many Writes are under way as were asked for, from the first to the last. */
// Clauses: [goodput-measure]
class OutstandingTestCase : public TestCase
{
  public:
    OutstandingTestCase()
        : TestCase("Writes outstanding")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = TwoGroups();
        Ptr<Qp> qp = network->Connect(0, 1);
        WriteStream stream(*qp, 2);
        stream.Start(3);
        const Time roundTrip = ToTime(network->Unloaded().IdealBetween(0, 1, 2));
        Simulator::Stop(roundTrip * 100 + MicroSeconds(1));
        Simulator::Run();
        // three for each of the hundred round trips; they get in each other's way a little
        NS_TEST_EXPECT_MSG_LT_OR_EQ(stream.CompletedCount(), 300, "no more than three at once");
        NS_TEST_EXPECT_MSG_GT(stream.CompletedCount(), 290, "no fewer");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(qp->Counters().sentPackets,
                                    stream.CompletedCount() + 3,
                                    "ahead");
        Simulator::Destroy();
    }
};

/** A queue pair that gave up gets no more Writes. */
class GivenUpTestCase : public TestCase
{
  public:
    GivenUpTestCase()
        : TestCase("a stream whose queue pair fails")
    {
    }

  private:
    void Count(const Completion& completion)
    {
        ++m_ended;
        m_failed += completion.status != CompletionStatus::SUCCESS;
    }

    void DoRun() override
    {
        FabricHelper helper;
        helper.SetTopology("clos-8x100g", 2);
        helper.SetQpAttribute("ExponentialRetries", UintegerValue(0));
        Ptr<Network> network = Audited(helper.Install());
        for (uint32_t plane = 0; plane < 8; ++plane)
        {
            network->ScheduleFaults("t0:" + std::to_string(plane) + ".0@20us");
        }
        Ptr<Qp> qp = network->Connect(0, 1);
        qp->TraceConnectWithoutContext("Completed", MakeCallback(&GivenUpTestCase::Count, this));
        WriteStream stream(*qp, 100000);
        stream.Start(5);
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_failed, 5, "those that were outstanding, each once");
        NS_TEST_EXPECT_MSG_EQ(stream.CompletedCount(), m_ended - m_failed, "only good ones count");
        NS_TEST_EXPECT_MSG_GT(m_ended, 5, "it had been running");
        Simulator::Destroy();
    }

    uint32_t m_ended{0};
    uint32_t m_failed{0};
};

/** Events in a step count there and in no other. */
// Clauses: [goodput-measure]
class SamplerTestCase : public TestCase
{
  public:
    SamplerTestCase()
        : TestCase("the steps that payload, losses and retirements belong to")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = TwoGroups();
        Ptr<Qp> local = network->Connect(0, 1);
        Ptr<Qp> across = network->Connect(0, 16);
        network->ScheduleFaults("link:0.0.3@1ms");
        const StreamSampler sampler({local, across}, {MicroSeconds(100), MilliSeconds(1), 3});
        Simulator::Schedule(MicroSeconds(500), [=] { local->Write(100000); }); // some 13 us
        Simulator::Schedule(MicroSeconds(1500), [=] { across->Write(2000000); });
        Simulator::Stop(MicroSeconds(3099));
        Simulator::Run();
        const StreamRecord& record = sampler.Record();
        NS_TEST_ASSERT_MSG_EQ(record.Steps(), 2, "the third has not ended");
        NS_TEST_EXPECT_MSG_EQ_TOL(record.BitRate(0, {0, 1}), 100000 * 8 / 1e-3, 1e-3, "all of it");
        NS_TEST_EXPECT_MSG_EQ(record.BitRate(1, {0, 1}), 0, "not yet");
        NS_TEST_EXPECT_MSG_EQ_TOL(record.BitRate({0, 2}), 2100000 * 8 / 2e-3, 1e-3, "both, once");
        NS_TEST_EXPECT_MSG_EQ(record.During(0, {0, 2}).lost, 0, "it does not cross a T1");
        NS_TEST_EXPECT_MSG_GT(record.During(1, {1, 1}).lost, 0, "on the dead link");
        NS_TEST_EXPECT_MSG_GT(record.During(1, {1, 1}).retired, 0, "its EV");
        Simulator::Destroy();
    }
};

/** The suite of bandwidth and latency measurements. */
class StreamTestSuite : public TestSuite
{
  public:
    StreamTestSuite()
        : TestSuite("mrc-stream", TestSuite::Type::UNIT)
    {
        AddTestCase(new LatencyTestCase);
        AddTestCase(new BandwidthTestCase);
        AddTestCase(new BothWaysTestCase);
        AddTestCase(new OutstandingTestCase);
        AddTestCase(new GivenUpTestCase);
        AddTestCase(new SamplerTestCase);
    }
};

StreamTestSuite g_streamTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
