/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The cost of a packet-hop: a permutation on a two-tier fabric with the whole protocol on.
 *
 * Every NIC writes one message to a NIC of another T0. Fabric and transport have their default
 * attributes. The payload has 4,096 bytes, links have 100 Gb/s, bisection is full, and nobody
 * listens. A packet-hop is one frame received whole at the far end of a link, control and trimmed
 * ones included.
 *
 *   mrc-bench --nics=128 --nicsPerT0=16 --planes=1 --bytes=33554432
 *   mrc-bench --nics=8192 --nicsPerT0=128 --planes=8 --idle
 *
 * Prints one line of JSON. With --idle nothing is sent: only the memory of the fabric counts.
 */

#include "mrc-bench-graph.h"
#include "mrc-bench-load.h"
#include "mrc-bench-measure.h"
#include "mrc-bench-totals.h"

#include "ns3/command-line.h"
#include "ns3/fatal-error.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <exception>
#include <iostream>
#include <map>
#include <string>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

constexpr uint64_t BIT_RATE = 100000000000;

/** The fabric that is built, and the load. */
struct Options
{
    BenchLoad load{128, 16, 32U << 20, 1000000};
    uint32_t planes{1};
    uint32_t t1Count{0}; //!< 0: as many as NICs on a T0
    uint32_t threads{1};
    uint32_t ranks{1};
    bool graph{false};
    bool faces{false};
    bool idle{false};
    std::string qp;    //!< a preset of queue pairs and fabric; empty: the defaults
    std::string watch; //!< how all ports are watched; empty: they are not
};

Options
Parse(int argc, char* argv[])
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("nics", "NICs, a multiple of nicsPerT0", options.load.nics);
    cmd.AddValue("nicsPerT0", "NICs on a T0", options.load.nicsPerLeaf);
    cmd.AddValue("planes", "Planes, each with one 100 Gb/s port of a NIC", options.planes);
    cmd.AddValue("t1s", "T1s of a plane; 0: as many as NICs on a T0", options.t1Count);
    cmd.AddValue("bytes", "Bytes of each flow", options.load.bytes);
    cmd.AddValue("jitterPs", "Starts are drawn from this many picoseconds", options.load.jitterPs);
    cmd.AddValue("threads", "Threads that share the run", options.threads);
    cmd.AddValue("ranks", "Processes that share the run, which mpirun has started", options.ranks);
    cmd.AddValue("graph", "Describe the fabric by a graph instead of numbers", options.graph);
    cmd.AddValue("faces", "Give nodes and ports their ns-3 objects", options.faces);
    cmd.AddValue("idle", "Build only", options.idle);
    cmd.AddValue("qp", "Preset of queue pairs, such as roce or roce-lossless", options.qp);
    cmd.AddValue("watch",
                 "Who watches all ports: pcap, ascii, flows, allFlows, all (sinks of all trace "
                 "sources), or a sink of the trace source of this name, also of all queue pairs",
                 options.watch);
    cmd.Parse(argc, argv);
    return options;
}

TopologySpec
SpecOf(const Options& options)
{
    TopologySpec spec;
    spec.name = "bench";
    spec.nics = options.load.nics;
    spec.planes = options.planes;
    spec.nicsPerT0 = options.load.nicsPerLeaf;
    spec.t1Count = options.t1Count == 0 ? options.load.nicsPerLeaf : options.t1Count;
    spec.nicLinkRate = BIT_RATE;
    spec.fabricLinkRate = BIT_RATE;
    return options.graph ? GraphOf(spec) : spec;
}

/** A sink that takes no time. */
template <typename... Args>
void
Ignore(Args...)
{
}

/** Such sinks by the names of their trace sources. */
using Sinks = std::map<std::string, CallbackBase>;

Sinks
PortSinks()
{
    const CallbackBase ofPacket = MakeCallback(&Ignore<Ptr<const Packet>>);
    return {{"Enqueue", ofPacket},
            {"PhyTxBegin", ofPacket},
            {"PhyRxEnd", ofPacket},
            {"Mark", ofPacket},
            {"Trim", MakeCallback(&Ignore<Ptr<const Packet>, uint32_t>)},
            {"Drop", MakeCallback(&Ignore<Ptr<const Packet>, DropReason>)}};
}

