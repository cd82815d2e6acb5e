/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Trace sources of queue pairs tell on several threads what they tell on one, in the same order.

#include "../mrc-qp-trace-lines.h"
#include "threads-crowd.h"

#include "ns3/string.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return what an incast with faults tells on so many threads; sinks come at a time */
std::string
TracesTell(uint32_t threads, Time from)
{
    const TopologySpec spec = SmallFabric(12, 2, 3, 2);
    Crowd crowd(spec, threads, [](FabricHelper& helper) {
        helper.SetQpAttribute("LinearRetries", StringValue("1"));
        helper.SetQpAttribute("ExponentialRetries", StringValue("1")); // some queue pairs fail
    });
    crowd.network->ScheduleFaults("port:3.1@20us..90us,t1:0.1@25us,nic:5@40us");
    for (uint32_t nic = 1; nic < spec.nics; ++nic)
    {
        crowd.Post(nic, 0, 150000, 1);
        crowd.Post(nic, (nic + 6) % spec.nics, 100000);
    }
    Simulator::Schedule(from, [&crowd] {
        uint32_t number = 0;
        for (const Ptr<Qp>& qp : crowd.network->GetQueuePairs())
        {
            TraceLines(crowd.told, *qp, std::to_string(number) + " source");
            TraceLines(crowd.told, *qp->Peer(), std::to_string(number++) + " peer");
        }
    });
    Simulator::Stop(MilliSeconds(60));
    return crowd.Run();
}

// Clauses: [several-threads]
TEST(ThreadsQpTraces, TellWhatOneThreadTells)
{
    for (const Time& from : {Time(0), MicroSeconds(30)}) // before the first packet, and amid a run
    {
        const std::string one = TracesTell(1, from);
        for (const char* source : {" window ",
                                   " flight ",
                                   " rtt ",
                                   " nack ",
                                   " planes ",
                                   " bytes ",
                                   " path ",
                                   " resent ",
                                   " state ",
                                   " delivered "})
        {
            EXPECT_NE(one.find(source), std::string::npos) << source;
        }
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_TRUE(TracesTell(threads, from) == one) << threads << " threads from " << from;
        }
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
