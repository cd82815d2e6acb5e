/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Threads divide a fabric in any way, and results are the same.

#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"
#include "graph-samples.h"
#include "graph-text.h"
#include "pods-of-four.h"
#include "threads-crowd.h"

#include "ns3/mrc-fabric-partition.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-node-groups.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-parse-error.h"
#include "ns3/mrc-partition-file.h"
#include "ns3/mrc-scotch-cut.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-weighed-graph.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return what a text says of a fabric with 4 NICs on two T0s, two T1s and two planes */
std::vector<ShardIndex>
PartitionIn(const std::string& text, uint32_t shards = 2)
{
    std::istringstream in(text);
    return ReadPartition(in, "four.parts", Topology(SmallFabric(4, 2, 2, 2)), shards);
}

const char* const ALL_SWITCHES = "p0.t0.0 0\np0.t0.1 1\np1.t0.0 0\np1.t0.1 1\n"
                                 "p0.t1.0 0\np0.t1.1 1\np1.t1.0 1\n# the last\np1.t1.1 0\n";

// Clauses: [fabric-parts]
TEST(Partition, NicsFollowTheirSwitches)
{
    const std::vector<ShardIndex> expected{0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0};
    EXPECT_EQ(PartitionIn(ALL_SWITCHES), expected);
    EXPECT_EQ(PartitionIn("nic1 0\n" + std::string(ALL_SWITCHES) + "nic3  1"), expected);
}

// Clauses: [fabric-parts]
TEST(Partition, ErrorsNameTheirPlace)
{
    const std::string all = ALL_SWITCHES;
    const std::pair<std::string, const char*> cases[] = {
        {"", "four.parts:1:1: no line for p0.t0.0; expected one for each switch"},
        {"p0.t0.0 0\n", "four.parts:1:10: no line for p0.t0.1; expected one for each switch"},
        {"p0.t0.0 0\n  p0.t9.1 0\n",
         "four.parts:2:3: 'p0.t9.1' is no node of this fabric; expected one such as p0.t0.0"},
        {"p0.t0.0\n",
         "four.parts:1:1: 'p0.t0.0' alone; expected a node and a number, as p0.t0.0 0"},
        {"p0.t0.0 2\n", "four.parts:1:9: the part is '2'; expected a whole number, 0 .. 1"},
        {"p0.t0.0 -1\n", "four.parts:1:9: the part is '-1'; expected a whole number, 0 .. 1"},
        {"p0.t0.0 0 1\n",
         "four.parts:1:1: 'p0.t0.0 0' is no node of this fabric; expected one such as p0.t0.0"},
        {all + "p0.t0.1 1\n",
         "four.parts:10:1: p0.t0.1 again; expected one line for each node, and line 2 has it"},
        {all + "nic0 1\n",
         "four.parts:10:1: p0.t0.0 in part 0, and nic0 in part 1; expected nic0 and its switches "
         "in "
         "one part"},
        {"p0.t0.0 0\np0.t0.1 1\np1.t0.1 1\np0.t1.0 0\np0.t1.1 0\np1.t1.0 0\np1.t1.1 0\np1.t0.0 1\n",
         "four.parts:8:1: p1.t0.0 in part 1, and p0.t0.0 in part 0; expected nic0 and its switches "
         "in "
         "one part"},
    };
    for (const auto& [text, expected] : cases)
    {
        EXPECT_EQ(ThrownText<ParseError>([&words = text] { PartitionIn(words); }), expected);
    }
}

/** A file that is gone with this object. */
class PartitionFile
{
  public:
    explicit PartitionFile(const std::string& text)
        : name(testing::TempDir() + "mrc-partition-test.parts")
    {
        std::ofstream(name) << text;
    }

    ~PartitionFile()
    {
        std::remove(name.c_str());
    }

    PartitionFile(const PartitionFile&) = delete;
    PartitionFile& operator=(const PartitionFile&) = delete;

    const std::string name;
};

/** @return a file in which groups of nodes are in parts that are drawn; some may have none */
std::string
DrawnPartition(const Topology& topology, uint32_t shards, uint64_t seed)
{
    NodeGroups groups(topology);
    const KeyedDraws draws(seed);
    std::ostringstream text;
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        text << NodeName(topology, node) << ' ' << draws.Below(shards, groups.Of(node)) << '\n';
    }
    return text.str();
}

