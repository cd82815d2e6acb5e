/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-partition.h"

#include "mrc-graph-parts.h"
#include "mrc-link-lines.h"
#include "mrc-node-names.h"
#include "mrc-partition-file.h"
#include "mrc-scotch-cut.h"
#include "mrc-scotch-parts.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-shard-pace.h"
#include "ns3/mrc-simulator-host.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-transport-maker.h"
#include "ns3/string.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace ns3
{
namespace mrc
{

namespace
{

/** So many groups of T0s a shard has at most; own choice. */
constexpr uint32_t MOST_TURNS = 8;

/**
 * Collectives with trees have racks of one number range wait while those of another one send. Where
 * each shard has racks of all ranges, all have something to do.
 *
 * @return in how many groups of neighbours each shard has its T0s: all of one size, or 1
 */
uint32_t
TurnsOf(uint32_t t0s, uint32_t shards)
{
    // Links to two neighbours share a cache line, which one thread alone is to write.
    uint32_t turns = std::clamp(t0s / (2 * shards), 1U, MOST_TURNS);
    while (turns > 1 && t0s % (turns * shards) != 0)
    {
        --turns;
    }
    return turns;
}

/** @return the shard of a node. @param turns groups of T0s that a shard has */
ShardIndex
OwnerOf(const Topology& topology, uint32_t node, uint32_t shards, uint32_t turns)
{
    const NodePlace place = topology.PlaceOf(node);
    const TopologyTiers& tiers = topology.Tiers();
    const uint32_t planes = topology.Spec().planes;
    const auto blockOf = [shards](uint64_t number, uint64_t count) {
        return static_cast<ShardIndex>(number * shards / count);
    };
    // Far ends of a switch's links lie side by side in memory. With neighbours in one block, few
    // cache lines are written by two threads.
    const auto ofUpper = [&](uint32_t perPlane) {
        return blockOf(place.plane * perPlane + place.index, uint64_t{planes} * perPlane);
    };
    const auto ofT0 = [&](uint64_t t0) {
        return static_cast<ShardIndex>(t0 * turns * shards / tiers.T0sPerPlane() % shards);
    };
    switch (place.kind)
    {
    case NodeKind::NIC:
        return ofT0(tiers.T0Of(place.index));
    case NodeKind::T0:
        return ofT0(place.index);
    case NodeKind::T1:
        return ofUpper(tiers.T1sPerPlane());
    default:
        return ofUpper(tiers.T2sPerPlane());
    }
}

/** @return by node, which shard has it. @param turns blocks of T0s that a shard has */
std::vector<ShardIndex>
BlocksOf(const Topology& topology, uint32_t shards, uint32_t turns = 1)
{
    if (topology.Spec().graph)
    {
        return PartsOfGraph(topology, shards);
    }
    std::vector<ShardIndex> parts;
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        parts.push_back(OwnerOf(topology, node, shards, turns));
    }
    return parts;
}

/** @return how many ends of links are cut */
uint32_t
CutsOf(const Topology& topology, const std::vector<ShardIndex>& parts)
{
    uint32_t cuts = 0;
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        cuts += parts[topology.NodeOf(port)] != parts[topology.NodeOf(topology.Peer(port))];
    }
    return cuts;
}

/**
 * Numbers of a graph follow from the order of names in a file, which may say nothing of links.
 * Where they do, blocks cut as few links as Scotch and are of one size.
 */
std::vector<ShardIndex>
BetterOf(const Topology& topology, std::vector<ShardIndex> blocks, uint32_t shards)
{
    try
    {
        std::vector<ShardIndex> ofScotch = ScotchParts(topology, shards);
        return CutsOf(topology, ofScotch) < CutsOf(topology, blocks) * 0.9 ? ofScotch : blocks;
    }
    catch (const std::runtime_error&)
    {
        return blocks; // nobody asked for a program that fails
    }
}

/** @return whether a way is one of ours, and no name of a file */
bool
IsWord(const std::string& way)
{
    constexpr const char* words[] = {"auto", "blocks", "turns", "scotch"};
    return std::find(std::begin(words), std::end(words), way) != std::end(words);
}

/** @return the file of nodes and parts that users name */
std::ifstream
OpenParts(const std::string& way)
{
    std::ifstream in(way);
    std::error_code ignored;
    if (!in || std::filesystem::is_directory(way, ignored)) // a folder can be opened
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::Partition = " + Quoted(way) +
            ", which cannot be read; expected auto, blocks, turns, scotch, or "
            "a file of nodes and parts");
    }
    return in;
}

