/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Scripts that ask for counters and change links, for check-rank-scripts.py. Right ones say what
// they say in one process. Wrong ones have to end with a message.

#include "ns3/core-module.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-module.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-stock-stacks.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/network-module.h"

#ifdef MRC_HAS_NS3_MPI
#include "ns3/mpi-interface.h"
#endif

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mpi.h>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** How a run is divided. */
struct Share
{
    uint32_t ranks;
    uint32_t threads; //!< of each rank
};

/** A network with some transfers, and what the first rank says of it in the end. */
struct Scene
{
    Ptr<Network> network;
    std::vector<Ptr<Qp>> pairs;
    NetDeviceContainer ports;
    std::ostringstream said;
    uint32_t completed{0};
    bool isFirst{true};
};

Ptr<Port>
PortOf(const Scene& scene, uint32_t i)
{
    return DynamicCast<Port>(scene.ports.Get(i));
}

Ptr<Link>
LinkOf(const Scene& scene, uint32_t i)
{
    return DynamicCast<Link>(PortOf(scene, i)->GetChannel());
}

/** Asks for all that several ranks can tell. */
void
AskAll(Scene& scene)
{
    std::ostream& out = scene.said;
    out << Simulator::Now().GetNanoSeconds() << " ns, " << scene.network->Fingerprint() << '\n';
    for (const Ptr<Qp>& qp : scene.pairs)
    {
        const QueuePairCounters& sent = qp->Counters();
        out << "  " << sent.sentPackets << " sent, " << sent.UntrimmedLosses() << " lost, "
            << sent.pathsRetired << " retired, " << qp->Peer()->Counters().placedBytes
            << " placed\n";
        const QpStatus status = qp->Query();
        out << "  " << status.nic << " to " << status.peerNic << ", state "
            << static_cast<int>(status.state) << ", window " << status.window.window << ", "
            << status.window.inFlight << " in flight, EVs";
        for (const PathStatus& path : qp->Paths().List())
        {
            out << ' ' << path.ev.value << ':' << static_cast<int>(path.state);
        }
        out << '\n';
    }
    for (uint32_t i = 0; i < scene.ports.GetN(); ++i)
    {
        const Ptr<Port> port = PortOf(scene, i);
        const PortCounters counters = port->Counters();
        out << "  " << port->Name() << ": " << counters.fingerprint << ' ' << counters.bytes << ' '
            << counters.frames << ' ' << counters.trims << ' ' << counters.drops << ' '
            << port->Drops(DropReason::LINK_DOWN) << ' ' << port->IsLinkUp() << '\n';
    }
}

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

/** Writes down what a port has dropped, and when. */
void
OnDrop(Scene* scene, uint32_t i, Ptr<const Packet> packet, DropReason reason)
{
    scene->said << PortOf(*scene, i)->TraceTime().Ps() << ' ' << i << ' ' << packet->GetSize()
                << ' ' << reason << '\n';
}

