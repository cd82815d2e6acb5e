// SPDX-License-Identifier: GPL-2.0-only

// One fabric, one fault, and how long switches take to route around it: goodput over time of RoCEv2
// and of MRC. MRC's tables never change (doc/convergence.rst).

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <fstream>
#include <list>

using namespace ns3;

static constexpr int INTERVAL = 5;            // ms from one sample to the next
static std::map<int64_t, std::string> g_rows; // of the table, by ms: Gb/s of each kind

static void
Sample(Ptr<mrc::Network> network, uint64_t before)
{
    uint64_t placed = 0;
    for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
    {
        placed += qp->Peer()->Counters().placedBytes;
    }
    const double rate = (placed - before) * 8e-6 / INTERVAL;
    g_rows[Simulator::Now().GetMilliSeconds()] += "," + std::to_string(rate);
    Simulator::Schedule(MilliSeconds(INTERVAL), &Sample, network, placed);
}

static Ptr<mrc::Network>
Install(const std::string& kind) // MRC, or behind "RoCE " how switches converge
{
    mrc::FabricHelper fabric;
    mrc::TopologySpec topology;
    topology.nics = 8;
    topology.nicsPerT0 = topology.t1Count = 4;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s
    fabric.SetTopology(topology);
    fabric.AssignStreams(1); // the same hashes for all
    if (kind != "MRC")
    {
        mrc::FabricHelper::SetQpDefaults("roce");
        fabric.SetFabricAttribute("Routing", StringValue("Ecmp"));
        fabric.SetFabricAttribute("Convergence", StringValue(kind.substr(5)));
    }
    return fabric.Install();
}

static int
Run(int argc, char* argv[])
{
    Time end = MilliSeconds(700);
    std::string faults = "t1:0.1@50ms";
    std::string table = "convergence.csv";
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("end", "Simulated time of each run", end);
    cmd.AddValue("fail", "Faults", faults);
    cmd.AddValue("table", "File of goodput over time, in Gb/s", table);
    cmd.AddThreads();
    cmd.Parse(argc, argv);
    std::string head = "time_ms";
    std::string mode;             // the same for all; switches' times are in the names
    mrc::FirstRankSpeaks speaker; // of all networks, with ./mrc run --ranks=N
    bool isFirst = true;
    for (std::string kind : {"MRC", "RoCE Instant", "RoCE 10ms", "RoCE 100ms", "RoCE BgpFast"})
    {
        const Ptr<mrc::Network> network = Install(kind);
        speaker.Begin(*network);
        isFirst = mrc::IsFirstRank(*network);
        network->ScheduleFaults(faults);
        mode = mrc::DescribeFailureMode(*network);
        std::list<mrc::WriteStream> streams; // two Writes each, so that no NIC is idle
        for (uint32_t nic = 0; nic < 8; nic++)
        {
            streams.emplace_back(*network->Connect(nic, (nic + 4) % 8), 1000000).Start(2);
        }
        Simulator::Schedule(MilliSeconds(INTERVAL), &Sample, network, 0);
        Simulator::Stop(end);
        Simulator::Run();
        mrc::TellSharing(*network); // of --threads=N
        int failed = 0;
        for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
        {
            failed += qp->Query().state == mrc::QpState::ERR ? 1 : 0;
        }
        std::cout << kind << ": " << failed << " of 8 queue pairs failed\n";
        head += "," + kind;
        streams.clear();
        Simulator::Destroy();
    }
    std::cout << "failure mode: " << mode << std::endl; // flushed: a table may follow there
    if (!isFirst)
    {
        return 0;
    }
    std::ofstream file(table);
    file << "# failure mode: " << mode << '\n' << head;
    for (const auto& [ms, rates] : g_rows)
    {
        file << '\n' << ms << rates;
    }
    NS_ABORT_MSG_IF(!(file << std::endl), table << " could not be written");
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
