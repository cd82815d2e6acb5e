/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a Clustermapper finds by loops round links, and the actions on its verdicts.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "pods-of-four.h"

#include "ns3/mrc-clustermapper.h"
#include "ns3/mrc-denylist.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-loop-agent.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** A Clustermapper in a network of 8 NICs, and its verdicts. */
class MappedNetwork
{
  public:
    explicit MappedNetwork(const std::string& faults,
                           ClustermapperUse use = ClustermapperUse::DENY,
                           const ClustermapperConfig& given = {},
                           uint32_t links = 1)
        : network(test::MakeNetwork(WithLinks(links)))
    {
        network->ScheduleFaults(faults);
        ClustermapperConfig config = given;
        config.use = use;
        config.window = 10;
        config.verdict = [this](const LoopLink& link, bool bad) {
            said += std::to_string(Simulator::Now().GetMicroSeconds()) +
                    (bad ? " bad " : " good ") + (link.IsPort() ? "port " : "link ") +
                    std::to_string(link.plane) + "." + std::to_string(link.number) +
                    (link.IsPort() ? "" : "." + std::to_string(link.uplink)) + ";";
        };
        mapper = std::make_unique<Clustermapper>(network, config);
    }

    void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** @return 8 NICs, two T0s and two T1s in each of two planes, with so many links between them
     */
    static TopologySpec WithLinks(uint32_t links)
    {
        TopologySpec spec = test::SmallFabric(8, 4, 2, 2);
        spec.t1Links = links;
        return spec;
    }

    Ptr<Network> network;
    std::string said;
    std::unique_ptr<Clustermapper> mapper;
};

// Clauses: [clustermapper-verdicts] [loop-probes]
TEST(Clustermapper, NamesALinkThatFailsAndIsGoodAgain)
{
    for (const char* direction : {"link:", "link-up:", "link-down:"})
    {
        MappedNetwork mapped(std::string(direction) + "1.0.1/silent@4500us..8500us");
        mapped.RunFor(MilliSeconds(30));
        // Rounds begin each ms: two NICs lose one loop in those of 5, 6, 7 and 8 ms.
        EXPECT_EQ(mapped.said, "8000 bad link 1.0.1;20000 good link 1.0.1;") << direction;
    }
    for (const char* fault : {"port:6.0/silent@4500us..8500us",
                              "port-up:6.0@4500us..8500us",
                              "port-down:6.0/loss=100%@4500us..8500us"})
    {
        MappedNetwork mapped(fault);
        mapped.RunFor(MilliSeconds(30));
        EXPECT_EQ(mapped.said, "9000 bad port 0.6;20000 good port 0.6;") << fault;
    }
    MappedNetwork whole("");
    whole.RunFor(MilliSeconds(10));
    EXPECT_EQ(whole.said, "");
    const Topology& topology = whole.network->GetTopology();
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        // 10 rounds and that at 10 ms, which has just begun; an uplink has two loops in each.
        const uint64_t frames = whole.network->Engine().fabric.Tally().Counters(port).frames;
        EXPECT_NEAR(frames, 20, 2) << PortName(topology, port);
    }
    Simulator::Destroy();
}

// A loop goes up and down by the link that it tests.
// Clauses: [clustermapper-verdicts] [loop-probes] [parallel-links]
TEST(Clustermapper, TellsLinksSideBySideApart)
{
    for (const char* uplink : {"1", "3"}) // both to the T1 1
    {
        MappedNetwork mapped(std::string("link:1.0.") + uplink + "/silent@4500us..8500us",
                             ClustermapperUse::DENY,
                             {},
                             2);
        mapped.RunFor(MilliSeconds(30));
        const std::string link = std::string("link 1.0.") + uplink + ";";
        EXPECT_EQ(mapped.said, "8000 bad " + link + "20000 good " + link);
    }
    Simulator::Destroy();
}

