/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef THREADS_TURNS_H
#define THREADS_TURNS_H

#include "threads-crowd.h"

#include "ns3/error-model.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/pointer.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Whether threads have taken turns, and how often. */
enum class Turns
{
    NEVER,
    SOMETIMES,
    ALWAYS,
};

/** @return whether threads took turns in a run */
inline Turns
TurnsOf(const Crowd& crowd)
{
    const WindowTally tally = crowd.network->Engine().shards.Pace().Windows();
    return tally.merged == 0 ? Turns::NEVER
                             : (tally.windows == 0 ? Turns::ALWAYS : Turns::SOMETIMES);
}

/** A run on so many threads. @return what it tells, and whether threads took turns */
using TurnsRun = std::function<std::string(uint32_t threads, Turns& turns)>;

/** Expects any number of threads to tell what one does, and to take turns as given. */
inline void
ExpectTurns(Turns expected, const TurnsRun& run, const std::string& what)
{
    Turns turns{};
    const std::string one = run(1, turns);
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_TRUE(run(threads, turns) == one) << threads << " threads, " << what;
        EXPECT_EQ(turns, expected) << threads << " threads, " << what;
    }
}

/** @return 12 NICs on six T0s in two planes */
inline TopologySpec
TurnsFabric()
{
    return SmallFabric(12, 2, 3, 2);
}

/** Posts Writes from each NIC to one on the other side. */
inline void
PostAcross(Crowd& crowd)
{
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        crowd.Post(nic, (nic + 6) % 12, 100000, 1);
    }
}

/** @return a model that takes some packets; its draws are in the order of all packets it sees */
inline Ptr<RateErrorModel>
LossyModel(double rate)
{
    const auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(rate);
    model->AssignStreams(3);
    return model;
}

/** Gives every third link one model for all of them. */
inline void
GiveModel(Network& network, double rate)
{
    const auto model = LossyModel(rate);
    for (PortIndex port = 0; port < network.GetTopology().PortCount(); port += 3)
    {
        const Ptr<Channel> link = network.GetFaces().PortAt(port)->GetChannel();
        link->SetAttribute(port % 2 == 0 ? "ErrorModelUp" : "ErrorModelDown", PointerValue(model));
    }
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif // THREADS_TURNS_H
