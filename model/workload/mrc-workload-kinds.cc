/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-kinds.h"

#include "mrc-collectives.h"
#include "mrc-poisson-flows.h"
#include "mrc-rack-trees.h"
#include "mrc-text-reader.h"
#include "mrc-traffic-patterns.h"
#include "mrc-two-levels.h"
#include "mrc-unequal-exchange.h"

#include <fstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

template <ConnectionMatrix (*COLLECTIVE)(const CollectiveSize&)>
ConnectionMatrix
Make(const WorkloadValues& values)
{
    // The first key of each of these is the number of pieces: channels, pieces or transfers at a
    // time.
    return COLLECTIVE({values.ranks, values.bytes, values.own[0]});
}

/** @return the value that a reader makes of a file */
template <typename Made>
Made
FromFile(Made (*read)(std::istream&, const std::string&), const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ParseError(path, {1, 1}, "cannot open the file; expected a readable text");
    }
    return read(in, path);
}

ConnectionMatrix
MakeUnequal(const WorkloadValues& values)
{
    const SizeTable sizes =
        values.file.empty() ? DrawnSizes(values.ranks, values.bytes, values.own[1], values.draws)
                            : FromFile(&ReadSizeTable, values.file);
    if (sizes.size() != values.ranks)
    {
        throw std::invalid_argument("all-to-all-v: " + values.file + " has " +
                                    std::to_string(sizes.size()) + " ranks; expected " +
                                    std::to_string(values.ranks));
    }
    return UnequalAllToAll(sizes, values.own[0]);
}

ConnectionMatrix
MakePoisson(const WorkloadValues& values)
{
    // Keys have whole percents, Gb/s and microseconds, as people write these.
    const auto [load, gbps, us] = values.own;
    return PoissonFlows(
        FromFile(&ReadSizeDistribution, values.file),
        {values.ranks, load / 100., gbps * uint64_t{1000000000}, Micros(us), values.draws});
}

// Rows have OWN_KEYS keys: this one stands where a workload has fewer.
constexpr WorkloadKey NO_KEY{nullptr, 1, 1, 1};
constexpr std::array<WorkloadKey, OWN_KEYS> NO_KEYS{NO_KEY, NO_KEY, NO_KEY};

/** @return the keys of a workload that has one */
constexpr std::array<WorkloadKey, OWN_KEYS>
Only(const WorkloadKey& key)
{
    return {key, NO_KEY, NO_KEY};
}