/** Refuses what would be refused once there are more threads. */
void
CheckWay(const std::string& way)
{
    std::error_code ignored; // of a file that is not there
    // The writer of a pipe would lose its reader.
    if (!IsWord(way) && !std::filesystem::is_fifo(way, ignored))
    {
        OpenParts(way);
    }
}

/** @return by node, which shard has it. @param way as users say */
std::vector<ShardIndex>
PartsOf(const Topology& topology, uint32_t shards, const std::string& way)
{
    if (way == "scotch")
    {
        return ScotchParts(topology, shards);
    }
    const bool isOpen = way == "auto" || way == "turns";
    if (isOpen && topology.Spec().graph && HasScotch())
    {
        return BetterOf(topology, BlocksOf(topology, shards), shards);
    }
    // Pods stay whole: links in a pod of one shard are not cut.
    const bool hasTurns = way == "turns" && !topology.Spec().graph;
    if (hasTurns && topology.Tiers().T2sPerPlane() == 0)
    {
        return BlocksOf(topology, shards, TurnsOf(topology.Tiers().T0sPerPlane(), shards));
    }
    if (isOpen || way == "blocks")
    {
        return BlocksOf(topology, shards);
    }
    std::ifstream in = OpenParts(way);
    return ReadPartition(in, way, topology, shards);
}

/** @return how many threads can run at once, at most as many as may share a run */
uint32_t
Cores()
{
    return std::clamp(std::thread::hardware_concurrency(), 1U, MOST_THREADS);
}

/** Something that a user may ask for and that several threads cannot serve. */
struct Need
{
    bool isThere;
    const char* name; //!< of the attribute, or in words
};

/** @return the name of the first need, null: none is there */
const char*
FirstOf(std::initializer_list<Need> needs)
{
    const Need* const first =
        std::find_if(needs.begin(), needs.end(), [](const Need& need) { return need.isThere; });
    return first == needs.end() ? nullptr : first->name;
}

/** @return what may share state in queue pairs with these profiles, null: nothing */
const char*
SharedIn(const TransportMaker* transport, const EvConfig& ev, const CcConfig& cc)
{
    return FirstOf({{transport != nullptr && !transport->SharesNothing(),
                     "ns3::mrc::QpProfile::Transport (its queue pairs may share state, as "
                     "SharesNothing says)"},
                    {ev.custom != nullptr && !ev.isCustomAlone,
                     "ns3::mrc::EvProfile::SelectorFactory (its selectors may share state, as "
                     "SharesNothing says)"},
                    {cc.custom != nullptr && !cc.isCustomAlone,
                     "ns3::mrc::CcProfile::AlgorithmFactory (its controllers may share state, as "
                     "SharesNothing says)"}});
}

/** @return what has one thread act at a time in a network with these profiles, null: nothing */
const char*
NeedOf(const NetworkProfiles& profiles)
{
    const FabricConfig fabric = profiles.fabric->Config();
    const char* const need = FirstOf(
        {{fabric.admission != nullptr && !fabric.isAdmissionAlone,
          "ns3::mrc::FabricProfile::AdmissionFactory (its policies may share state, as "
          "SharesNothing says)"},
         {fabric.marking != nullptr && !fabric.isMarkingAlone,
          "ns3::mrc::FabricProfile::MarkerFactory (its markers may share state, as SharesNothing "
          "says)"},
         {fabric.sendIcmp, "ns3::mrc::FabricProfile::SendIcmp"},
         {!SimulatorHost().TakesCrew(), "another simulator than ns3::mrc::FastSimulatorImpl"},
         // an ordinary event, a host's delay after an arrival, begins with its tick
         {fabric.hostDelay < Nanos(21), "ns3::mrc::FabricProfile::HostDelay of less than 21 ns"}});
    return need != nullptr
               ? need
               : SharedIn(profiles.qp->Transport().get(), profiles.ev->Get(), profiles.cc->Get());
}

} // namespace

