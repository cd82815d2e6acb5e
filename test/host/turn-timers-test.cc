/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The timers of many queue pairs with data that waits for its turn at one port.

#include "engine-rig.h"
#include "own-loop.h"

#include <gtest/gtest.h>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace
{

using test::EngineRig;
using test::OwnLoop;

constexpr SlotIndex PAIRS = 64; //!< a turn takes 22 us, some three intervals of probes
constexpr uint32_t PACKETS = 40;

// Data that waits for its turn does the work of probes. Once the NIC woke each queue pair three
// times in each turn only to hear that.
// Clauses: [tail-probe]
TEST(TurnTimers, QueuePairsThatWaitForTheirTurnAreNotWoken)
{
    OwnLoop loop;
    EngineRig rig(1, loop, loop);
    for (SlotIndex pair = 1; pair < PAIRS; ++pair)
    {
        QueuePairPlan own;
        own.slot = 2 * pair;
        own.nic = 0;
        own.peer = 1;
        own.peerOffer = own.qp.Offer();
        QueuePairPlan peer = own;
        peer.slot = own.slot + 1;
        std::swap(peer.nic, peer.peer);
        rig.GetNics().Setup().AddReady(own, peer);
    }
    for (SlotIndex pair = 0; pair < PAIRS; ++pair)
    {
        WorkRequest request;
        request.length = PACKETS * 4096;
        rig.GetNics().Host().Post(2 * pair, request);
    }
    loop.Run(Instant() + Micros(4000));
    for (SlotIndex pair = 0; pair < PAIRS; ++pair)
    {
        const QueuePairCounters& counters =
            rig.GetNics().Seats().AdminOf(2 * pair).Status().counters;
        ASSERT_EQ(counters.sentPackets, PACKETS) << pair;
        EXPECT_EQ(counters.probesSent - counters.evProbesSent, 0U) << pair;
    }
    // For each packet two arrivals and one wake-up for the port, and for its SACK at most as many.
    const uint64_t fired = rig.GetNics().Store().kernel->FiredCount();
    EXPECT_LT(fired, 5U * PAIRS * PACKETS);
}

} // namespace
} // namespace mrc
} // namespace ns3