/** @return what is told of traffic to and fro, with faults, that threads share in some way */
std::string
PartsTell(const TopologySpec& spec, uint32_t threads, const std::string& partition)
{
    Crowd crowd(spec, threads, [&partition](FabricHelper& helper) {
        helper.SetPartition(partition);
        helper.SetFabricAttribute("TrimSize", UintegerValue(256)); // of long paths
    });
    EXPECT_EQ(crowd.network->Engine().shards.All().size(), threads);
    if (!spec.graph)
    {
        crowd.network->ScheduleFaults("link:0.0.0@15us..40us");
    }
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        crowd.Post(nic, (nic + 1) % spec.nics, 100000);
        crowd.Post(nic, (nic + spec.nics / 2) % spec.nics, 60000, 1);
    }
    Simulator::Stop(MilliSeconds(20));
    return crowd.Run();
}

/** @return fabrics of two and three tiers and graphs */
std::vector<TopologySpec>
PartedFabrics()
{
    const TopologySpec pods = PodsOfFour(8);
    return {SmallFabric(12, 2, 3, 2), pods, ParseDot(THICK), ParseDot(RING), ParseDot(FourTiers())};
}

// Clauses: [fabric-parts] [several-threads]
TEST(Partition, AnyOneGivesTheSame)
{
    for (const TopologySpec& spec : PartedFabrics())
    {
        const std::string one = PartsTell(spec, 1, "auto");
        const Topology topology(spec);
        for (uint64_t seed = 1; seed <= 6; ++seed)
        {
            const uint32_t threads = 2 + seed % 3;
            const PartitionFile file(DrawnPartition(topology, threads, seed));
            EXPECT_EQ(PartsTell(spec, threads, file.name), one)
                << spec.name << ", " << threads << " threads, seed " << seed;
        }
        EXPECT_EQ(PartsTell(spec, 2, "blocks"), one) << spec.name;
        EXPECT_EQ(PartsTell(spec, 2, "turns"), one) << spec.name;
        if (HasScotch())
        {
            EXPECT_EQ(PartsTell(spec, 2, "scotch"), one) << spec.name;
            EXPECT_EQ(PartsTell(spec, 3, "scotch"), one) << spec.name;
        }
    }
}

// Clauses: [fabric-parts]
TEST(Partition, ErrorsReachTheScript)
{
    const PartitionFile file("p0.t0.0 0\nmine 1\n");
    const auto install = [](const std::string& partition, uint32_t threads) {
        return ThrownText([&] {
            Crowd(SixNics(), threads, [&partition](FabricHelper& helper) {
                helper.SetPartition(partition);
            });
        });
    };
    EXPECT_NE(install(file.name, 2).find(file.name + ":2:1: 'mine' is no node"), std::string::npos)
        << install(file.name, 2);
    for (const uint32_t threads : {1, 2})
    {
        const std::string said = install("turn", threads);
        EXPECT_NE(said.find("Partition = 'turn', which cannot be read; "
                            "expected auto, blocks, turns, scotch, or a file"),
                  std::string::npos)
            << said;
        EXPECT_EQ(install("turns", threads), "no error");
    }
    EXPECT_EQ(install(file.name, 1), "no error") << "one thread divides nothing";
    if (!HasScotch())
    {
        EXPECT_NE(install("scotch", 2).find("Debian's package scotch"), std::string::npos);
    }
}

// One thread reads no file. Clauses: [fabric-parts]
TEST(Partition, FoldersAreRefusedAndPipesStayAsTheyAre)
{
    const Topology topology(SmallFabric(4, 2, 2, 2));
    for (const uint32_t shards : {1, 2})
    {
        const std::string said = ThrownText([&] { FabricPartition(topology, shards, "."); });
        EXPECT_NE(said.find("Partition = '.', which cannot be read; "), std::string::npos) << said;
    }
    const std::string pipe = testing::TempDir() + "mrc-partition-test-pipe";
    std::remove(pipe.c_str());
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int end = open(pipe.c_str(), O_RDWR); // else a reader would wait here
    const int watch = inotify_init1(IN_NONBLOCK);
    ASSERT_GE(inotify_add_watch(watch, pipe.c_str(), IN_OPEN), 0);
    EXPECT_EQ(ThrownText([&] { FabricPartition(topology, 1, pipe); }), "no error");
    inotify_event opened{};
    EXPECT_EQ(read(watch, &opened, sizeof(opened)), -1) << "nobody opened the pipe";
    close(watch);
    close(end);
    std::remove(pipe.c_str());
}

/** What a way of dividing costs and gives. */
struct PartsVerdict
{
    uint32_t cutLinks{0};
    double heaviest{0}; //!< load of the fullest part, to an even share
};

