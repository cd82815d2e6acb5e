/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Networks of workloads on one thread and several, and what their runs tell.

#ifndef THREADS_TALE_H
#define THREADS_TALE_H

#include "../mrc-test-network.h"

#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-topology-spec.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** What a run differs in from the defaults. */
struct ThreadsTrouble
{
    std::string transport{};
    std::string faults{};
    bool endsSoon{false}; //!< queue pairs give up after the linear retries
    uint32_t pairs{1};    //!< queue pairs of each transfer
};

/** What a run tells. */
struct ThreadsTale
{
    std::string told; //!< must not depend on threads
    WindowTally windows;
    Span lookAhead;
};

/** @return a network on so many threads, in a simulator of its own */
inline Ptr<Network>
NetworkOnThreads(const TopologySpec& spec, uint32_t threads, const ThreadsTrouble& trouble)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    if (!trouble.transport.empty())
    {
        helper.SetQpAttribute("Transport", StringValue(trouble.transport));
    }
    helper.SetQpAttribute("PerPair", UintegerValue(trouble.pairs));
    if (trouble.endsSoon)
    {
        helper.SetQpAttribute("ExponentialRetries", UintegerValue(0));
    }
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults(trouble.faults);
    return network;
}

/** @param out what a run has told @return that, and how the run went; ends the simulation */
inline ThreadsTale
EndedTale(Network& network, std::ostringstream& out)
{
    out << network.Fingerprint() << ' ' << Simulator::Now().GetNanoSeconds() << '\n';
    ShardPace& pace = network.Engine().shards.Pace();
    const ThreadsTale tale{out.str(), pace.Windows(), pace.Pace().lookAhead};
    Simulator::Destroy();
    return tale;
}

/** Expects all threads to stop for starts, the workload's end, and hardly anything else. */
inline void
ExpectLongWindows(const ThreadsTale& tale, const std::string& what)
{
    const double mean = static_cast<double>(tale.windows.length.Ps()) / tale.windows.windows;
    EXPECT_GE(mean, 0.9 * static_cast<double>(tale.lookAhead.Ps())) << what;
    EXPECT_LE(tale.windows.meetings, 2U) << what << ": the end of the workload";
    EXPECT_LE(tale.windows.ordinary, 16U) << what << ": looks at the run, and a fault";
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* THREADS_TALE_H */
