/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Scripts that ask for counters and change links, for check-rank-scripts.py. Right ones say what
// they say in one process. Wrong ones have to end with a message.

#include "../../examples/mrc-sample-options.h"
#include "rank-bytes.h"
#include "rank-drops.h"
#include "rank-meetings.h"
#include "rank-mpi.h"
#include "rank-refusals.h"
#include "rank-scene.h"
#include "rank-traces.h"

#include "ns3/core-module.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-module.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-rank-desk.h"
#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-stock-stacks.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"
#include "ns3/network-module.h"

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Has something happen at an instant of the run. */
void
AtMicroSeconds(double us, const std::function<void()>& act)
{
    Simulator::Schedule(NanoSeconds(static_cast<uint64_t>(us * 1000)), act);
}

/** Every other completion takes a link down, and the ones between bring the link back. */
void
OnCompletion(Scene* scene, const Completion& completion)
{
    scene->said << "completed at " << completion.at.Ps() << '\n';
    LinkOf(*scene, 2)->SetAttribute("Up", BooleanValue(++scene->completed % 2 == 0));
}

/** Denies or allows an EV of each of two queue pairs, which may be of two ranks. */
void
OrderEvs(Scene& scene, bool denies)
{
    for (const uint32_t pair : {0U, 1U})
    {
        const QpPaths paths = scene.pairs[pair]->Paths();
        const Ev ev = paths.List().at(2).ev;
        denies ? paths.Deny(ev) : paths.Allow(ev);
    }
}

/** Links change in the midst of traffic, by script and in callbacks. */
void
Agree(Scene& scene)
{
    for (const double us : {12.3, 20.5, 44.1, 80.0})
    {
        AtMicroSeconds(us, [&scene] { AskAll(scene); });
    }
    AtMicroSeconds(15.2, [&scene] { LinkOf(scene, 0)->SetAttribute("Up", BooleanValue(false)); });
    AtMicroSeconds(33.3, [&scene] { LinkOf(scene, 0)->SetAttribute("Up", BooleanValue(true)); });
    AtMicroSeconds(17.7, [&scene] {
        LinkOf(scene, 1)->SetAttribute("DataRate", DataRateValue(DataRate("25Gbps")));
    });
    AtMicroSeconds(29.9, [&scene] {
        LinkOf(scene, 1)->SetAttribute("DataRate", DataRateValue(DataRate("200Gbps")));
    });
    AtMicroSeconds(10.1, [&scene] { scene.network->GetDenylist().Deny(0, 1); });
    AtMicroSeconds(50.1, [&scene] { scene.network->GetDenylist().Allow(0, 1); });
    AtMicroSeconds(25.1, [&scene] { OrderEvs(scene, true); });
    AtMicroSeconds(60.1, [&scene] { OrderEvs(scene, false); });
    for (const Ptr<Qp>& qp : scene.pairs)
    {
        qp->TraceConnectWithoutContext("Completed", MakeBoundCallback(&OnCompletion, &scene));
    }
}

/** Links go down at the very instant at which the run ends. */
void
DropLast(Scene& scene)
{
    WatchDrops(scene);
    AtMicroSeconds(15, [&scene] {
        TakeLinksDown(scene);
        Simulator::Stop();
    });
}

/** All links between switches get 400 times as fast, and what rank sees a frame early would tell.
 */
void
Quicken(Scene& scene)
{
    for (const double us : {9.0, 16.0, 30.0, 60.0})
    {
        AtMicroSeconds(us, [&scene] { AskAll(scene); });
    }
    AtMicroSeconds(12.3, [&scene] {
        for (uint32_t i = 0; i < scene.ports.GetN(); ++i)
        {
            LinkOf(scene, i)->SetAttribute("DataRate", DataRateValue(DataRate("400Gbps")));
        }
    });
}

