/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Faults in words, in a network with NICs.

#include "mrc-test-cases.h"
#include "mrc-test-network.h"

#include "ns3/data-rate.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-port-state.h"
#include "ns3/test.h"

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

/** Which directed links a fault in words hits, and the knowledge of NICs. */
// Clauses: [silent-fault]
class NetworkTestCase : public TestCase
{
  public:
    NetworkTestCase()
        : TestCase("faults in words hit their links and directions; NICs hear of downs only")
    {
    }

  private:
    struct Case
    {
        const char* faults;
        DropReason reason;
        std::vector<std::string> ports; //!< where frames are lost
        uint8_t believed;               //!< ports that NIC 0 believes to be up meanwhile
    };

    void Check(const Case& c)
    {
        Ptr<Network> network = MakeNetwork();
        network->ScheduleFaults(c.faults);
        std::vector<Ptr<Qp>> qps;
        for (const auto& [from, to] : {std::pair(0, 3), {3, 0}, {1, 4}, {4, 1}})
        {
            qps.push_back(network->Connect(from, to));
            qps.back()->Write(1500000);
        }
        Simulator::Stop(MicroSeconds(60));
        Simulator::Run();
        const Fabric& fabric = network->Engine().fabric;
        for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
        {
            const std::string name = PortName(network->GetTopology(), port);
            const bool hit = std::find(c.ports.begin(), c.ports.end(), name) != c.ports.end();
            NS_TEST_EXPECT_MSG_EQ((fabric.Tally().Counters(port).drops != 0),
                                  hit,
                                  c.faults << " " << name);
            NS_TEST_EXPECT_MSG_EQ(fabric.Tally().Counters(port).drops,
                                  fabric.Tally().DropsAt(port, c.reason),
                                  c.faults << " " << name);
        }
        NS_TEST_EXPECT_MSG_EQ(+network->Engine().nics.Store().nics[0].up, +c.believed, c.faults);
        Simulator::Destroy();
    }

    void DoRun() override
    {
        const DropReason silent = DropReason::SILENT_FAULT;
        const DropReason down = DropReason::LINK_DOWN;
        const std::vector<std::string> t0 = {"nic0.p0",
                                             "nic1.p0",
                                             "p0.t0.0.up0",
                                             "p0.t0.0.up1",
                                             "p0.t0.0.down0",
                                             "p0.t0.0.down1",
                                             "p0.t1.0.down0",
                                             "p0.t1.1.down0"};
        const Case cases[] = {
            {"link-up:0.0.1/silent@10us..55us", silent, {"p0.t0.0.up1"}, 3},
            {"link-down:0.0.1/silent@10us..55us", silent, {"p0.t1.1.down0"}, 3},
            {"link:0.0.1/silent@10us..55us", silent, {"p0.t0.0.up1", "p0.t1.1.down0"}, 3},
            {"link-up:1.0.0@10us..55us", down, {"p1.t0.0.up0"}, 3},
            {"port-up:0.1/silent@10us..55us", silent, {"nic0.p1"}, 3},
            {"port-down:0.1/silent@10us", silent, {"p1.t0.0.down0"}, 3},
            {"port-down:0.1/loss=100%@10us", DropReason::RANDOM_LOSS, {"p1.t0.0.down0"}, 3},
            {"port:0.1/rate=25%@0ns", down, {}, 3},
            {"port-down:0.1@10us..100us", down, {"p1.t0.0.down0"}, 1},
            {"port-up:0.1@10us..100us", down, {"nic0.p1"}, 1},
            {"port-up:0.1@10us..20us", down, {"nic0.p1"}, 3},
            {"t0:0.0/silent@10us", silent, t0, 3},
        };
        for (const Case& c : cases)
        {
            Check(c);
        }
    }
};

/** A port that is down both ways comes up for its NIC when both directions have. */
// Clauses: [port-detection]
class BothDirectionsTestCase : public TestCase
{
  public:
    BothDirectionsTestCase()
        : TestCase("a NIC sees a link up again when both directions are")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNetwork();
        network->ScheduleFaults("port-up:0.1@10us..40us,port-down:0.1@20us..80us");
        std::vector<int> believed;
        for (const int64_t at : {15, 25, 55, 85, 95}) // DetectDelay is 10 us
        {
            Simulator::Schedule(MicroSeconds(at), [&believed, network] {
                believed.push_back(network->Engine().nics.Store().nics[0].up);
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((believed == std::vector<int>{3, 1, 1, 1, 3}), true, "both");
        Simulator::Destroy();
    }
};

/** A DataRate that a script sets while a rate fault holds is in force, and stays. */
class ScriptRateTestCase : public TestCase
{
  public:
    ScriptRateTestCase()
        : TestCase("rate faults and a script that sets DataRate")
    {
    }

  private:
    static uint64_t RateOf(const Ptr<Network>& network, PortIndex port)
    {
        return network->Engine().fabric.State().ConfigOf(port).rate.BitsPerSecond();
    }

    void DoRun() override
    {
        Ptr<Network> network = MakeNetwork();
        network->ScheduleFaults("port:0.0/rate=25%@1us..9us,port:0.0/rate=50%@5us..7us,"
                                "port-up:1.0/rate=0.00001%@1us..2us");
        const Ptr<Channel> link = network->GetFaces().PortAt(0)->GetChannel();
        const PortIndex second = network->GetTopology().NicPort(1, 0);
        Simulator::Schedule(MicroSeconds(3), [link] {
            link->SetAttribute("DataRate", DataRateValue(DataRate("40Gbps")));
        });
        std::vector<uint64_t> rates;
        for (const int64_t at : {500, 1500, 3500, 5500, 7500, 9500})
        {
            Simulator::Schedule(NanoSeconds(at), [&rates, network] {
                rates.push_back(RateOf(network, 0) / 1000000000);
            });
        }
        Simulator::Schedule(NanoSeconds(1500), [this, network, second] {
            NS_TEST_EXPECT_MSG_EQ(RateOf(network, second), 1000000, "no less than 1 Mb/s");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((rates == std::vector<uint64_t>{100, 25, 40, 10, 10, 40}),
                              true,
                              "100, a quarter, 40 at once, a quarter of it twice, 40");
        NS_TEST_EXPECT_MSG_EQ(RateOf(network, second), 100000000000, "as before");
        Simulator::Destroy();
    }
};

} // namespace

std::vector<TestCase*>
FaultNetworkCases()
{
    return {new NetworkTestCase, new BothDirectionsTestCase, new ScriptRateTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