/** Links go down at the very instant at which the run ends. */
void
DropLast(Scene& scene)
{
    for (uint32_t i = 0; i < scene.ports.GetN(); ++i)
    {
        PortOf(scene, i)->TraceConnectWithoutContext("Drop", MakeBoundCallback(&OnDrop, &scene, i));
    }
    AtMicroSeconds(15, [&scene] {
        LinkOf(scene, 0)->SetAttribute("Up", BooleanValue(false));
        LinkOf(scene, 2)->SetAttribute("Up", BooleanValue(false));
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

using Script = std::function<void(Scene&)>;

std::map<std::string, Script>
Scripts()
{
    // The first queue pair is of the first rank, the second one of the second.
    return {
        {"agree", Agree},
        {"drop-last", DropLast},
        {"quicken", Quicken},
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

#ifdef MRC_HAS_NS3_MPI
constexpr const char* MPI_OF = "ns-3";

void
EnableMpi()
{
    int argc = 0;
    char** argv = nullptr;
    MpiInterface::Enable(&argc, &argv);
}

void
DisableMpi()
{
    MpiInterface::Disable();
}

/** @throws std::logic_error if the ranks of a network are not those of MpiInterface */
void
RequireRanks(const Scene& scene, uint32_t ranks)
{
    if (ranks > 1 && (!MpiInterface::IsEnabled() || MpiInterface::GetSize() != ranks ||
                      (MpiInterface::GetSystemId() == 0) != scene.isFirst))
    {
        throw std::logic_error("MpiInterface knows " + std::to_string(MpiInterface::GetSize()) +
                               " ranks, of which this is " +
                               std::to_string(MpiInterface::GetSystemId()));
    }
}

#else
constexpr const char* MPI_OF = "the system";

/**
 * Does what ns-3's MpiInterface::Enable does, which Debian's ns-3 lacks: MPI starts, and the next
 * simulator is to be that of MpiInterface.
 */
void
EnableMpi()
{
    MPI_Init(nullptr, nullptr);
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DistributedSimulatorImpl"));
}

void
DisableMpi()
{
    MPI_Finalize();
}

void
RequireRanks(const Scene&, uint32_t)
{
}
#endif

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

/** @return another way to divide the fabric in the second rank: all in the first part */
std::string
PartitionOfThisRank()
{
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (rank == nullptr || std::string(rank) != "1")
    {
        return "blocks";
    }
    const std::string name = "mrc-rank-scripts.parts";
    std::ofstream file(name);
    for (const char* plane : {"p0", "p1"})
    {
        for (int number = 0; number < 4; ++number)
        {
            file << plane << ".t0." << number << " 0\n" << plane << ".t1." << number << " 0\n";
        }
    }
    return name;
}

/**
 * Has this rank find another program of the name of Scotch's. Each gives every other vertex to part
 * 0. The second rank's begins with the other part.
 */
void
FindOtherScotch()
{
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    const std::string number = rank == nullptr ? "0" : rank;
    const auto folder = std::filesystem::absolute("mrc-rank-scripts.scotch" + number);
    std::filesystem::create_directories(folder);
    const auto program = folder / "scotch_gpart";
    std::ofstream(program) << "#!/bin/sh\nread none; read count rest; echo $count; i=0\n"
                           << "while [ $i -lt $count ]; do echo $i $(((i + " << number
                           << ") % 2)); i=$((i + 1)); done\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const char* const path = std::getenv("PATH");
    setenv("PATH", (folder.string() + ":" + (path == nullptr ? "" : path)).c_str(), 1);
}

/** @return how a script has the fabric divided */
std::string
PartitionFor(const std::string& script)
{
    if (script == "scotch-differs")
    {
        FindOtherScotch();
        return "scotch";
    }
    return script == "parts-differ" ? PartitionOfThisRank() : "auto";
}

void
Install(Scene& scene, const Share& share, const std::string& name)
{
    const bool isSlow = name == "quicken";
    TopologySpec spec;
    spec.nics = 16;
    spec.nicsPerT0 = 4;
    spec.t1Count = 4;
    spec.planes = 2;
    spec.nicLinkRate = 100'000'000'000;
    spec.fabricLinkRate = isSlow ? 1'000'000'000 : spec.nicLinkRate;
    FabricHelper helper;
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Ranks", UintegerValue(share.ranks));
    helper.SetFabricAttribute("Threads", UintegerValue(share.threads));
    helper.SetPartition(PartitionFor(name));
    scene.network = helper.Install();
    scene.isFirst = IsFirstRank(*scene.network);
    scene.ports = scene.network->GetFaces().CreatePorts(
        isSlow ? "p0.t0.0,p0.t0.1,p0.t0.2,p0.t0.3,p1.t0.0,p1.t0.1,p1.t0.2,p1.t0.3"
               : "p0.t0.1.up2,p1.t0.3.up0,p0.t0.0.up1,nic9");
    const std::pair<uint32_t, uint32_t> ends[] =
        {{0, 9}, {15, 1}, {4, 13}, {8, 3}, {10, 5}, {6, 2}};
    for (const auto& [from, to] : ends)
    {
        scene.pairs.push_back(scene.network->Connect(from, to));
        scene.pairs.back()->Write(300000);
        scene.pairs.back()->Write(200000);
    }
}

/** The network says goodbye to other ranks while MPI is there. */
void
End(Scene& scene)
{
    scene.pairs.clear();
    scene.ports = NetDeviceContainer();
    scene.network = nullptr;
}

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
    if (name == "agree" || name == "quicken" || startsMpi)
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