PartsVerdict
JudgeParts(const Topology& topology, uint32_t shards, const std::string& way)
{
    const FabricPartition partition(topology, shards, way);
    PartsVerdict judged;
    std::vector<uint32_t> loads(shards);
    uint32_t all = 0;
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const uint32_t load = topology.NodeOf(port) < topology.Spec().nics ? NIC_PORT_LOAD : 1;
        loads[partition.cuts.senders[port]] += load;
        all += load;
        judged.cutLinks += partition.cuts.IsCut(port) && port < topology.Peer(port);
    }
    judged.heaviest =
        static_cast<double>(*std::max_element(loads.begin(), loads.end())) * shards / all;
    return judged;
}

/** @return how many more NICs of a range the first of two shards has than the other one */
int
Surplus(const FabricPartition& partition, uint32_t first, uint32_t last)
{
    int surplus = 0;
    for (uint32_t nic = first; nic < last; ++nic)
    {
        surplus += partition.owners[nic] == 0 ? 1 : -1;
    }
    return surplus;
}

// Clauses: [fabric-parts]
TEST(Partition, TurnsShareEachLevelOfATree)
{
    // Each level of a binary tree has twice as many racks as all before. In blocks one shard has
    // the last.
    const Topology topology(SmallFabric(128, 2, 2, 2));
    const FabricPartition turns(topology, 2, "turns");
    const FabricPartition blocks(topology, 2, "blocks");
    for (const uint32_t first : {16U, 32U, 64U})
    {
        EXPECT_EQ(Surplus(turns, first, 2 * first), 0) << first;
        EXPECT_EQ(std::abs(Surplus(blocks, first, 2 * first)), static_cast<int>(first)) << first;
    }
    // Side by side in memory, links to two neighbours are one thread's.
    for (uint32_t nic = 0; nic < 128; nic += 4)
    {
        EXPECT_EQ(turns.owners[nic], turns.owners[nic + 2]) << nic;
    }
    EXPECT_EQ(JudgeParts(topology, 2, "turns").cutLinks,
              JudgeParts(topology, 2, "blocks").cutLinks);
    EXPECT_EQ(JudgeParts(topology, 4, "turns").heaviest, 1);
}

// Clauses: [fabric-parts]
TEST(Partition, ThreadsTakeTurnsUnasked)
{
    const auto isOfOther = [](const char* way, uint32_t nic) {
        const Crowd crowd(SmallFabric(16, 2, 2, 2), 2, [way](FabricHelper& helper) {
            helper.SetPartition(way);
        });
        const ShardSet& shards = crowd.network->Engine().shards;
        return &shards.Of(0) != &shards.Of(nic);
    };
    EXPECT_TRUE(isOfOther("auto", 4));
    EXPECT_FALSE(isOfOther("auto", 8));
    EXPECT_FALSE(isOfOther("blocks", 4));
    EXPECT_TRUE(isOfOther("blocks", 8));
}

// Clauses: [fabric-parts]
TEST(Partition, TurnsAreBlocksWhereTheyWouldBeUneven)
{
    const Topology ten(SmallFabric(20, 2, 2, 2));
    EXPECT_EQ(FabricPartition(ten, 2, "turns").owners, FabricPartition(ten, 2, "blocks").owners);
    TopologySpec pods = SmallFabric(64, 2, 2);
    pods.t0sPerPod = 2;
    pods.t1Uplinks = 2;
    pods.upperLinkRate = pods.fabricLinkRate;
    EXPECT_EQ(FabricPartition(Topology(pods), 2, "turns").owners,
              FabricPartition(Topology(pods), 2, "blocks").owners);
}

/** @return a chain of clusters: in each some switches with a NIC, all joined; a link to the next */
TopologySpec
ClusterChain(uint32_t clusters, uint32_t switches)
{
    std::ostringstream text;
    const auto name = [](const char* kind, uint32_t cluster, uint32_t number) {
        return std::string(kind) + std::to_string(number) + "_" + std::to_string(cluster);
    };
    std::ostringstream links;
    text << "graph { edge [rate=100Gbps]; node [role=nic]\n";
    for (uint32_t number = 0; number < switches; ++number)
    {
        for (uint32_t cluster = 0; cluster < clusters; ++cluster) // so that names do not help
        {
            text << name("n", cluster, number) << "; ";
            links << name("n", cluster, number) << " -- " << name("s", cluster, number) << '\n';
            for (uint32_t other = 0; other < number; ++other)
            {
                links << name("s", cluster, number) << " -- " << name("s", cluster, other) << '\n';
            }
            if (number == 0 && cluster > 0)
            {
                links << name("s", cluster - 1, 0) << " -- " << name("s", cluster, 0)
                      << " [delay=2us]\n";
            }
        }
    }
    text << "node [role=switch]\n" << links.str() << "}\n";
    return ParseDot(text.str());
}