/** One rank alone asks in the midst of the run. */
void
AskAlone(Scene& scene, bool byFirst, uint32_t pair)
{
    AtMicroSeconds(20, [&scene, byFirst, pair] {
        if (scene.isFirst == byFirst)
        {
            scene.said << scene.pairs[pair]->Counters().sentPackets;
        }
    });
}

/** Asks for counters of many queue pairs at once. All of them take one message to each rank. */
void
ReadMany(Scene& scene)
{
    for (const double us : {20.0, 44.0})
    {
        AtMicroSeconds(us, [&scene] {
            RankDesk* desk = scene.network->Engine().shards.Ranks();
            const uint64_t before = desk == nullptr ? 0 : desk->Link().Calls();
            {
                const RankDesk::Reading reading(desk);
                for (const Ptr<Qp>& qp : scene.pairs)
                {
                    scene.said << qp->Counters().sentPackets << ' '
                               << qp->Peer()->Counters().placedBytes << '\n';
                }
            }
            if (desk != nullptr && desk->Link().Calls() != before + 1)
            {
                throw std::logic_error("many counters took more than one call");
            }
            AskAll(scene); // what was told is not kept
        });
    }
}

/** Sets limits of both ends of all queue pairs, most of them of other ranks. */
void
Limit(Scene& scene)
{
    AtMicroSeconds(12.1, [&scene] {
        for (const Ptr<Qp>& qp : scene.pairs)
        {
            for (const Ptr<Qp>& end : {qp, qp->Peer()})
            {
                end->PostReceive(3);
                const uint32_t key = end->RegisterMemory(4096, 4096);
                end->DeregisterMemory(key);
                scene.said << key << ' ' << end->RegisterMemory(8192, 4096) << '\n';
                end->SetAttribute("Penalty", UintegerValue(20));
            }
            qp->WriteWithImmediate(70000, 7);
        }
    });
    AtMicroSeconds(44.1, [&scene] { AskAll(scene); });
}

using Script = std::function<void(Scene&)>;

std::map<std::string, Script>
Scripts()
{
    // The first queue pair is of the first rank, the second one of the second.
    return {
        {"agree", Agree},
        {"drop-last", DropLast},
        {"quicken", Quicken},
        {"read-many", ReadMany},
        {"limit", Limit},
        {"traces", TraceEnds},
        {"answers", AnswerReceived},
        {"orders", OrderByTurns},
        {"behind-sinks", OrderBehindSinks},
        {"leave", LeaveInSinks},
        {"meet-all", MeetAll},
        {"meet-ports", MeetPorts},
        {"orders-in-sinks", OrderInSinks},
        {"modify-in-sink",
         [](Scene& scene) { OrderInSink(scene, [&scene] { Fail(*scene.pairs[0]); }); }},
        {"modify-other-in-sink",
         [](Scene& scene) { OrderInSink(scene, [&scene] { Fail(*scene.pairs[1]); }); }},
        {"deny-in-sink",
         [](Scene& scene) { OrderInSink(scene, [&scene] { DenyEvOf(*scene.pairs[0]); }); }},
        {"deny-other-in-sink",
         [](Scene& scene) { OrderInSink(scene, [&scene] { DenyEvOf(*scene.pairs[1]); }); }},
        {"modify-in-queue", OrderInQueue},
        {"refused-in-sink", [](Scene& scene) { OrderRefused(scene, 2); }},
        {"refused-other-in-sink", [](Scene& scene) { OrderRefused(scene, 14); }},
        {"link-in-sink", DropInSink},
        {"kept-paths", OrderByKeptPaths},
        {"sinks-alone", TraceAlone},
        {"sinks-differ", TraceOther},
        {"completed-alone", CompletedAlone},
        {"queue-alone", QueueAlone},
        {"dispose-alone", DisposeAlone},
        {"mpi-started", Agree},
        {"mpi-simulator", Agree},
        {"alone-own", [](Scene& scene) { AskAlone(scene, true, 0); }},
        {"alone-other", [](Scene& scene) { AskAlone(scene, true, 1); }},
        {"second-alone-own", [](Scene& scene) { AskAlone(scene, false, 1); }},
        {"second-alone-other", [](Scene& scene) { AskAlone(scene, false, 0); }},
        {"different",
         [](Scene& scene) {
             AtMicroSeconds(20, [&scene] {
                 scene.said << scene.pairs[scene.isFirst ? 0 : 1]->Counters().sentPackets;
             });
         }},
        {"port-alone",
         [](Scene& scene) {
             AtMicroSeconds(20, [&scene] {
                 scene.said << (scene.isFirst ? PortOf(scene, 0)->Counters().bytes : 0);
             });
         }},
        {"link-alone",
         [](Scene& scene) {
             AtMicroSeconds(20, [&scene] {
                 if (scene.isFirst)
                 {
                     LinkOf(scene, 0)->SetAttribute("Up", BooleanValue(false));
                 }
             });
         }},
        {"late", [](Scene&) {}},
        {"parts-differ", [](Scene&) {}},
        {"scotch-differs", [](Scene&) {}},
        {"backlog",
         [](Scene& scene) {
             UintegerValue bytes;
             PortOf(scene, 0)->GetQueue()->GetAttribute("DataBytes", bytes);
         }},
        {"stock",
         [](Scene& scene) {
             InstallStockStacks(*scene.network, {0}, ObjectFactory("ns3::mrc::NicDevice"));
         }},
    };
}

