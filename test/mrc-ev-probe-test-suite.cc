/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// EV probes: the way that their answers take, and their class.

#include "mrc-stream-benchmark.h"
#include "mrc-test-network.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
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

constexpr uint32_t UPLINKS = 4;

/** @return two T0s of four NICs each, with four uplinks, in one plane */
Ptr<Network>
FourPaths(const char* probeReturn)
{
    Config::SetDefault("ns3::mrc::EvProfile::ProbeReturn", StringValue(probeReturn));
    Ptr<Network> network = MakeNetwork(SmallFabric(8, 4, UPLINKS));
    Config::Reset();
    return network;
}

/** Runs a flow from NIC 0 to NIC 4 without an end. */
void
Stream(const Ptr<Network>& network, Time length)
{
    StreamBenchmark benchmark(network, {{{0, 4}}, 1, 1000000, 4});
    benchmark.Run({Time(), length});
}

} // namespace

/** A path that is dead in one direction: is an EV of data judged by the direction of data? */
class ForwardReturnTestCase : public TestCase
{
  public:
    /**
     * @param probeReturn the attribute
     * @param dead the direction that stays dead: link-down, of answers, or link-up, of data
     * @param comes whether the path's EVs come back
     */
    ForwardReturnTestCase(const char* probeReturn, const std::string& dead, bool comes)
        : TestCase(std::string(probeReturn) + ", " + dead + " stays dead"),
          m_return(probeReturn),
          m_dead(dead),
          m_comes(comes)
    {
    }

  private:
    void DoRun() override
    {
        const Ptr<Network> network = FourPaths(m_return);
        const std::string other = m_dead == "link-up" ? "link-down" : "link-up";
        network->ScheduleFaults(m_dead + ":0.0.0/silent@1ms," + other + ":0.0.0/silent@1ms..3ms");
        uint32_t retired = 0;
        uint32_t left = 0;
        const auto bad = [&network] {
            const std::vector<PathStatus> paths = network->GetQueuePairs().front()->Paths().List();
            return static_cast<uint32_t>(
                std::count_if(paths.begin(), paths.end(), [](const PathStatus& path) {
                    return path.state == PathState::ASSUMED_BAD;
                }));
        };
        Simulator::Schedule(MicroSeconds(2900), [&] { retired = bad(); });
        Simulator::Schedule(MicroSeconds(59900), [&] { left = bad(); });
        Stream(network, MilliSeconds(60));
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_GT(retired, 8, "EVs of the path are retired");
        NS_TEST_EXPECT_MSG_EQ(left, (m_comes ? 0 : retired), "and are left so");
    }

    const char* m_return;
    std::string m_dead;
    bool m_comes;
};

/** Data of the peer of acknowledgements has one path left: which do acknowledgements take? */
class ReverseReturnTestCase : public TestCase
{
  public:
    /**
     * @param probeReturn the attribute
     * @param all whether acknowledgements take all paths
     */
    ReverseReturnTestCase(const char* probeReturn, bool all)
        : TestCase(std::string(probeReturn) + ", ways of acknowledgements"),
          m_return(probeReturn),
          m_all(all)
    {
    }

  private:
    void DoRun() override
    {
        const Ptr<Network> network = FourPaths(m_return);
        network->ScheduleFaults("link-up:0.0.0/silent@0ns,link-up:0.0.1/silent@0ns,"
                                "link-up:0.0.2/silent@0ns");
        Stream(network, MilliSeconds(10));
        double frames = 0;
        double elsewhere = 0;
        for (uint32_t i = 0; i < UPLINKS; ++i)
        {
            const PortIndex port = network->GetTopology().PortAt({PortKind::T0_UP, 0, 1, i});
            const double count = network->Engine().fabric.Tally().Counters(port).frames;
            frames += count;
            elsewhere += i < 3 ? count : 0;
        }
        Simulator::Destroy();
        // the answers' own path takes all but the probes, or a quarter
        NS_TEST_EXPECT_MSG_EQ((elsewhere / frames > 0.5), m_all, elsewhere / frames);
    }