// In the order of the help. A column is a member of WorkloadKind; members that a row leaves out
// have their defaults.
const std::vector<WorkloadKind> KINDS{
    {"ring-allreduce",
     Only({"channels", 1, 1, MOST_WORKLOAD_RANKS}),
     BusFactor::TWICE,
     &Make<RingAllReduce>,
     "sums of all buffers for all ranks, in rings"},
    {"ring-reducescatter",
     Only({"channels", 1, 1, MOST_WORKLOAD_RANKS}),
     BusFactor::OTHERS,
     &Make<RingReduceScatter>,
     "the first round of it"},
    {"ring-allgather",
     Only({"channels", 1, 1, MOST_WORKLOAD_RANKS}),
     BusFactor::OTHERS,
     &Make<RingAllGather>,
     "the second round of it"},
    {"halving-doubling-allreduce",
     Only({"rendezvous", 0, 0, 1}),
     BusFactor::TWICE,
     [](const WorkloadValues& v) {
         const auto start = v.own[0] == 0 ? StepStart::AT_ONCE : StepStart::WITH_PARTNER;
         return HalvingDoublingAllReduce({v.ranks, v.bytes}, start);
     },
     "the same sums; ranks are a power of 2, and may wait until a partner is ready"},
    {"tree-allreduce",
     Only({"pieces", 8, 1, MOST_WORKLOAD_RANKS}),
     BusFactor::TWICE,
     &Make<TreeAllReduce>,
     "the same sums, up a binary tree and down again"},
    {"tree-broadcast",
     Only({"pieces", 8, 1, MOST_WORKLOAD_RANKS}),
     BusFactor::WHOLE,
     &Make<TreeBroadcast>,
     "the buffer of rank 0 for all ranks"},
    {"all-to-all",
     Only({"window", 1, 1, MOST_WORKLOAD_RANKS}),
     BusFactor::OTHERS,
     &Make<AllToAll>,
     "a share of each buffer for each rank, so many at a time"},
    {"permutation",
     NO_KEYS,
     BusFactor::NONE,
     [](const WorkloadValues& v) { return DrawnPermutation(v.ranks, v.bytes, v.draws); },
     "each rank to another, drawn"},
    {"tornado",
     NO_KEYS,
     BusFactor::NONE,
     [](const WorkloadValues& v) { return Tornado(v.ranks, v.bytes); },
     "each rank to the one half of all ranks ahead"},
    {"incast",
     {WorkloadKey{"senders", 7, 1, MOST_WORKLOAD_RANKS}, WorkloadKey{"victims", 0, 0, 1}, NO_KEY},
     BusFactor::NONE,
     [](const WorkloadValues& v) { return Incast(v.ranks, v.own[0], v.bytes, v.own[1]); },
     "the last ranks to rank 0, and a victim to rank 1"},
    {"two-level-allreduce",
     {WorkloadKey{"channels", 1, 1, MOST_WORKLOAD_RANKS},
      WorkloadKey{"chunks", 1, 1, MOST_WORKLOAD_RANKS},
      NO_KEY},
     BusFactor::TWICE,
     [](const WorkloadValues& v) {
         return TwoLevelAllReduce({v.ranks, v.bytes, v.own[1], v.own[0], v.node});
     },
     "the same sums, inside nodes and then in rings between them",
     SizeSource::SIZE,
     nullptr,
     8},
    {"rack-tree-allreduce",
     {WorkloadKey{"rack", 8, 1, MOST_WORKLOAD_RANKS},
      WorkloadKey{"pieces", 8, 1, MOST_WORKLOAD_RANKS},
      NO_KEY},
     BusFactor::TWICE,
     [](const WorkloadValues& v) {
         return RackTreeAllReduce({v.ranks, v.bytes, v.own[0], v.own[1]});
     },
     "the same sums, in rings within racks and trees between them"},
    {"send-receive",
     NO_KEYS,
     BusFactor::WHOLE,
     [](const WorkloadValues& v) { return SendReceive(v.ranks, v.bytes); },
     "each rank to the next one"},
    {"pairs",
     NO_KEYS,
     BusFactor::WHOLE,
     [](const WorkloadValues& v) { return RankPairs(v.ranks, v.bytes); },
     "ranks 0 and 1, 2 and 3 and so on to each other"},
    {"all-to-all-v",
     {WorkloadKey{"window", 1, 1, MOST_WORKLOAD_RANKS}, WorkloadKey{"spread", 50, 0, 99}, NO_KEY},
     BusFactor::NONE,
     &MakeUnequal,
     "sizes that differ by up to SPREAD percent, drawn, or those of a file",
     SizeSource::EITHER,
     "sizes"},
    {"poisson",
     {WorkloadKey{"load", 50, 1, 200},
      WorkloadKey{"gbps", 100, 1, 1000000},
      WorkloadKey{"us", 1000, 1, 100000000}},
     BusFactor::NONE,
     &MakePoisson,
     "flows at LOAD percent of NICs of GBPS Gb/s for US us, with sizes of a file",
     SizeSource::FILE,
     "cdf"},
};

} // namespace

const std::vector<WorkloadKind>&
WorkloadKinds()
{
    return KINDS;
}

std::array<WorkloadKey, 3>
NodeKeys(const WorkloadKind& kind)
{
    // The defaults of the model, in the units of the keys: whole Gb/s and nanoseconds.
    const NodeModel node;
    return {
        WorkloadKey{"gpus", kind.gpus, 1, MOST_WORKLOAD_RANKS},
        WorkloadKey{"gpu-gbps", static_cast<uint32_t>(node.bitsPerSecond / 1000000000), 1, 1000000},
        WorkloadKey{"gpu-ns", static_cast<uint32_t>(node.latency.Ps() / 1000), 0, 1000000000}};
}

} // namespace mrc
} // namespace ns3
