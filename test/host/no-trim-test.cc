/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Clauses of this file: [trim-capability]

#include "../mrc-conservation.h"

#include "ns3/boolean.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/*
 * Eight NICs of two racks write into one, and its queue drops packets that find no room. Of each
 * sender the queue drops more than the 64 packets that one SACK shows, while the window gets too
 * small for any of them. The probes that follow show the rest, so that nobody waits for a timer.
 */
TEST(NoTrim, ManyLossesAreFoundWithoutATimer)
{
    TopologySpec spec;
    spec.nics = 9;
    spec.planes = 2;
    spec.nicsPerT0 = 8;
    spec.t1Count = 4;
    spec.nicLinkRate = spec.fabricLinkRate = 400000000000;
    FabricHelper fabric;
    fabric.SetTopology(spec);
    fabric.SetFabricAttribute("Trimming", BooleanValue(false));
    const Ptr<Network> network = Audited(fabric.Install());
    std::vector<Ptr<Qp>> qps;
    Instant last;
    for (uint32_t source = 0; source < 8; ++source)
    {
        qps.push_back(network->Connect(source, 8));
        qps.back()->TraceConnectWithoutContext(
            "Completed",
            Callback<void, const Completion&>([&last](const Completion& c) { last = c.at; }));
        qps.back()->Write(3000000);
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : qps)
    {
        const QueuePairCounters counters = qp->Counters();
        EXPECT_GT(counters.retransmissions[static_cast<size_t>(RetransmitCause::GAP)], 64U);
        EXPECT_EQ(counters.retransmissions[static_cast<size_t>(RetransmitCause::TIMEOUT)], 0U);
    }
    // 24 MB take 250 us of the two planes
    EXPECT_LT(last, Instant() + Micros(400));
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