    const char* m_return;
    bool m_all;
};

/** An uplink is denied: answers that may take any do not take that one. */
class DeniedReturnTestCase : public TestCase
{
  public:
    DeniedReturnTestCase()
        : TestCase("answers to EV probes avoid denied uplinks")
    {
    }

  private:
    void DoRun() override
    {
        const Ptr<Network> network = FourPaths("Any");
        network->GetDenylist().Deny(0, 1);
        Stream(network, MilliSeconds(5));
        for (uint32_t i = 0; i < UPLINKS; ++i)
        {
            const PortIndex port = network->GetTopology().PortAt({PortKind::T0_UP, 0, 0, i});
            NS_TEST_EXPECT_MSG_EQ((network->Engine().fabric.Tally().Counters(port).frames != 0),
                                  (i != 1),
                                  "uplink " << i);
        }
        Simulator::Destroy();
    }
};

/** Uplinks are congested: do EVs come back to be skipped? */
class ProbeClassTestCase : public TestCase
{
  public:
    /**
     * @param probeClass the attribute
     * @param marked whether probes can be marked
     */
    ProbeClassTestCase(const char* probeClass, bool marked)
        : TestCase(std::string("EV probes of class ") + probeClass),
          m_class(probeClass),
          m_marked(marked)
    {
    }

  private:
    void Changed(const PathTransition& change)
    {
        if (change.cause == PathCause::PROBE)
        {
            ++m_back;
            m_skipped += change.to == PathState::SKIP;
        }
    }

    void RunStream(int64_t stream)
    {
        Config::SetDefault("ns3::mrc::EvProfile::ProbeClass", StringValue(m_class));
        const Ptr<Network> network = MakeNetwork(SmallFabric(16, 8, UPLINKS), stream);
        Config::Reset();
        network->ScheduleFaults("link:0.0.0/silent@1ms..2ms");
        std::vector<StreamFlow> flows;
        for (uint32_t nic = 0; nic < 8; ++nic)
        {
            flows.push_back({nic, nic + 8});
        }
        StreamBenchmark benchmark(network, {flows, 1, 1000000, 4});
        Simulator::Schedule(MicroSeconds(1), [&] {
            for (const Ptr<Qp>& qp : network->GetQueuePairs())
            {
                qp->TraceConnectWithoutContext("PathState",
                                               MakeCallback(&ProbeClassTestCase::Changed, this));
            }
        });
        benchmark.Run({Time(), MilliSeconds(10)});
        Simulator::Destroy();
    }

    void DoRun() override
    {
        for (const int64_t stream : {5, 6, 7, 8}) // few are marked: of one stream's 512 EVs 0 to 10
        {
            RunStream(stream);
        }
        NS_TEST_EXPECT_MSG_GT(m_back, 0, "EVs come back");
        NS_TEST_EXPECT_MSG_EQ((m_skipped > 0), m_marked, m_skipped << " of " << m_back);
    }

    const char* m_class;
    bool m_marked;
    uint32_t m_back{0};
    uint32_t m_skipped{0};
};

/** The suite of EV probes. */
class EvProbeTestSuite : public TestSuite
{
  public:
    EvProbeTestSuite()
        : TestSuite("mrc-ev-probe", TestSuite::Type::UNIT)
    {
        AddTestCase(new ForwardReturnTestCase("Any", "link-down", true));
        AddTestCase(new ForwardReturnTestCase("Any", "link-up", false));
        AddTestCase(new ForwardReturnTestCase("Probed", "link-down", false));
        AddTestCase(new ForwardReturnTestCase("ByRole", "link-down", false));
        AddTestCase(new ReverseReturnTestCase("Probed", false));
        AddTestCase(new ReverseReturnTestCase("ByRole", true));
        AddTestCase(new ReverseReturnTestCase("Any", true));
        AddTestCase(new DeniedReturnTestCase);
        AddTestCase(new ProbeClassTestCase("Control", false));
        AddTestCase(new ProbeClassTestCase("Data", true));
    }
};

static EvProbeTestSuite g_evProbeTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