/** A run that stalls. Looks at the run ask for counters of all queue pairs at once. */
int
Stall(const Share& share)
{
    Scene scene;
    Install(scene, share, "stall");
    scene.network->ScheduleFaults("plane:0/silent@30us,plane:1/silent@30us");
    {
        const FirstRankSpeaks speaker(*scene.network);
        WorkloadRun run(scene.network,
                        ReadWorkload("ring-allreduce size=1MB channels=16", {16, 1}),
                        1);
        RunLimits limits;
        limits.stall = MilliSeconds(1);
        run.SetLimits(limits);
        std::cout << RunEndName(run.Run()) << '\n' << run.Explain() << '\n';
        if (RankDesk* desk = scene.network->Engine().shards.Ranks())
        {
            const RankLink& link = desk->Link();
            // in one piece, as words of several ranks come side by side
            std::cerr << "pages " + std::to_string(link.Calls(RankCall::COUNTERS_FROM)) +
                             ", counters " + std::to_string(link.Calls(RankCall::COUNTERS)) + '\n';
        }
    }
    Simulator::Destroy();
    End(scene);
    return 0;
}

/** Samples, of which a file takes one row. The first rank says so for all. */
int
FillSamples(const Share& share)
{
    Scene scene;
    Install(scene, share, "samples");
    {
        const SampleTargets targets = ReadSampleList("nic9", *scene.network);
        Sampler sampler(scene.network, targets, MicroSeconds(9), "samples", 1);
        Simulator::Stop(MicroSeconds(900));
        Simulator::Run();
        FinishSamples(sampler, *scene.network, "samples");
    }
    Simulator::Destroy();
    End(scene);
    return 0;
}

/** One network after the other. @param isHeld whether a speaker of the first outlives it */
int
RunTwo(const Share& share, bool isHeld)
{
    FirstRankSpeaks speaker;
    for (const uint32_t i : {1, 2})
    {
        Scene scene;
        Install(scene, share, "two");
        if (isHeld)
        {
            speaker.Begin(*scene.network);
        }
        Simulator::Stop(MicroSeconds(10 * i));
        Simulator::Run();
        AskAll(scene);
        std::cout << scene.said.str();
        Simulator::Destroy();
        End(scene);
    }
    return 0;
}

