/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Trace sources of queue pairs tell on several threads what they tell on one, in the same order.

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

/** Writes down what the trace sources of both ends of a queue pair tell. */
void
TraceAll(Crowd& crowd, Qp& qp, const std::string& name)
{
    const auto line = [&crowd, name](const char* source) -> std::ostream& {
        return crowd.told << Simulator::Now().GetTimeStep() << ' ' << name << ' ' << source << ' ';
    };
    qp.TraceConnectWithoutContext(
        "CongestionWindow",
        CallbackOf<uint64_t, uint64_t>(
            [line](uint64_t from, uint64_t to) { line("window") << from << ' ' << to << '\n'; }));
    qp.TraceConnectWithoutContext(
        "BytesInFlight",
        CallbackOf<uint64_t, uint64_t>(
            [line](uint64_t from, uint64_t to) { line("flight") << from << ' ' << to << '\n'; }));
    qp.TraceConnectWithoutContext("Rtt", CallbackOf<const RttSample&>([line](const RttSample& s) {
                                      line("rtt") << s.rtt.Ps() << ' ' << s.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext("Nack",
                                  CallbackOf<const NackReport&>([line](const NackReport& report) {
                                      line("nack")
                                          << static_cast<int>(report.reason) << ' '
                                          << report.psn.Value() << ' ' << report.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext("Planes",
                                  CallbackOf<const PlaneStatus&>([line](const PlaneStatus& status) {
                                      line("planes") << status.own << ' ' << status.peer << ' '
                                                     << status.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext("PlaneBytes",
                                  CallbackOf<const PlaneBytes&>([line](const PlaneBytes& sent) {
                                      line("bytes") << sent.bytes[0] << ' ' << sent.bytes[1] << ' '
                                                    << sent.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext(
        "PathState",
        CallbackOf<const PathTransition&>([line](const PathTransition& change) {
            line("path") << change.ev.value << ' ' << static_cast<int>(change.from) << ' '
                         << static_cast<int>(change.to) << ' ' << change.at.Ps() << '\n';
        }));
    qp.TraceConnectWithoutContext(
        "Resent",
        CallbackOf<const Retransmission&>([line](const Retransmission& again) {
            line("resent") << static_cast<int>(again.cause) << ' ' << again.after.Ps() << '\n';
        }));
    qp.TraceConnectWithoutContext("State",
                                  CallbackOf<QpState, QpState>([line](QpState from, QpState to) {
                                      line("state") << static_cast<int>(from) << ' '
                                                    << static_cast<int>(to) << '\n';
                                  }));
    qp.TraceConnectWithoutContext("Delivered",
                                  CallbackOf<const Delivery&>([line](const Delivery& delivery) {
                                      line("delivered") << delivery.at.Ps() << '\n';
                                  }));
}

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
            TraceAll(crowd, *qp, std::to_string(number) + " source");
            TraceAll(crowd, *qp->Peer(), std::to_string(number++) + " peer");
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
