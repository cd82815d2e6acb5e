/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One fabric, one fault, and how long switches take to route around it. The figures are goodput
// over time of RoCEv2 with several times of convergence, beside MRC with tables that never change
// (doc/convergence.rst).

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <fstream>
#include <iostream>
#include <vector>

using namespace ns3;

static const uint32_t NICS = 8;
static const uint32_t MESSAGE = 1000000; // bytes

struct Variant
{
    const char* name;
    const char* convergence; //!< of RoCEv2's switches; null: this is MRC
};

static const Variant VARIANTS[] = {{"MRC", nullptr},
                                   {"RoCEv2 instant", "Instant"},
                                   {"RoCEv2 10 ms", "10ms"},
                                   {"RoCEv2 100 ms", "100ms"},
                                   {"RoCEv2 seconds", "BgpFast"}};

static std::vector<std::string> g_rows; // of the table, a line each
static std::size_t g_row;               // the next one
static uint64_t g_before;               // bytes that had arrived at the latest sample
static uint32_t g_failed;

static void
WriteCompleted(Ptr<mrc::Qp> qp, const mrc::Completion& done)
{
    if (done.status == mrc::CompletionStatus::SUCCESS)
    {
        qp->Write(MESSAGE);
    }
    g_failed += done.status == mrc::CompletionStatus::RETRY_EXC_ERR ? 1 : 0;
}

static void
Sample(Ptr<mrc::Network> network, Time interval)
{
    uint64_t placed = 0;
    for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
    {
        placed += qp->Peer()->Counters().placedBytes;
    }
    const double rate = (placed - g_before) * 8e-9 / interval.GetSeconds();
    g_before = placed;
    g_rows.resize(std::max(g_rows.size(), g_row + 1));
    std::string& row = g_rows[g_row++];
    row += (row.empty() ? std::to_string(Simulator::Now().GetMicroSeconds() * 1e-3) : "") + "," +
           std::to_string(rate);
    Simulator::Schedule(interval, &Sample, network, interval);
}

static void
RunVariant(const Variant& variant, const std::string& faults, Time end, Time interval)
{
    mrc::TopologySpec topology;
    topology.nics = NICS;
    topology.nicsPerT0 = NICS / 2;
    topology.t1Count = 4;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s
    mrc::FabricHelper fabric;
    fabric.SetTopology(topology);
    fabric.AssignStreams(1); // the same hashes for all
    if (variant.convergence != nullptr)
    {
        fabric.SetQpAttribute("Transport", StringValue("ns3::mrc::RoceTransport"));
        fabric.SetEvAttribute("Format", StringValue("Udp"));
        fabric.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
        fabric.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
        fabric.SetFabricAttribute("Routing", StringValue("Ecmp"));
        fabric.SetFabricAttribute("Convergence", StringValue(variant.convergence));
    }
    Ptr<mrc::Network> network = fabric.Install();
    network->ScheduleFaults(faults);
    for (uint32_t nic = 0; nic < NICS; nic++)
    {
        Ptr<mrc::Qp> qp = network->Connect(nic, (nic + NICS / 2) % NICS);
        qp->TraceConnectWithoutContext("Completed", MakeBoundCallback(&WriteCompleted, qp));
        qp->Write(MESSAGE);
        qp->Write(MESSAGE); // there is always one more, so that no NIC is idle
    }
    g_row = g_before = g_failed = 0;
    Simulator::Schedule(interval, &Sample, network, interval);
    Simulator::Stop(end);
    Simulator::Run();
    std::cout << variant.name << ": " << g_failed << " of " << NICS << " queue pairs failed\n";
    Simulator::Destroy();
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
    for (const Variant& variant : VARIANTS)
    {
        head += std::string(",") + variant.name;
        RunVariant(variant, faults, end, interval);
    }
    std::ofstream file(table);
    file << head << '\n';
    for (const std::string& row : g_rows)
    {
        file << row << '\n';
    }
    file.close();
    NS_ABORT_MSG_IF(!file, table << " could not be written");
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
