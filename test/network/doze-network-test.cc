/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Queue pairs that a NIC does not wake while their data waits for its turn, while ports pause, go
// and come. All happens as if each of them were woken.

#include "../mrc-test-network.h"

#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <iterator>
#include <numeric>
#include <ostream>
#include <sstream>
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

/** A T0 pauses a NIC for a while, by PFC. */
struct Hold
{
    uint32_t nic;
    int64_t from; //!< us
    int64_t to;   //!< us; the last pause lasts up to 20 us longer
};

/** What happens while data waits for its turn. */
struct DozeTrouble
{
    const char* name;
    const char* faults; //!< in words
    std::vector<Hold> holds{};
    const char* failure{"Ideal"}; //!< PortFailure
    uint32_t senders{2};
    uint32_t timeout{8}; //!< exponent: 262 us
    int64_t stop{0};     //!< us; 0: nothing is left to happen then
    int64_t abort{0};    //!< us: all queue pairs go to ERR then; 0: they do not
    bool isPaced{false}; //!< the first NIC also has a queue pair with a packet each 300 us
};

void
PrintTo(const DozeTrouble& one, std::ostream* os)
{
    *os << one.name;
}

/** What a run tells. */
struct DozeTale
{
    std::string told; //!< must not depend on dozes
    Time end;
    uint64_t fired;
};

/** @return a fabric of one plane with PFC, of which queue pairs doze or do not */
Ptr<Network>
NetworkOf(const DozeTrouble& trouble, bool dozes)
{
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl");
    helper.SetTopology(SmallFabric(8, 4, 2));
    helper.AssignStreams(5);
    helper.SetFabricAttribute("Trimming", BooleanValue(false));
    helper.SetFabricAttribute("LosslessDscps", StringValue("0,1,2"));
    helper.SetFabricAttribute("PfcXoff", UintegerValue(60000));
    helper.SetFabricAttribute("PfcQuanta", UintegerValue(4000));
    helper.SetFabricAttribute("PortFailure", StringValue(trouble.failure));
    helper.SetQpAttribute("AckTimeoutExponent", UintegerValue(trouble.timeout));
    if (!dozes)
    {
        // Longer than any run, so this changes nothing else.
        helper.SetQpAttribute("PacketTimeout", TimeValue(Seconds(10)));
    }
    return Audited(helper.Install());
}

/** Has the T0 of a NIC pause the NIC. */
void
Schedule(Network& network, const Hold& hold)
{
    const PortIndex down = network.GetTopology().Peer(network.GetTopology().NicPort(hold.nic, 0));
    NetworkEngine engine = network.Engine();
    Simulator::Schedule(MicroSeconds(hold.from), [engine, down] {
        engine.fabric.Faults().BeginStorm(down, engine.kernel.Now());
    });
    Simulator::Schedule(MicroSeconds(hold.to),
                        [engine, down] { engine.fabric.Faults().EndStorm(down); });
}

/**
 * Each sender has 80 queue pairs to NICs behind other switches, so that a turn takes 27 us. Half of
 * them post at once, and the others one after the other.
 *
 * @return the queue pairs
 */
std::vector<Ptr<Qp>>
PostAll(Network& network, uint32_t senders)
{
    std::vector<Ptr<Qp>> qps;
    for (uint32_t i = 0; i < 80; ++i)
    {
        for (uint32_t nic = 0; nic < senders; ++nic)
        {
            const Ptr<Qp> qp = network.Connect(nic, 4 + (i + nic) % 4);
            qps.push_back(qp);
            const int64_t at = i % 2 == 0 ? 0 : 700 * i + nic;
            Simulator::Schedule(NanoSeconds(at), [qp, i] { qp->Write((14 + i % 5) * 4096 + i); });
        }
    }
    return qps;
}

/** Has all queue pairs go to ERR. */
void
AbortAt(int64_t us, const std::vector<Ptr<Qp>>& qps)
{
    Simulator::Schedule(MicroSeconds(us), [&qps] {
        QpAttributes broken;
        broken.state = QpState::ERR;
        for (const Ptr<Qp>& qp : qps)
        {
            qp->Modify(broken);
        }
    });
}

/** The first packet leaves while the NIC has no other data, and the NIC keeps the pair's pace. */
void
PostPaced(Network& network)
{
    const auto profile = CreateObject<QpProfile>();
    profile->SetAttribute("Transport",
                          StringValue("ns3::mrc::RoceTransport[RateControl=Fixed|"
                                      "FixedRate=112000000|AckTimeoutExponent=14]"));
    network.Connect(0, 4, QpProfilePair{profile, profile})->Write(4 * 4096);
}

void
Note(const QueuePairCounters& counters, std::ostream& out)
{
    out << counters.sentPackets << ' ' << counters.probesSent << ' '
        << std::accumulate(std::begin(counters.retransmissions),
                           std::end(counters.retransmissions),
                           uint64_t{0})
        << '\n';
}

