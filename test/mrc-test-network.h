/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_NETWORK_H
#define MRC_TEST_NETWORK_H

#include "mrc-callback-of.h"
#include "mrc-conservation.h"
#include "mrc-test-topology.h"

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/global-value.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * @return a helper with networks that run under just this implementation, be it ns-3's default one
 */
inline FabricHelper
HelperUnder(const std::string& implementation, const std::string& scheduler = "ns3::MapScheduler")
{
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue(implementation));
    GlobalValue::Bind("SchedulerType", StringValue(scheduler));
    GlobalValue::Bind("MrcFastSimulator", BooleanValue(false));
    FabricHelper helper;
    GlobalValue::Bind("MrcFastSimulator", BooleanValue(true));
    return helper;
}

/** @return a network of this shape in a simulator of its own, with nothing posted */
inline Ptr<Network>
MakeNetwork(const TopologySpec& spec = SixNics(), int64_t stream = 7)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(stream);
    helper.SetTopology(spec);
    return Audited(helper.Install());
}

/**
 * Posts a Write of 1 MB from each NIC but 0 to NIC 0: of SixNics() an incast that trims and marks.
 *
 * @return the senders' queue pairs
 */
inline std::vector<Ptr<Qp>>
PostIncast(Network& network)
{
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 1; nic < network.GetTopology().Spec().nics; ++nic)
    {
        qps.push_back(network.Connect(nic, 0));
        qps.back()->Write(1000000);
    }
    return qps;
}

/** Counts the Writes of a queue pair that end well. */
inline void
CountSuccess(const Ptr<Qp>& qp, uint32_t& completed)
{
    qp->TraceConnectWithoutContext("Completed",
                                   CallbackOf<const Completion&>([&completed](const Completion& c) {
                                       completed += c.status == CompletionStatus::SUCCESS;
                                   }));
}

/** Notes when the latest Write of a queue pair completed. */
inline void
NoteCompletion(const Ptr<Qp>& qp, Instant& done)
{
    qp->TraceConnectWithoutContext(
        "Completed",
        CallbackOf<const Completion&>([&done](const Completion& c) { done = c.at; }));
}

/** @return when a Write of one packet from NIC 0 to NIC 1 completed, in ps; posted now */
inline int64_t
TimeOfPacket(Network& network)
{
    Ptr<Qp> qp = network.Connect(0, 1);
    Instant done;
    NoteCompletion(qp, done);
    qp->Write(4096);
    Simulator::Run();
    return done.Ps();
}

/** @return the sum of a counter over all ports */
inline uint64_t
SumOf(Network& network, uint32_t PortCounters::*member)
{
    uint64_t sum = 0;
    for (PortIndex p = 0; p < network.Engine().fabric.Tally().PortCount(); ++p)
    {
        sum += network.Engine().fabric.Tally().Counters(p).*member;
    }
    return sum;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_NETWORK_H */
