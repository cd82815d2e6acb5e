// SPDX-License-Identifier: GPL-2.0-only

// An incast under each congestion control that an attribute names, HPCC with its records of hops
// among them. Printed are the end of the last Write, how equal the senders are, the median delay in
// queues that senders measure, and what switches trim. Try --senders=4, or --hpcc=Eta=0.8.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

// A congestion control and what it asks for.
struct Control
{
    std::string name;
    std::string factory; // of CcProfile::AlgorithmFactory; empty: NSCC
    bool telemetry;      // switches write a record of each hop into data packets
    bool credit;         // receivers say how much senders may have in flight
    bool marks;          // switches mark on the last hop too
};

static std::vector<double> g_ends;  // of the Writes, us
static std::vector<double> g_waits; // delays in queues, us

static void
WriteCompleted(const mrc::Completion&)
{
    g_ends.push_back(Simulator::Now().GetPicoSeconds() / 1e6);
}

static void
SackCame(const mrc::RttSample& sample)
{
    g_waits.push_back(sample.delay.Ps() / 1e6);
}

static mrc::FabricHelper
FabricWith(const Control& control)
{
    mrc::FabricHelper fabric;
    fabric.SetTopology("clos-4x100g", 32);
    fabric.AssignStreams(1);
    fabric.SetFabricAttribute("Telemetry", BooleanValue(control.telemetry));
    fabric.SetFabricAttribute("EcnOnLastHop", BooleanValue(control.marks));
    fabric.SetQpAttribute("ReceiverCredit", BooleanValue(control.credit));
    if (!control.factory.empty())
    {
        fabric.SetCcAttribute("AlgorithmFactory", StringValue(control.factory));
    }
    return fabric;
}

static void
RunControl(Ptr<mrc::Network> network, const Control& control, uint32_t senders, uint32_t bytes)
{
    for (uint32_t i = 0; i < senders; i++)
    {
        Ptr<mrc::Qp> qp = network->Connect(16 + i, 0); // all from the other rack
        qp->TraceConnectWithoutContext("Completed", MakeCallback(&WriteCompleted));
        qp->TraceConnectWithoutContext("Rtt", MakeCallback(&SackCame));
        qp->Write(bytes);
    }
    g_ends.clear();
    g_waits.clear();
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    uint64_t trims = 0;
    for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
    {
        trims += qp->Peer()->Counters().trims;
    }
    double sum = 0;
    double squares = 0;
    for (double end : g_ends)
    {
        sum += 1 / end;
        squares += 1 / (end * end);
    }
    std::nth_element(g_waits.begin(), g_waits.begin() + g_waits.size() / 2, g_waits.end());
    std::cout << std::left << std::setw(14) << control.name << std::right << std::fixed
              << std::setprecision(1) << std::setw(12) << g_ends.back() << std::setw(14)
              << std::setprecision(4) << sum * sum / (g_ends.size() * squares)
              << std::setprecision(2) << std::setw(12) << g_waits[g_waits.size() / 2]
              << std::setw(10) << trims << "\n";
    Simulator::Destroy();
}

static int
Run(int argc, char* argv[])
{
    uint32_t senders = 8;
    uint32_t bytes = 4000000;
    std::string hpcc = "Eta=0.95";
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("senders", "NICs that send to one, 1 .. 16", senders);
    cmd.AddValue("bytes", "Bytes that each sends", bytes);
    cmd.AddValue("hpcc", "Attributes of HpccFactory, with | between them", hpcc);
    cmd.AddThreads();
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_IF(senders < 1 || senders > 16, "--senders=" << senders << "; expected 1 .. 16");
    const Control controls[] = {
        {"NSCC", "", false, false, false},
        {"NSCC, marks", "", false, false, true},
        {"DCTCP, marks", "ns3::mrc::DctcpFactory", false, false, true},
        {"Swift", "ns3::mrc::SwiftFactory", false, false, false},
        {"credit", "ns3::mrc::CreditFactory", false, true, false},
        {"HPCC", "ns3::mrc::HpccFactory[" + hpcc + "]", true, false, false},
    };
    mrc::FirstRankSpeaks speaker; // of all networks, with ./mrc run --ranks=N
    for (const Control& control : controls)
    {
        const Ptr<mrc::Network> network = FabricWith(control).Install();
        if (speaker.Begin(*network))
        {
            std::cout << "control       last end, us  Jain's index   delay, us     trims\n";
        }
        RunControl(network, control, senders, bytes);
    }
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