DozeTale
TaleOf(const DozeTrouble& trouble, bool dozes)
{
    const Ptr<Network> network = NetworkOf(trouble, dozes);
    network->ScheduleFaults(trouble.faults);
    for (const Hold& hold : trouble.holds)
    {
        Schedule(*network, hold);
    }
    std::ostringstream out;
    if (trouble.isPaced)
    {
        PostPaced(*network);
    }
    const std::vector<Ptr<Qp>> qps = PostAll(*network, trouble.senders);
    if (trouble.abort != 0)
    {
        AbortAt(trouble.abort, qps);
    }
    for (const Ptr<Qp>& qp : qps)
    {
        qp->TraceConnectWithoutContext("Completed",
                                       CallbackOf<const Completion&>([&out](const Completion& c) {
                                           out << c.at.Ps() << ' ' << c.status << '\n';
                                       }));
    }
    if (trouble.stop != 0)
    {
        Simulator::Stop(MicroSeconds(trouble.stop));
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : qps)
    {
        Note(qp->Counters(), out);
    }
    out << network->Fingerprint();
    const DozeTale tale{out.str(), Simulator::Now(), network->Engine().kernel.FiredCount()};
    Simulator::Destroy();
    return tale;
}

const DozeTrouble DOZE_TROUBLES[] = {
    {"Nothing", ""},
    {"Incast", "", {}, "Ideal", 4},
    {"Pause", "", {{0, 150, 250}}},
    {"PausesAndLongTimeouts", "", {{0, 150, 250}, {1, 300, 301}}, "Ideal", 2, 12},
    {"PauseBeyondTheTimeout", "", {{0, 150, 900}}},
    {"PausesOfBoth", "", {{0, 150, 350}, {1, 160, 300}}},
    {"ManyPauses", "", {{0, 100, 101}, {0, 140, 141}, {0, 190, 191}, {0, 250, 251}, {0, 320, 321}}},
    {"PauseBeyondTheEnd", "", {{1, 380, 8000}}},
    {"PortDown", "port:0.0@150us..400us"},
    {"PortDownForGood", "port:0.0@150us"},
    {"PortFlaps", "port:0.0/flap=60us/duty=30%@100us..600us"},
    {"PortsOfPeers", "port:4.0@150us..400us,port:5.0@200us..220us", {}, "Ideal", 2, 8, 1500},
    {"Blackout", "port:0.0@150us..170us", {}, "Cx8Like"},
    {"PlaneLost", "plane:0@150us..500us"},
    {"PlaneLostForGood", "plane:0@150us"},
    {"T1Reboots", "t1:0.0@150us..600us", {}, "Ideal", 2, 8, 1500},
    {"T1sReboot", "t1:0.0@150us..350us,t1:0.1@250us..500us", {}, "Ideal", 1, 8, 1000},
    {"SilentT1", "t1:0.1/silent@150us", {}, "Ideal", 2, 8, 1500},
    {"SilentT0", "t0:0.1/silent@150us..600us", {}, "Ideal", 1, 8, 900},
    {"SilentT0ForGood", "t0:0.1/silent@150us", {}, "Ideal", 2, 8, 1500},
    {"SilentT0AndShortTimeouts", "t0:0.1/silent@150us..300us", {}, "Ideal", 2, 6, 1500},
    {"OneTimeoutForAll", "port:0.0@150us..200us,t0:0.1/silent@201us", {}, "Ideal", 1, 8, 1500},
    {"PauseWhileThePortIsDown", "port:0.0@200us..300us", {{0, 150, 350}}},
    {"PortDownInAPause", "port:0.0@220us..240us", {{0, 150, 600}}},
    {"PauseInASilence", "t0:0.1/silent@150us..700us", {{0, 200, 400}}, "Ideal", 1, 8, 900},
    {"Abort", "", {}, "Ideal", 2, 12, 0, 200},
    {"AnotherPairsPace", "", {{0, 150, 900}}, "Ideal", 2, 8, 0, 0, true},
};

class DozeNetwork : public ::testing::TestWithParam<DozeTrouble>
{
};

// Clauses: [tail-probe] [pfc-response]
TEST_P(DozeNetwork, AllIsAsIfEachQueuePairWereWoken)
{
    const DozeTale dozing = TaleOf(GetParam(), true);
    const DozeTale awake = TaleOf(GetParam(), false);
    EXPECT_TRUE(dozing.told == awake.told);
    EXPECT_LT(dozing.fired, awake.fired);
    EXPECT_LE(dozing.end, awake.end) << "nothing waits for a wake-up that nobody needs any more";
}

INSTANTIATE_TEST_SUITE_P(Network,
                         DozeNetwork,
                         ::testing::ValuesIn(DOZE_TROUBLES),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
