/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packets that may wait at the ports of NICs.

#include "../mrc-test-network.h"

#include "ns3/mrc-nic-table.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** The outcome of Writes to a NIC with a slow way out, and of one Write that the NIC sends. */
struct NicLimitRun
{
    uint64_t drops{0};
    uint32_t completed{0};
    uint32_t most{0};  //!< bytes of control packets that waited
    Instant sent;      //!< when the NIC's own Write was complete
    int64_t booked{0}; //!< the most time that the NIC took for waiting packets, ps
    uint64_t fingerprint{0};
};

NicLimitRun
Answer(uint32_t limit, bool wireMode = false)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SmallFabric(6, 3, 2, 2));
    helper.SetFabricAttribute("NicControlLimit", UintegerValue(limit));
    helper.SetFabricAttribute("WireMode", BooleanValue(wireMode));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults("port-up:0.1/rate=1%@0ns");
    NicLimitRun run;
    for (const Ptr<Qp>& qp : PostIncast(*network))
    {
        CountSuccess(qp, run.completed);
    }
    const Ptr<Qp> own = network->Connect(0, 5);
    CountSuccess(own, run.completed);
    NoteCompletion(own, run.sent);
    own->Write(200000);
    const PortIndex port = network->GetTopology().NicPort(0, 1);
    for (int us = 1; us < 2000; ++us)
    {
        Simulator::Schedule(MicroSeconds(us), [&, port] {
            const Instant now = network->Engine().kernel.Now();
            const FabricWatch watch = network->Engine().fabric.Onlookers();
            run.most = std::max(run.most, watch.Backlog(port, TrafficClass::CONTROL, now));
            // Only control packets wait behind the packet that is being sent, and the limit is for
            // them.
            const Instant idle = network->Engine().nics.Store().nics[0].idle[1];
            const Instant free = network->Engine().fabric.State().Port(port).free;
            run.booked = std::max(run.booked, (idle - free).Ps());
        });
    }
    Simulator::Run();
    const FabricTally tally = network->Engine().fabric.Tally();
    run.drops = tally.DropsAt(port, DropReason::CONTROL_OVERFLOW);
    EXPECT_EQ(tally.Drops(DropReason::CONTROL_OVERFLOW), run.drops) << "nowhere else";
    run.fingerprint = network->Fingerprint();
    EXPECT_EQ(network->Engine().fabric.Pool().Live(), 0U);
    Simulator::Destroy();
    return run;
}

// Clauses: [nic-queue-limit]
TEST(NicLimit, BeyondItControlPacketsAreDropped)
{
    constexpr uint32_t limit = 1000;
    const NicLimitRun free = Answer(0);
    EXPECT_EQ(free.drops, 0U);
    EXPECT_EQ(free.completed, 6U);
    EXPECT_GT(free.most, limit);
    const NicLimitRun run = Answer(limit);
    EXPECT_GT(run.drops, 10U);
    EXPECT_EQ(run.completed, 6U) << "timers send again what was lost";
    EXPECT_LE(run.most, limit);
    EXPECT_GT(run.most, limit - 200) << "it is used";
    // 1,000 bytes and the gaps of some 10 packets, at 1 Gb/s; dropped packets take no time
    EXPECT_LE(run.booked, Nanos(10 * (limit + 200)).Ps());
    EXPECT_GT(run.booked, Nanos(8 * (limit - 200)).Ps());
}

// Clauses: [nic-queue-limit], [wire-mode]
TEST(NicLimit, IsTheSameInWireMode)
{
    EXPECT_EQ(Answer(1000).fingerprint, Answer(1000, true).fingerprint);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