/** Sends more than travels at once, over MPI itself. */
int
SendPieces(uint32_t ranks)
{
    RankLink link(JoinRanks(ranks), 100);
    std::vector<RankBytes> out(ranks);
    for (uint32_t to = 0; to < ranks; ++to)
    {
        out[to].resize(1234567, static_cast<uint8_t>(16 * link.Own() + to));
    }
    const std::vector<RankBytes> in = link.Exchange({RankCall::PORTS}, out);
    for (uint32_t from = 0; from < ranks; ++from)
    {
        const auto byte = static_cast<uint8_t>(16 * from + link.Own());
        if (from != link.Own() && in[from] != RankBytes(1234567, byte))
        {
            link.Abort("other bytes came from rank " + std::to_string(from));
        }
    }
    if (link.Own() == 0)
    {
        std::cout << "pieces came\n";
    }
    return 0;
}

/** @throws std::logic_error if the next simulator would be another one */
void
RequireNextSimulator()
{
    StringValue name;
    GlobalValue::GetValueByName("SimulatorImplementationType", name);
    if (name.Get() != "ns3::mrc::FastSimulatorImpl")
    {
        throw std::logic_error("the next simulator is " + name.Get());
    }
}

/** @throws std::logic_error if other simulators fire the events */
void
RequireFastSimulator()
{
    const std::string name = Simulator::GetImplementation()->GetInstanceTypeId().GetName();
    if (name != "ns3::mrc::FastSimulatorImpl")
    {
        throw std::logic_error("the simulator is " + name);
    }
}

// A NIC takes the difference: MPI has memory of its own.
constexpr uint32_t FEW_NICS = 512;
constexpr uint32_t MORE_NICS = 1536;

int
Run(int argc, char* argv[])
{
    if (argc != 4)
    {
        throw std::invalid_argument("expected a script, the number of ranks, and threads of each");
    }
    const std::string name = argv[1];
    const Share share{static_cast<uint32_t>(std::atoi(argv[2])),
                      static_cast<uint32_t>(std::atoi(argv[3]))};
    if (name == "mpi-of")
    {
        std::cout << MPI_OF << '\n';
        return 0;
    }
    if (name == "pieces")
    {
        return SendPieces(share.ranks);
    }
    if (name == "stall")
    {
        return Stall(share);
    }
    if (name == "bytes" || name == "bytes-of-more")
    {
        return TellBytes(share, name == "bytes" ? FEW_NICS : MORE_NICS);
    }
    if (name == "two" || name == "two-unheld")
    {
        return RunTwo(share, name == "two");
    }
    if (name == "samples")
    {
        return FillSamples(share);
    }
    const bool startsMpi = name.rfind("mpi-", 0) == 0;
    if (startsMpi)
    {
        EnableMpi();
    }
    if (name == "mpi-started") // as doc/ranks.rst says
    {
        GlobalValue::Bind("SimulatorImplementationType",
                          StringValue("ns3::mrc::FastSimulatorImpl"));
    }
    Scene scene;
    Install(scene, share, name);
    RequireRanks(scene, share.ranks);
    RequireNextSimulator();
    Scripts().at(name)(scene);
    Simulator::Stop(MicroSeconds(900));
    RequireFastSimulator();
    Simulator::Run();
    if (name == "late" && scene.isFirst)
    {
        scene.said << scene.pairs[1]->Counters().sentPackets; // nobody else asks
    }
    const std::set<std::string>
        asking{"agree", "quicken", "limit", "traces", "answers", "orders", "behind-sinks", "leave"};
    if (asking.count(name) != 0 || startsMpi)
    {
        AskAll(scene);
    }
    Simulator::Destroy();
    End(scene);
    if (startsMpi)
    {
        DisableMpi();
    }
    if (scene.isFirst)
    {
        std::cout << scene.said.str();
    }
    return 0;
}

} // namespace

} // namespace mrc
} // namespace ns3

int
main(int argc, char* argv[])
{
    return ns3::mrc::RunProgram(argc, argv, ns3::mrc::Run);
}
