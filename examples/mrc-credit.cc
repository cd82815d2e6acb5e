// SPDX-License-Identifier: GPL-2.0-only

// An incast with receiver credit, an option of ours, beside other ways to share one link. Printed
// are the end of the last Write, how equal the senders are, and what switches trim. Try
// --senders=4 or --senders=64.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iomanip>
#include <iostream>
#include <vector>

using namespace ns3;

// What says how large the windows of an incast are?
enum class Rule
{
    NSCC,         // each sender: MRC's own
    PENALTY,      // each sender, and the receiver asks for smaller ones
    FIXED,        // nobody: they stay at the largest
    FIXED_SHARE,  // nobody; the script knows how many senders there are
    CREDIT,       // the receiver, once data comes
    CREDIT_SMALL, // the receiver; the script makes the first window small
};

struct Variant
{
    Rule rule;
    const char* name;
};

static const Variant VARIANTS[] = {{Rule::NSCC, "NSCC"},
                                   {Rule::PENALTY, "NSCC, IncastPenalty"},
                                   {Rule::FIXED, "fixed window"},
                                   {Rule::FIXED_SHARE, "fixed share"},
                                   {Rule::CREDIT, "credit"},
                                   {Rule::CREDIT_SMALL, "credit, first share"}};

static std::vector<double> g_ends; // of the Writes, us
static uint64_t g_window;          // the largest one, bytes

static void
WriteCompleted(const mrc::Completion&)
{
    g_ends.push_back(Simulator::Now().GetPicoSeconds() / 1e6);
}

static mrc::FabricHelper
FabricWith(Rule rule, uint32_t senders)
{
    mrc::FabricHelper fabric;
    fabric.SetTopology("clos-4x100g", 128);
    fabric.AssignStreams(1);
    const bool isCredit = rule == Rule::CREDIT || rule == Rule::CREDIT_SMALL;
    fabric.SetQpAttribute("ReceiverCredit", BooleanValue(isCredit));
    fabric.SetQpAttribute("IncastPenalty", BooleanValue(rule == Rule::PENALTY));
    const double part = rule == Rule::CREDIT_SMALL ? 1.0 / senders : 1;
    if (isCredit)
    {
        fabric.SetCcAttribute(
            "AlgorithmFactory",
            StringValue("ns3::mrc::CreditFactory[FirstPart=" + std::to_string(part) + "]"));
    }
    if (rule == Rule::FIXED || rule == Rule::FIXED_SHARE)
    {
        fabric.SetCcAttribute("Algorithm", StringValue("fixed"));
    }
    if (rule == Rule::FIXED_SHARE)
    {
        fabric.SetCcAttribute("MaxWindow", UintegerValue(g_window / senders));
    }
    return fabric;
}

static void
RunVariant(Ptr<mrc::Network> network, const Variant& variant, uint32_t senders, uint32_t bytes)
{
    for (uint32_t i = 0; i < senders; i++)
    {
        Ptr<mrc::Qp> qp = network->Connect(16 + i * 112 / senders, 0); // all from other racks
        qp->TraceConnectWithoutContext("Completed", MakeCallback(&WriteCompleted));
        qp->Write(bytes);
    }
    g_ends.clear();
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    uint64_t trims = 0;
    for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
    {
        trims += qp->Peer()->Counters().trims;
        g_window = variant.rule == Rule::FIXED ? qp->Query().window.window : g_window;
    }
    double sum = 0;
    double squares = 0;
    for (double end : g_ends)
    {
        sum += 1 / end;
        squares += 1 / (end * end);
    }
    std::cout << std::left << std::setw(20) << variant.name << std::right << std::fixed
              << std::setprecision(1) << std::setw(12) << g_ends.back() << std::setw(14)
              << std::setprecision(4) << sum * sum / (g_ends.size() * squares) << std::setw(10)
              << trims << "\n";
    Simulator::Destroy();
}

static int
Run(int argc, char* argv[])
{
    uint32_t senders = 16;
    uint32_t bytes = 1000000;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("senders", "NICs that send to one, 1 .. 112", senders);
    cmd.AddValue("bytes", "Bytes that each sends", bytes);
    cmd.AddThreads();
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_IF(senders < 1 || senders > 112, "--senders=" << senders << "; expected 1 .. 112");
    mrc::FirstRankSpeaks speaker; // of all networks, with ./mrc run --ranks=N
    for (const Variant& variant : VARIANTS)
    {
        const Ptr<mrc::Network> network = FabricWith(variant.rule, senders).Install();
        if (speaker.Begin(*network))
        {
            std::cout << "windows             last end, us  Jain's index     trims\n";
        }
        RunVariant(network, variant, senders, bytes);
    }
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