Sinks
QpSinks()
{
    const CallbackBase ofBytes = MakeCallback(&Ignore<uint64_t, uint64_t>);
    return {{"Completed", MakeCallback(&Ignore<const Completion&>)},
            {"Delivered", MakeCallback(&Ignore<const Delivery&>)},
            {"Resent", MakeCallback(&Ignore<const Retransmission&>)},
            {"State", MakeCallback(&Ignore<QpState, QpState>)},
            {"CongestionWindow", ofBytes},
            {"BytesInFlight", ofBytes},
            {"Rtt", MakeCallback(&Ignore<const RttSample&>)},
            {"Nack", MakeCallback(&Ignore<const NackReport&>)},
            {"Planes", MakeCallback(&Ignore<const PlaneStatus&>)},
            {"PathState", MakeCallback(&Ignore<const PathTransition&>)},
            {"PlaneBytes", MakeCallback(&Ignore<const PlaneBytes&>)}};
}

/** Connects a sink; ends the program if there is no such trace source. */
void
Connect(Object& object, const std::string& source, const CallbackBase& sink)
{
    if (!object.TraceConnectWithoutContext(source, sink))
    {
        NS_FATAL_ERROR("the sink of " << source << " could not be connected");
    }
}

/** Watches all ports: pcap, ascii: into files that go nowhere; all: by six sinks; else by one. */
void
WatchPorts(FabricHelper& helper, Network& network, const std::string& how)
{
    const std::string nowhere = "/dev/null";
    const Sinks sinks = PortSinks();
    const NetDeviceContainer ports = network.GetFaces().CreatePorts("");
    for (uint32_t i = 0; i < ports.GetN(); ++i)
    {
        if (how == "pcap")
        {
            helper.EnablePcap(nowhere, ports.Get(i), true, true);
        }
        else if (how == "ascii")
        {
            helper.EnableAscii(nowhere, ports.Get(i), true);
        }
        else if (how == "all")
        {
            for (const auto& [source, sink] : sinks)
            {
                Connect(*ports.Get(i), source, sink);
            }
        }
        else if (sinks.count(how) != 0)
        {
            Connect(*ports.Get(i), how, sinks.at(how));
        }
        else
        {
            NS_FATAL_ERROR("--watch=" << how
                                      << "; expected pcap, ascii, all, flows, allFlows or a trace "
                                      << "source of ns3::mrc::Port or ns3::mrc::Qp");
        }
    }
}

/**
 * Watches the parts that are asked for, when the queue pairs exist.
 *
 * @param how flows, allFlows: a FlowMonitor on the NICs, or on the switches too; a trace source of
 * Qp: all queue pairs; else as WatchPorts
 */
void
Watch(FabricHelper& helper, FlowMonitorHelper& flows, Ptr<Network> network, const std::string& how)
{
    const Sinks sinks = QpSinks();
    if (how == "flows")
    {
        flows.Install(network);
    }
    else if (how == "allFlows")
    {
        flows.InstallAll(network);
    }
    else if (sinks.count(how) != 0)
    {
        for (const Ptr<Qp>& qp : network->GetQueuePairs())
        {
            Connect(*qp, how, sinks.at(how));
        }
    }
    else
    {
        WatchPorts(helper, *network, how);
    }
}

/** A permutation on a network, and its outcome. */
class BenchRun
{
  public:
    BenchRun(const Ptr<Network>& network, const BenchLoad& load)
        : m_network(network),
          m_load(load)
    {
        for (uint32_t nic = 0; nic < load.nics; ++nic)
        {
            const Ptr<Qp> qp = network->Connect(nic, load.DestinationOf(nic));
            qp->TraceConnectWithoutContext("Completed", MakeCallback(&BenchRun::Count, this));
            Simulator::Schedule(PicoSeconds(load.StartPs(nic)),
                                [qp, &load] { qp->Write(load.bytes); });
        }
    }

    /** @return whether every flow ended well */
    bool IsComplete() const
    {
        return m_completed == m_load.nics;
    }

    /** Adds what transports did, of those of this process, and the events in it. */
    void Report(JsonLine& line) const;

