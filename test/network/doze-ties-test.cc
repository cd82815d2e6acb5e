/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A queue pair's turn comes at the very picosecond of a wake-up that its NIC spares.

#include "../mrc-test-network.h"

#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
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

/** A run of which trials say that a turn without a path and a spared wake-up fall together. */
struct Tie
{
    int64_t baseRttNs; //!< a third of the interval of probes
    uint32_t timeout;  //!< exponent
    const char* rate;  //!< of the link from NIC 2
};

/** What has happened, and the hot events that this took. */
struct TieTale
{
    std::string words;
    uint64_t fired;
};

/**
 * NIC 0 has 36 queue pairs, so that a turn takes two intervals of probes or less. Every second one
 * writes to NIC 2, of which answers become rare.
 *
 * @return what has happened
 */
TieTale
TaleOf(const Tie& tie, bool dozes)
{
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl");
    TopologySpec spec = SmallFabric(3, 3, 0);
    spec.nicLinkRate = spec.fabricLinkRate = 16000000000; // a full packet takes 2,131 ns
    helper.SetTopology(spec);
    helper.AssignStreams(3);
    helper.SetCcAttribute("BaseRtt", TimeValue(NanoSeconds(tie.baseRttNs)));
    helper.SetEvAttribute("PlaneSilence", TimeValue(NanoSeconds(345222))); // 4.5 turns
    helper.SetQpAttribute("AckTimeoutExponent", UintegerValue(tie.timeout));
    if (!dozes)
    {
        // Longer than any run, so this changes nothing else.
        helper.SetQpAttribute("PacketTimeout", TimeValue(Seconds(10)));
    }
    const Ptr<Network> network = Audited(helper.Install());
    std::vector<Ptr<Qp>> qps;
    for (uint32_t i = 0; i < 36; ++i)
    {
        qps.push_back(network->Connect(0, 1 + i % 2));
        qps.back()->Write(80 * 4096);
    }
    network->ScheduleFaults("port-up:2.0/rate=" + std::string(tie.rate) + "@1ms..5ms");
    Simulator::Stop(MicroSeconds(2600));
    Simulator::Run();
    std::ostringstream out;
    for (const Ptr<Qp>& qp : qps)
    {
        out << qp->Counters().sentPackets << ' ' << qp->Counters().probesSent << '\n';
    }
    out << network->Fingerprint();
    const TieTale tale{out.str(), network->Engine().kernel.FiredCount()};
    Simulator::Destroy();
    return tale;
}

// While all planes are silent, a turn may find no path. Whether a queue pair leaves the round then,
// and for how long, depends on what comes first in that instant: the turn, or the wake-up.
// Clauses: [tail-probe] [all-planes-silent]
TEST(DozeTies, ATurnWithoutAPathIsTheSameWhereTheWakeUpIsSpared)
{
    for (const Tie& tie : {Tie{13021, 9, "0.2%"},
                           Tie{13399, 9, "0.2%"},
                           Tie{13399, 11, "0.2%"},
                           Tie{13443, 11, "0.05%"}})
    {
        SCOPED_TRACE(std::to_string(tie.baseRttNs) + ' ' + std::to_string(tie.timeout) + ' ' +
                     tie.rate);
        const TieTale dozing = TaleOf(tie, true);
        const TieTale awake = TaleOf(tie, false);
        EXPECT_TRUE(dozing.words == awake.words);
        EXPECT_LT(dozing.fired, awake.fired);
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
