/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef THREADS_CROWD_H
#define THREADS_CROWD_H

#include "../mrc-conservation.h"
#include "../mrc-test-network.h"

#include "ns3/uinteger.h"

#include <functional>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A network with queue pairs that tell when Writes end, and all that is seen from outside. */
class Crowd
{
  public:
    /** Sets more of a helper than topology and threads. */
    using Settings = std::function<void(FabricHelper&)>;

    Crowd(
        const TopologySpec& spec,
        uint32_t threads,
        const Settings& settings = [](FabricHelper&) {})
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(spec);
        settings(helper);
        helper.SetFabricAttribute("Threads", UintegerValue(threads));
        helper.SetFabricAttribute("Faces", StringValue("Named")); // nodes have ordinary events
        network = Audited(helper.Install());
    }

    ~Crowd()
    {
        network = nullptr;
        Simulator::Destroy();
    }

    /** Posts a Write; the end of each of some more posts the next one. */
    void Post(uint32_t from, uint32_t to, uint32_t bytes, uint32_t more = 0)
    {
        const Ptr<Qp> qp = network->Connect(from, to);
        qp->TraceConnectWithoutContext(
            "Completed",
            CallbackOf<const Completion&>([this, own = PeekPointer(qp), bytes, more](
                                              const Completion& c) {
                told << Simulator::Now().GetTimeStep() << ' ' << c.at.Ps() << ' ' << c.id << '\n';
                if (c.id < more)
                {
                    own->Write(bytes);
                }
            }));
        qp->Write(bytes);
    }

    /** @return what was told, and the counts of the run */
    std::string Run()
    {
        Simulator::Run();
        uint64_t marks = 0;
        uint64_t trims = 0;
        const FabricTally tally = network->Engine().fabric.Tally();
        for (PortIndex port = 0; port < tally.PortCount(); ++port)
        {
            marks += tally.Counters(port).marks;
            trims += tally.Counters(port).trims;
        }
        told << "fingerprint " << network->Fingerprint() << " marks " << marks << " trims " << trims
             << " drops " << tally.Drops(DropReason::TRIMMED_OVERFLOW) << " events "
             << Simulator::GetEventCount() << " at " << Simulator::Now().GetTimeStep() << '\n';
        for (const Ptr<Qp>& qp : network->GetQueuePairs())
        {
            const Requestor& ends = *qp;
            told << ends.Counters().sentPackets << ' ' << ends.PeerCounters().placedBytes << ' '
                 << ends.PeerCounters().trims << '\n';
        }
        return told.str();
    }

    Ptr<Network> network;
    std::ostringstream told;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* THREADS_CROWD_H */