// Clauses: [clustermapper-verdicts] [denylist-delay]
TEST(Clustermapper, KeepsSendersOffWhatItFound)
{
    for (const ClustermapperUse use : {ClustermapperUse::DENY, ClustermapperUse::WATCH})
    {
        MappedNetwork mapped("port:6.0/loss=20%@2ms", use);
        const Ptr<Qp> qp = mapped.network->Connect(0, 6);
        qp->Write(4000000000);
        mapped.RunFor(MilliSeconds(25));
        const uint64_t before = qp->Counters().planePackets[0];
        mapped.RunFor(MilliSeconds(2));
        if (use == ClustermapperUse::DENY)
        {
            EXPECT_EQ(qp->Counters().planePackets[0], before) << "the plane is left alone";
        }
        else
        {
            EXPECT_GT(qp->Counters().planePackets[0], before);
        }
        EXPECT_NE(mapped.said.find("bad port 0.6;"), std::string::npos);
        Simulator::Destroy();
    }
}

// Clauses: [clustermapper-verdicts]
TEST(Clustermapper, ReportsTakeTheirTime)
{
    ClustermapperConfig config;
    config.reportDelay = MicroSeconds(2500);
    MappedNetwork mapped("port:6.0/silent@4500us", ClustermapperUse::WATCH, config);
    mapped.RunFor(MilliSeconds(15));
    EXPECT_EQ(mapped.said, "10500 bad port 0.6;");
    mapped.mapper = nullptr; // packets of the mapper are still under way, and so are its reports
    mapped.RunFor(MilliSeconds(5));
    Simulator::Destroy();
}

/** @return what a Clustermapper calls bad in four pods, in the order of names, and whether all is
 * good again */
std::string
NamedInPods(const std::string& faults)
{
    const Ptr<Network> network = test::MakeNetwork(test::PodsOfFour(16, 2));
    network->ScheduleFaults(faults);
    std::set<std::string> named;
    ClustermapperConfig config;
    config.window = 10;
    config.verdict = [&named](const LoopLink& link, bool bad) {
        if (bad)
        {
            named.insert(TextOf(link));
        }
    };
    const Clustermapper mapper(network, config);
    Simulator::Stop(MilliSeconds(12));
    Simulator::Run();
    EXPECT_EQ(network->GetDenylist().IsEmpty(), named.empty());
    Simulator::Stop(MilliSeconds(28));
    Simulator::Run();
    EXPECT_TRUE(network->GetDenylist().IsEmpty()) << "all is good again";
    std::string text;
    for (const std::string& name : named)
    {
        text += name + ";";
    }
    return text;
}

// Clauses: [clustermapper-verdicts], [loop-probes], [three-tiers]
TEST(Clustermapper, NamesLinksOfThreeTiers)
{
    EXPECT_EQ(NamedInPods(""), "");
    for (const std::string direction : {"upper-link:", "upper-link-up:", "upper-link-down:"})
    {
        EXPECT_EQ(NamedInPods(direction + "1.2.1/silent@4500us..12500us"), "upper-link:1.2.1;");
    }
    EXPECT_EQ(NamedInPods("link:0.5.1/silent@4500us..12500us"), "link:0.5.1;");
    EXPECT_EQ(NamedInPods("port:9.1/silent@4500us..12500us"), "port:9.1;");
    EXPECT_EQ(NamedInPods("t2:0.3/silent@4500us..12500us"),
              "upper-link:0.1.1;upper-link:0.3.1;upper-link:0.5.1;upper-link:0.7.1;");
    Simulator::Destroy();
}

// NICs that share a link in a round are below different T0s, however many a T0 has.
// Clauses: [clustermapper-verdicts], [three-tiers]
TEST(Clustermapper, NamesALinkToAT2SoonBelowManyNics)
{
    TopologySpec spec = test::PodsOfFour(16, 2);
    spec.nicsPerT0 = 16;
    spec.nics = 4 * 2 * 16 - 5; // the last T0 has fewer
    for (const std::string place : {"upper-link:1.2.1", "upper-link:0.7.0"})
    {
        const Ptr<Network> network = test::MakeNetwork(spec);
        network->ScheduleFaults(place + "/silent@4500us");
        ClustermapperConfig config;
        std::string named;
        config.verdict = [&named](const LoopLink& link, bool) { named += TextOf(link) + ";"; };
        const Clustermapper mapper(network, config);
        Simulator::Stop(MilliSeconds(9));
        Simulator::Run();
        EXPECT_EQ(named, place + ";");
    }
    Simulator::Destroy();
}

