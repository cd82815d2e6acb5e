// SPDX-License-Identifier: GPL-2.0-only

// One fabric, one fault, and how long switches take to route around it. The figures are goodput
// over time of RoCEv2 with several times of convergence, beside MRC with tables that never change
// (doc/convergence.rst).

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <fstream>
#include <iostream>
#include <list>
#include <map>

using namespace ns3;

// Names, and the convergence of RoCEv2's switches; MRC has none.
static const std::pair<const char*, const char*> VARIANTS[] = {{"MRC", ""},
                                                               {"RoCEv2 instant", "Instant"},
                                                               {"RoCEv2 10 ms", "10ms"},
                                                               {"RoCEv2 100 ms", "100ms"},
                                                               {"RoCEv2 seconds", "BgpFast"}};

static std::map<int64_t, std::string> g_rows; // of the table, by us: Gb/s of each variant

static void
Sample(Ptr<mrc::Network> network, Time interval, uint64_t before)
{
    uint64_t placed = 0;
    for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
    {
        placed += qp->Peer()->Counters().placedBytes;
    }
    const double rate = (placed - before) * 8e-9 / interval.GetSeconds();
    g_rows[Simulator::Now().GetMicroSeconds()] += "," + std::to_string(rate);
    Simulator::Schedule(interval, &Sample, network, interval, placed);
}

static Ptr<mrc::Network>
Install(const std::string& convergence)
{
    mrc::FabricHelper fabric;
    mrc::TopologySpec topology;
    topology.nics = 8;
    topology.nicsPerT0 = topology.t1Count = 4;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s
    fabric.SetTopology(topology);
    fabric.AssignStreams(1); // the same hashes for all
    if (!convergence.empty())
    {
        fabric.SetQpAttribute("Transport", StringValue("ns3::mrc::RoceTransport"));
        fabric.SetEvAttribute("Format", StringValue("Udp"));
        fabric.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
        fabric.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
        fabric.SetFabricAttribute("Routing", StringValue("Ecmp"));
        fabric.SetFabricAttribute("Convergence", StringValue(convergence));
    }
    return fabric.Install();
}

static int
Run(int argc, char* argv[])
{
    Time end = MilliSeconds(700);
    Time interval = MilliSeconds(5);
    std::string faults = "t1:0.1@50ms";
    std::string table = "convergence.csv";
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("end", "Simulated time of each run", end);
    cmd.AddValue("interval", "Time from one sample to the next", interval);
    cmd.AddValue("fail", "Faults", faults);
    cmd.AddValue("table", "File of goodput over time, in Gb/s", table);
    cmd.Parse(argc, argv);
    std::string head = "time_ms";
    std::string mode; // the same for all; switches' times are in the names
    for (const auto& [name, convergence] : VARIANTS)
    {
        const Ptr<mrc::Network> network = Install(convergence);
        network->ScheduleFaults(faults);
        mode = mrc::DescribeFailureMode(*network);
        std::list<mrc::WriteStream> streams; // two Writes each, so that no NIC is idle
        for (uint32_t nic = 0; nic < 8; nic++)
        {
            streams.emplace_back(*network->Connect(nic, (nic + 4) % 8), 1000000).Start(2);
        }
        Simulator::Schedule(interval, &Sample, network, interval, 0);
        Simulator::Stop(end);
        Simulator::Run();
        uint32_t failed = 0;
        for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
        {
            failed += qp->Query().state == mrc::QpState::ERR ? 1 : 0;
        }
        std::cout << name << ": " << failed << " of 8 queue pairs failed\n";
        head += std::string(",") + name;
        streams.clear();
        Simulator::Destroy();
    }
    std::cout << "failure mode: " << mode << '\n';
    std::ofstream file(table);
    file << "# failure mode: " << mode << '\n' << head;
    for (const auto& [us, rates] : g_rows)
    {
        file << '\n' << std::to_string(us * 1e-3) << rates;
    }
    file << std::endl;
    NS_ABORT_MSG_IF(!file, table << " could not be written");
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
