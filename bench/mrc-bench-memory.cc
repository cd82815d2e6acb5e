/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The memory of queue pairs: before they send, at rest afterwards, and over a million flows.
 *
 *   mrc-bench-memory --load=idle --nics=1024 --pairs=500
 *   mrc-bench-memory --load=rest --nics=64 --pairs=100 --bytes=65536
 *   mrc-bench-memory --load=flows --flows=1000000 --bytes=4096
 *
 * Prints one line of JSON. A connection is two queue pairs, one at each end, and the object that a
 * script holds; `pairs` counts connections for each NIC. Allocated bytes are the allocator's own
 * count, with its overhead; resident ones the kernel's.
 */

#include "mrc-bench-measure.h"

#include "ns3/command-line.h"
#include "ns3/fatal-error.h"
#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <string>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

constexpr uint64_t BIT_RATE = 100000000000;
constexpr uint64_t EARLY_FLOW = 100000; //!< the last one must find the process as large as this

/** The connections that are made, and the messages sent. */
struct Options
{
    std::string load{"idle"};
    uint32_t nics{64};
    uint32_t pairs{100};
    uint32_t flows{1000000};
    uint64_t bytes{65536};
};

Options
Parse(int argc, char* argv[])
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("load",
                 "idle: connections that send nothing; rest: each has sent one Write, one after "
                 "the other; flows: one transfer again and again",
                 options.load);
    cmd.AddValue("nics", "NICs, a multiple of 16", options.nics);
    cmd.AddValue("pairs", "Connections of which each NIC is the source", options.pairs);
    cmd.AddValue("flows", "Flows of --load=flows", options.flows);
    cmd.AddValue("bytes", "Bytes of each Write", options.bytes);
    cmd.Parse(argc, argv);
    return options;
}

Ptr<Network>
Build(const Options& options)
{
    TopologySpec spec;
    spec.name = "bench";
    spec.nics = options.nics;
    spec.planes = 1;
    spec.nicsPerT0 = 16;
    spec.t1Count = 16;
    spec.nicLinkRate = BIT_RATE;
    spec.fabricLinkRate = BIT_RATE;
    FabricHelper helper;
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Faces", StringValue("Named"));
    return helper.Install();
}

/** Connections that post their Writes one after the other, so that one at a time is at work. */
class Rounds
{
  public:
    explicit Rounds(uint64_t bytes)
        : m_bytes(bytes)
    {
    }

    /** Adds connections, of each NIC with those that follow it. */
    void Connect(Network& network, uint32_t nics, uint32_t pairs)
    {
        for (uint32_t i = 0; i < nics * pairs; ++i)
        {
            const uint32_t source = i % nics;
            const uint32_t step = 1 + i / nics % (nics - 1);
            m_qps.push_back(network.Connect(source, (source + step) % nics));
        }
    }

    /** Posts a Write on each connection that has had none, and runs until all are complete. */
    void Run()
    {
        for (; m_next < m_qps.size(); ++m_next)
        {
            m_qps[m_next]->Write(m_bytes);
            Simulator::Run();
        }
    }

    /** @return how many connections there are */
    double Count() const
    {
        return static_cast<double>(m_qps.size());
    }

  private:
    uint64_t m_bytes;
    std::vector<Ptr<Qp>> m_qps;
    std::size_t m_next{0};
};

/** Measures connections that have sent nothing, or one Write each. */
void
MeasureConnections(const Options& options, JsonLine& line)
{
    const Ptr<Network> network = Build(options);
    Rounds rounds(options.bytes);
    rounds.Connect(*network, options.nics, 1); // objects that the fabric makes for the first pairs
    rounds.Run();
    const double first = rounds.Count();
    const uint64_t allocated = AllocatedBytes();
    const uint64_t resident = ResidentBytes();
    rounds.Connect(*network, options.nics, options.pairs);
    if (options.load == "rest")
    {
        rounds.Run();
    }
    const double count = rounds.Count() - first;
    line.Add("connections", count)
        .Add("bytesPerConnection", static_cast<double>(AllocatedBytes() - allocated) / count)
        .Add("residentPerConnection", static_cast<double>(ResidentBytes() - resident) / count)
        .Add("simulatedSeconds", Simulator::Now().GetSeconds());
}

/** Takes the size of the process behind an early flow. */
class EarlyMark
{
  public:
    void Count(const Completion&)
    {
        if (++m_ended == EARLY_FLOW)
        {
            m_resident = ResidentBytes();
            m_allocated = AllocatedBytes();
        }
    }

    uint64_t Resident() const
    {
        return m_resident;
    }

    uint64_t Allocated() const
    {
        return m_allocated;
    }

  private:
    uint64_t m_ended{0};
    uint64_t m_resident{0};
    uint64_t m_allocated{0};
};

/** Measures how a run of many flows grows. */
void
MeasureFlows(const Options& options, JsonLine& line)
{
    const Ptr<Network> network = Build(options);
    ConnectionMatrix matrix;
    matrix.name = "flows";
    matrix.nodes = options.nics;
    Transfer transfer;
    transfer.id = 1;
    transfer.source = 0;
    transfer.destination = options.nics - 1;
    transfer.bytes = options.bytes;
    matrix.transfers.push_back(transfer);
    WorkloadRun run(network, matrix, options.flows);
    EarlyMark mark;
    network->GetQueuePairs().front()->TraceConnectWithoutContext(
        "Completed",
        MakeCallback(&EarlyMark::Count, &mark));
    const bool finished = run.Run() == RunEnd::FINISHED;
    line.Add("flows", run.Driver().Counts().done)
        .Add("finished", finished)
        .Add("earlyBytes", mark.Resident())
        .Add("lastBytes", ResidentBytes())
        .Add("earlyAllocated", mark.Allocated())
        .Add("lastAllocated", AllocatedBytes());
}

} // namespace

int
main(int argc, char* argv[])
{
    const Options options = Parse(argc, argv);
    JsonLine line;
    line.AddText("load", options.load).Add("nics", options.nics).Add("bytes", options.bytes);
    const double begin = CpuSeconds();
    if (options.load == "idle" || options.load == "rest")
    {
        MeasureConnections(options, line);
    }
    else if (options.load == "flows")
    {
        MeasureFlows(options, line);
    }
    else
    {
        NS_FATAL_ERROR("--load=" << options.load << "; expected idle, rest or flows");
    }
    line.Add("cpuSeconds", CpuSeconds() - begin).Add("peakBytes", StatusBytes("VmHWM")).Print();
    Simulator::Destroy();
    return 0;
}