// Clauses: [clustermapper-verdicts], [three-tiers]
TEST(Clustermapper, NamesMostLossyLinksToT2sAndNoOther)
{
    constexpr uint32_t LINKS = 16;
    for (const char* const effect : {"/loss=10%@1ms", "/loss=3%@1ms"})
    {
        uint32_t named = 0;
        for (uint32_t link = 0; link < LINKS; ++link)
        {
            const std::string place =
                "upper-link:1." + std::to_string(link / 2) + "." + std::to_string(link % 2);
            const Ptr<Network> network = test::MakeNetwork(test::PodsOfFour(16, 2), 100 + link);
            network->ScheduleFaults(place + effect);
            ClustermapperConfig config;
            config.period = config.reportDelay = MicroSeconds(100);
            std::set<std::string> bad;
            config.verdict = [&bad](const LoopLink& one, bool isBad) {
                EXPECT_TRUE(isBad);
                bad.insert(TextOf(one));
            };
            const Clustermapper mapper(network, config);
            Simulator::Stop(MilliSeconds(21));
            Simulator::Run();
            named += bad.erase(place);
            EXPECT_TRUE(bad.empty()) << place << effect << ": " << *bad.begin();
        }
        EXPECT_GE(named * 100, LINKS * 95) << effect;
    }
    Simulator::Destroy();
}

TEST(Clustermapper, Errors)
{
    ClustermapperConfig config;
    config.period = Time(0);
    EXPECT_EQ(
        test::ThrownText<std::invalid_argument>(
            [&] { MappedNetwork("", ClustermapperUse::WATCH, config); }),
        "a Clustermapper whose period, window, losses or sharers are 0, or whose report delay "
        "is negative; expected more");
    config.period = NanoSeconds(900);
    const std::string tooShort = test::ThrownText<std::invalid_argument>(
        [&] { MappedNetwork("", ClustermapperUse::WATCH, config); });
    EXPECT_EQ(tooShort.find("a Clustermapper with a period of 900 ns: loops would come back too "
                            "late; expected at least "),
              0U)
        << tooShort;
    Simulator::Destroy();
}

/** @return verdicts and reports of a network on so many threads, with traffic beside the loops */
std::string
MappedTells(uint32_t threads)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SmallFabric(12, 2, 3, 2));
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    const Ptr<Network> network = test::Audited(helper.Install());
    network->ScheduleFaults("link:1.0.1/silent@450us,port-up:6.0/loss=50%@1ms,t1:0.2@700us..1ms");
    std::ostringstream said;
    ClustermapperConfig config;
    config.period = MicroSeconds(100);
    config.reportDelay = MicroSeconds(70);
    config.window = 10;
    config.verdict = [&said](const LoopLink& link, bool bad) {
        said << Simulator::Now() << ' ' << bad << ' ' << +link.plane << ' ' << link.number << ' '
             << link.uplink << '\n';
    };
    config.report = [&said](uint32_t nic, const std::vector<LoopResult>& results) {
        said << nic << ':';
        for (const LoopResult& result : results)
        {
            said << result.arrived;
        }
    };
    const Clustermapper mapper(network, config);
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        network->Connect(nic, (nic + 6) % 12)->Write(20000000);
    }
    Simulator::Stop(MilliSeconds(3));
    Simulator::Run();
    said << network->Fingerprint() << ' ' << Simulator::GetEventCount();
    EXPECT_EQ(network->Engine().shards.Pace().Windows().merged, 0U);
    EXPECT_EQ(network->Engine().shards.All().size(), threads);
    return said.str();
}

// Clauses: [several-threads] [clustermapper-verdicts]
TEST(Clustermapper, NamesOnSeveralThreadsWhatItNamesOnOne)
{
    const std::string one = MappedTells(1);
    EXPECT_NE(one.find(" 1 1 0 1\n"), std::string::npos) << "the link is named";
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_TRUE(MappedTells(threads) == one) << threads << " threads";
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