FabricPartition::FabricPartition(const Topology& topology, uint32_t shards, const std::string& way)
{
    cuts.shards = shards;
    if (shards == 1)
    {
        // Nothing is divided, but a misspelt word would else be told once there are more threads.
        CheckWay(way);
        return;
    }
    const std::vector<ShardIndex> parts = PartsOf(topology, shards, way);
    owners.assign(parts.begin(), parts.begin() + topology.Spec().nics);
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        cuts.senders.push_back(parts[topology.NodeOf(port)]);
        cuts.receivers.push_back(parts[topology.NodeOf(topology.Peer(port))]);
    }
}

std::string
PartitionOf(const NetworkProfiles& profiles)
{
    StringValue way;
    profiles.fabric->GetAttribute("Partition", way);
    // A rank's memory is of whole pages, of which many small blocks would need more.
    const bool isOpen = way.Get() == "auto" && profiles.fabric->Config().ranks <= 1;
    return isOpen ? "turns" : way.Get();
}

uint32_t
CheckedShards(const NetworkProfiles& profiles)
{
    const FabricConfig fabric = profiles.fabric->Config();
    const bool areRanks = fabric.ranks > 1;
    // Machines may have other numbers of cores, and all ranks have to divide the fabric alike.
    if (areRanks && (fabric.threads == 0 || fabric.ranks * fabric.threads > MOST_RANKS))
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::Ranks is " +
                                    std::to_string(fabric.ranks) + " and Threads is " +
                                    std::to_string(fabric.threads) +
                                    "; expected Threads of at least 1, and at most " +
                                    std::to_string(MOST_RANKS) + " threads in all ranks");
    }
    const uint32_t cores = fabric.threads == 0 ? Cores() : fabric.threads;
    const uint32_t threads = areRanks ? fabric.ranks * fabric.threads : cores;
    const char* const need = threads == 1 ? nullptr : NeedOf(profiles);
    const bool hasFaces = areRanks && profiles.fabric->Faces() == FACES_ALL;
    if (need == nullptr && !hasFaces)
    {
        return threads;
    }
    if (areRanks)
    {
        const std::string name =
            hasFaces ? "ns3::mrc::FabricProfile::Faces = All" : std::string(need);
        throw std::invalid_argument(name + " with " + std::to_string(fabric.ranks) +
                                    " ranks; expected one rank");
    }
    // Known before the first shard is made: one shard is faster than several that are merged.
    std::cerr << "mrc: one thread of " << threads << " does all because of " << need << '\n';
    return 1;
}

void
MergeFor(const QueuePairPlan& plan, ShardPace& pace)
{
    if (const char* shared = SharedIn(plan.transport.get(), plan.ev, plan.cc))
    {
        pace.Merge(shared);
    }
}

void
RefuseJitter(const Topology& topology, const FabricCuts& cuts)
{
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        if (cuts.RankOf(cuts.senders[port]) != cuts.RankOf(cuts.receivers[port]) &&
            LineOf(topology, port).jitter > Span())
        {
            throw std::invalid_argument("the jitter of " + PortName(topology, port) +
                                        ", whose link joins two of " +
                                        std::to_string(cuts.shards / cuts.perRank) +
                                        " ranks; expected one rank, or no jitter there");
        }
    }
}

void
RequireSameParts(const FabricCuts& cuts)
{
    uint64_t own = cuts.shards;
    for (const ShardIndex sender : cuts.senders)
    {
        own = Mix(own ^ sender);
    }
    // A hash is enough: ranks that differ are told so, and not where.
    for (const uint64_t other : cuts.ranks->Gather({RankCall::PARTS}, own))
    {
        if (other != own)
        {
            cuts.ranks->Abort("ranks divide the fabric in different ways; expected the same "
                              "ns3::mrc::FabricProfile::Partition in all of them, and the same "
                              "scotch_gpart, or none");
        }
    }
}

} // namespace mrc
} // namespace ns3