  private:
    void Count(const Completion& completion)
    {
        m_completed += completion.status == CompletionStatus::SUCCESS ? 1 : 0;
        m_last = std::max(m_last, completion.at);
    }

    Ptr<Network> m_network;
    BenchLoad m_load;
    uint32_t m_completed{0};
    Instant m_last;
};

void
BenchRun::Report(JsonLine& line) const
{
    uint64_t retransmissions[RETRANSMIT_CAUSES]{};
    uint64_t sent = 0;
    uint64_t retired = 0;
    for (const Ptr<Qp>& qp : m_network->GetQueuePairs())
    {
        const QueuePairCounters& counters = qp->Counters();
        sent += counters.sentPackets;
        retired += counters.pathsRetired;
        for (unsigned cause = 0; cause < RETRANSMIT_CAUSES; ++cause)
        {
            retransmissions[cause] += counters.retransmissions[cause];
        }
    }
    line.Add("completed", m_completed)
        .Add("finishSeconds", static_cast<double>(m_last.Ps()) * 1e-12)
        .Add("dataPackets", sent)
        .Add("retransmissionsTrim", retransmissions[0])
        .Add("retransmissionsGap", retransmissions[1])
        .Add("retransmissionsTimeout", retransmissions[2])
        .Add("retransmissionsRefused", retransmissions[3])
        .Add("retransmissionsPort", retransmissions[4])
        .Add("pathsRetired", retired)
        .Add("hotEvents", Simulator::GetEventCount() - m_load.nics);
}

/** Builds, runs and measures. @return for main */
int
Run(const Options& options)
{
    const uint64_t emptyBytes = ResidentBytes();
    const double begin = CpuSeconds();
    if (!options.qp.empty())
    {
        FabricHelper::SetQpDefaults(options.qp);
    }
    FabricHelper helper;
    helper.SetTopology(SpecOf(options));
    helper.SetFabricAttribute("Faces", StringValue(options.faces ? "All" : "Named"));
    helper.SetFabricAttribute("Threads", UintegerValue(options.threads));
    helper.SetFabricAttribute("Ranks", UintegerValue(options.ranks));
    const Ptr<Network> network = helper.Install();
    const double fabricBuilt = CpuSeconds();

    JsonLine line;
    line.AddText("program", "mrc")
        .Add("nics", options.load.nics)
        .Add("nicsPerT0", options.load.nicsPerLeaf)
        .Add("planes", options.planes)
        .Add("bytes", options.load.bytes)
        .Add("seed", RngSeedManager::GetSeed())
        .Add("run", RngSeedManager::GetRun());
    if (options.idle)
    {
        const uint64_t bytes = ResidentBytes() - emptyBytes;
        line.Add("buildCpuSeconds", fabricBuilt - begin)
            .Add("idleBytes", bytes)
            .Add("idleBytesPerNic", static_cast<double>(bytes) / options.load.nics)
            .Add("peakBytes", StatusBytes("VmHWM"))
            .Print();
        return 0;
    }

    BenchRun run(network, options.load);
    FlowMonitorHelper flows;
    if (!options.watch.empty())
    {
        Watch(helper, flows, network, options.watch);
    }
    const double built = CpuSeconds();
    const double begun = WallSeconds();
    Simulator::Run();
    const double ended = WallSeconds();
    const double done = CpuSeconds();
    const FabricTotals totals = TotalsOf(*network);
    AddTotals(line, totals);
    line.Add("threads", options.threads)
        .Add("ranks", options.ranks)
        .Add("runWallSeconds", ended - begun)
        .Add("runCpuSeconds", done - built)
        .Add("buildCpuSeconds", built - begin)
        .Add("simulatedSeconds", Simulator::Now().GetSeconds())
        .Add("peakBytes", StatusBytes("VmHWM"));
    if (options.ranks == 1) // a rank knows its own processor time alone
    {
        line.Add("hopsPerSecond", static_cast<double>(totals.frames) / (done - built));
    }
    run.Report(line);
    if (IsFirstRank(*network))
    {
        line.Print();
    }
    Simulator::Destroy();
    return run.IsComplete() ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        return Run(Parse(argc, argv));
    }
    catch (const std::exception& error)
    {
        std::cerr << "mrc-bench: " << error.what() << '\n';
        return 1;
    }
}