// Clauses: [fabric-parts]
TEST(Partition, ScotchCutsLongLinksAndFew)
{
    if (!HasScotch())
    {
        GTEST_SKIP() << "no program of Scotch";
    }
    const Topology chain(ClusterChain(4, 6));
    EXPECT_EQ(JudgeParts(chain, 2, "scotch").cutLinks, 1U);
    EXPECT_EQ(JudgeParts(chain, 4, "scotch").cutLinks, 3U);
    EXPECT_LT(JudgeParts(chain, 4, "scotch").heaviest, 1.1);
    EXPECT_GT(JudgeParts(chain, 2, "blocks").cutLinks, 10U) << "in the order of the names";
    // The same twice: all ranks have to divide a fabric alike.
    const FabricPartition one(chain, 3, "scotch");
    const FabricPartition other(chain, 3, "scotch");
    EXPECT_EQ(one.cuts.senders, other.cuts.senders);
}

/** Has PATH begin with a folder of a scotch_gpart that does so, as long as this object lives. */
class FalseScotch
{
  public:
    explicit FalseScotch(const std::string& does)
        : m_folder(testing::TempDir() + "mrc-false-scotch"),
          m_before(std::getenv("PATH"))
    {
        std::filesystem::create_directory(m_folder);
        const std::string program = m_folder + "/scotch_gpart";
        std::ofstream(program) << "#!/bin/sh\n" << does << "\n";
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        setenv("PATH", (m_folder + ":" + m_before).c_str(), 1);
    }

    ~FalseScotch()
    {
        setenv("PATH", m_before.c_str(), 1);
        std::filesystem::remove_all(m_folder);
    }

  private:
    std::string m_folder;
    std::string m_before;
};

// Clauses: [fabric-parts]
TEST(Partition, AScotchThatFailsIsNamedOnlyWhereAskedFor)
{
    const Topology chain(ClusterChain(4, 6));
    const auto blocks = JudgeParts(chain, 2, "blocks");
    for (const char* const does : {"exit 1", "echo 3; echo '0 0'", "echo many", "yes 0"})
    {
        const FalseScotch scotch(does);
        EXPECT_EQ(JudgeParts(chain, 2, "auto").cutLinks, blocks.cutLinks) << does;
        EXPECT_NE(ThrownText<std::runtime_error>([&chain] {
                      JudgeParts(chain, 2, "scotch");
                  }).find("Scotch cannot divide the fabric among 2 threads"),
                  std::string::npos)
            << does;
    }
}

/** @return a graph of the examples. @param name of its file */
TopologySpec
GraphOf(const std::string& name)
{
    std::ifstream in(DataFile(name));
    return ReadGraph(in, name);
}

// Clauses: [fabric-parts]
TEST(Partition, ScotchBesideBlocks)
{
    if (!HasScotch())
    {
        GTEST_SKIP() << "no program of Scotch";
    }
    const std::pair<const char*, TopologySpec> fabrics[] = {
        {"ring_of_5.dot", GraphOf("ring_of_5.dot")},
        {"two_planes.dot", GraphOf("two_planes.dot")},
        {"four tiers", ParseDot(FourTiers())},
        {"rails8-1x400g, 64", PresetTopology("rails8-1x400g", 64)},
        {"rails8-1x400g, 512", PresetTopology("rails8-1x400g", 512)},
        {"rails8-1x400g, 4096", PresetTopology("rails8-1x400g", 4096)},
        {"clusters", ClusterChain(8, 8)},
        {"clos-8x100g, 512", PresetTopology("clos-8x100g", 512)},
    };
    std::printf("%-20s parts  blocks: cut, heaviest  scotch: cut, heaviest\n", "fabric");
    for (const auto& [name, spec] : fabrics)
    {
        const Topology topology(spec);
        for (const uint32_t parts : {2U, 4U})
        {
            const PartsVerdict blocks = JudgeParts(topology, parts, "blocks");
            const PartsVerdict scotch = JudgeParts(topology, parts, "scotch");
            std::printf("%-20s %5u %12u %9.2f %13u %9.2f\n",
                        name,
                        parts,
                        blocks.cutLinks,
                        blocks.heaviest,
                        scotch.cutLinks,
                        scotch.heaviest);
            const PartsVerdict chosen = JudgeParts(topology, parts, "auto");
            const bool isScotch = spec.graph && scotch.cutLinks < 0.9 * blocks.cutLinks;
            EXPECT_EQ(chosen.cutLinks, isScotch ? scotch.cutLinks : blocks.cutLinks) << name;
            EXPECT_EQ(chosen.heaviest, isScotch ? scotch.heaviest : blocks.heaviest) << name;
        }
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
