/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Collective operations over a fabric, beside their closed forms.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "message-way.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
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

constexpr uint32_t RANKS = 8;

/** The setting of a collective operation: eight NICs of 2 x 100 Gb/s on two T0s. */
struct Setting
{
    std::string words;
    std::string transport;
    uint32_t pairs{1};
    std::string faults;
    bool endsSoon{false}; //!< gives up after the linear retries
    bool isDeep{false};   //!< no queue trims
};

/** The result of an operation. */
struct Result
{
    RunEnd end{RunEnd::NO_EVENTS};
    std::string explanation;
    std::map<std::string, double> figures; //!< of the summary
    uint64_t fingerprint{0};
    uint64_t placed{0};        //!< bytes at all NICs
    std::size_t queuePairs{0}; //!< both ends
    std::string flows;         //!< flows.csv
};

Result
RunOn(const Setting& setting)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SmallFabric(RANKS, 4, 4, 2));
    helper.SetQpAttribute("PerPair", UintegerValue(setting.pairs));
    if (!setting.transport.empty())
    {
        helper.SetQpAttribute("Transport", StringValue(setting.transport));
    }
    if (setting.isDeep)
    {
        helper.SetFabricAttribute("SwitchProfile", StringValue("tomahawk5-sonic"));
    }
    if (setting.endsSoon)
    {
        helper.SetQpAttribute("ExponentialRetries", UintegerValue(0));
    }
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults(setting.faults);
    Result result;
    std::ostringstream flows;
    std::ostringstream table;
    {
        WorkloadRun run(network, ReadWorkload(setting.words, {RANKS, 1}), 1);
        run.WriteFlows(flows);
        result.end = run.Run();
        result.explanation = run.Explain();
        RunSummary summary;
        run.Summarize(summary);
        summary.WriteCsv(table);
    }
    std::istringstream lines(table.str());
    for (std::string line; std::getline(lines, line);)
    {
        // The name may hold commas, in quotation marks; the number is the last but one field.
        const std::size_t unit = line.rfind(',');
        const std::size_t number = line.rfind(',', unit - 1);
        result.figures[line.substr(0, number)] = std::atof(line.substr(number + 1).c_str());
    }
    result.fingerprint = network->Fingerprint();
    result.queuePairs = network->GetQueuePairs().size();
    for (const Ptr<Qp>& qp : network->GetQueuePairs())
    {
        result.placed += static_cast<const Requestor&>(*qp).PeerCounters().placedBytes;
    }
    result.flows = flows.str();
    Simulator::Destroy();
    return result;
}

/**
 * @param bytes of the buffer
 * @param steps of the ring; without them those of an all-reduce
 * @return ps: the longest chain of steps, each of which waits for the one before. The sender of the
 *         last transfer has to hear of its end
 */
double
RingTime(double bytes, uint32_t steps = 2 * (RANKS - 1))
{
    const double packets = bytes / RANKS / 4096;
    double longest = 0;
    for (uint32_t first = 0; first < RANKS; ++first)
    {
        double time = Way::Local().OneWay(Way::SACK);
        for (uint32_t step = 0; step < steps; ++step)
        {
            const uint32_t from = (first + step) % RANKS;
            time += (from % 4 == 3 ? Way::Across() : Way::Local()).Step(packets);
        }
        longest = std::max(longest, time);
    }
    return longest;
}

// The ring takes 0.5 to 0.9 % longer. While a SACK is on one port, the other one takes a packet
// more, so that the last packet of a step may end later. Clauses: [ring-steps], [bus-bandwidth],
// [collective-transfers]
TEST(CollectiveRunTest, ARingTakesItsClosedForm)
{
    for (const double mebibytes : {1, 4, 16})
    {
        const double bytes = mebibytes * (1 << 20);
        Setting setting;
        setting.words = "ring-allreduce size=" + std::to_string(int(mebibytes)) + "MiB";
        Result result = RunOn(setting);
        ASSERT_EQ(result.end, RunEnd::FINISHED);
        EXPECT_EQ(result.placed, uint64_t(2 * (RANKS - 1) * bytes));
        EXPECT_EQ(result.queuePairs, RANKS) << "one for each pair of NICs";
        const double time = RingTime(bytes);
        const double busbw = 2. * (RANKS - 1) / RANKS * bytes / time * 1000; // GB/s
        EXPECT_NEAR(result.figures["\"collective, time\""] * 1e6, time, 0.01 * time) << mebibytes;
        EXPECT_NEAR(result.figures["\"collective, busbw\""], busbw, 0.01 * busbw);
        EXPECT_NEAR(result.figures["\"collective, algbw\""], busbw / 1.75, 0.01 * busbw / 1.75);
    }
}

// Two nodes of four GPUs: shares gather inside, go over the fabric in a ring of two, and spread.
// The rings meet at uplinks, so that each step takes some two packets' time longer: 1.6 % of 4 MiB.
// Clauses: [two-levels], [node-links], [bus-bandwidth]
TEST(CollectiveRunTest, TwoLevelsTakeTheirClosedForm)
{
    for (const double mebibytes : {16, 64})
    {
        Setting setting;
        setting.words = "two-level-allreduce gpus=4 size=" + std::to_string(int(mebibytes)) + "MiB";
        Result result = RunOn(setting);
        ASSERT_EQ(result.end, RunEnd::FINISHED);
        const double share = mebibytes * (1 << 20) / 4;
        const double inside = 3 * share * 8e12 / 3.6e12 + 1e6; // and 1 us on the way
        const double time = 2 * inside + 2 * Way::Across().Step(share / 2 / 4096);
        EXPECT_NEAR(result.figures["\"collective, time\""] * 1e6, time, 0.01 * time) << mebibytes;
        EXPECT_EQ(result.placed, uint64_t(2 * 4 * share)) << "the fabric carries the rings alone";
        EXPECT_EQ(result.queuePairs, RANKS);
        EXPECT_EQ(std::count(result.flows.begin(), result.flows.end(), '\n'), 1 + 16);
    }
}

// Racks are the two T0s. Rings do not leave them, and each tree has a root and one child. While a
// root sends its sums down, it takes the first step of its rack's second round too.
// Clauses: [rack-trees], [bus-bandwidth]
TEST(CollectiveRunTest, RackTreesTakeTheirClosedForm)
{
    for (const double mebibytes : {8, 16})
    {
        Setting setting;
        setting.words =
            "rack-tree-allreduce rack=4 pieces=1 size=" + std::to_string(int(mebibytes)) + "MiB";
        Result result = RunOn(setting);
        ASSERT_EQ(result.end, RunEnd::FINISHED);
        const double packets = mebibytes * (1 << 20) / 4 / 4096;
        const double time = 6 * Way::Local().Step(packets) + Way::Across().Step(packets) +
                            Way::Across().Step(2 * packets) + Way::Local().OneWay(Way::SACK);
        EXPECT_NEAR(result.figures["\"collective, time\""] * 1e6, time, 0.01 * time) << mebibytes;
        EXPECT_EQ(result.placed, uint64_t((2 * 3 * 2 + 2) * mebibytes * (1 << 20)));
    }
}

// Clauses: [traffic-patterns], [bus-bandwidth]
TEST(CollectiveRunTest, NeighboursTakeTheirClosedForm)
{
    for (const char* words : {"send-receive size=8MiB", "pairs size=8MiB"})
    {
        Setting setting;
        setting.words = words;
        Result result = RunOn(setting);
        ASSERT_EQ(result.end, RunEnd::FINISHED);
        const Way way = words[0] == 's' ? Way::Across() : Way::Local();
        const double time = way.Step(2048) + way.OneWay(Way::SACK);
        EXPECT_NEAR(result.figures["\"collective, time\""] * 1e6, time, 0.01 * time) << words;
    }
}

/** @return the time that a workload takes, in ps */
double
TimeOf(const std::string& words, bool isDeep = false)
{
    Setting setting;
    setting.words = words;
    setting.isDeep = isDeep;
    Result result = RunOn(setting);
    EXPECT_EQ(result.end, RunEnd::FINISHED) << words << ": " << result.explanation;
    // Patterns are no collective operation, and all of their messages start at once.
    const bool isCollective = result.figures.count("\"collective, time\"") != 0;
    return 1e6 *
           result.figures[isCollective ? "\"collective, time\"" : "\"flow completion time, max\""];
}

// Half of a ring: the longest chain of seven steps. Clauses: [ring-steps]
TEST(CollectiveRunTest, RoundsOfARingTakeTheirClosedForm)
{
    for (const char* words : {"ring-reducescatter size=16MiB", "ring-allgather size=16MiB"})
    {
        const double time = RingTime(16 << 20, RANKS - 1);
        EXPECT_NEAR(TimeOf(words), time, 0.01 * time) << words;
    }
}

// The half goes to the other T0, the quarter and the eighth stay below their own; then back.
// Clauses: [halving-doubling]
TEST(CollectiveRunTest, HalvesTakeTheirClosedForm)
{
    const double packets = 64. * (1 << 20) / 4096;
    const double oneWay = Way::Across().Step(packets / 2) + Way::Local().Step(packets / 4) +
                          Way::Local().Step(packets / 8);
    const double time = 2 * oneWay + Way::Across().OneWay(Way::SACK);
    EXPECT_NEAR(TimeOf("halving-doubling-allreduce size=64MiB"), time, 0.01 * time);
}

// Behind each step but the last a message of 64 bytes. Clauses: [step-rendezvous]
TEST(CollectiveRunTest, ARendezvousTakesItsClosedForm)
{
    const auto ready = [](const Way& way) {
        return 2 * Way::HOST + way.OneWay(Way::PACKET - 4096 + 64);
    };
    const double time = TimeOf("halving-doubling-allreduce size=16MiB") + 4 * ready(Way::Local()) +
                        ready(Way::Across());
    EXPECT_NEAR(TimeOf("halving-doubling-allreduce size=16MiB rendezvous=1"), time, 0.005 * time);
}

/** @return how long two messages of data to one NIC are under way at once, the longest, in us */
double
OverlapAtOneNic(const std::string& words)
{
    Setting setting;
    setting.words = words;
    setting.faults = "nic:1/rate=40%@0us"; // a rank that falls behind the others
    const Result result = RunOn(setting);
    EXPECT_EQ(result.end, RunEnd::FINISHED) << result.explanation;
    std::map<int, std::vector<std::pair<double, double>>> arrivals; // by NIC: start and end
    std::istringstream rows(result.flows);
    std::string row;
    for (std::getline(rows, row); std::getline(rows, row);)
    {
        int destination = 0;
        double bytes = 0;
        double start = 0;
        double end = 0;
        EXPECT_EQ(
            std::sscanf(row.c_str(), "%*d,%*d,%d,%lf,%lf,%lf", &destination, &bytes, &start, &end),
            4)
            << row;
        if (bytes > 64)
        {
            arrivals[destination].emplace_back(start, end);
        }
    }
    double longest = 0;
    for (auto& [nic, messages] : arrivals)
    {
        std::sort(messages.begin(), messages.end());
        for (std::size_t i = 1; i < messages.size(); ++i)
        {
            longest = std::max(longest, messages[i - 1].second - messages[i].first);
        }
    }
    return longest / 1000;
}

// A sender knows of the end some microseconds later than the receiver. Clauses: [step-rendezvous]
TEST(CollectiveRunTest, NobodyWritesToAPartnerThatIsBehind)
{
    EXPECT_GT(OverlapAtOneNic("halving-doubling-allreduce size=16MiB"), 100);
    EXPECT_LT(OverlapAtOneNic("halving-doubling-allreduce size=16MiB rendezvous=1"), 10);
}

/**
 * @return ps of a step of a rank that receives no data meanwhile: its line has answers to probes
 *         beside the packets, and no SACKs
 */
double
SendingStep(const Way& way, double packets)
{
    const double roundTrip = way.OneWay(Way::PACKET) + way.OneWay(Way::SACK);
    const double packet = Way::PACKET * Way::BYTE / (1 - 178 * Way::BYTE / Way::PLANES / roundTrip);
    return 2 * Way::HOST + (packets / Way::PLANES - 1) * packet + way.OneWay(Way::PACKET);
}

// Rank 0 sends two pieces at once, rank 1 then two, and rank 3 one, to the other T0.
// Clauses: [tree-steps]
TEST(CollectiveRunTest, ABroadcastTakesItsClosedForm)
{
    const double packets = 8. * (1 << 20) / 4096;
    const double time = 2 * SendingStep(Way::Local(), 2 * packets) +
                        SendingStep(Way::Across(), packets) + Way::Across().OneWay(Way::SACK);
    EXPECT_NEAR(TimeOf("tree-broadcast size=8MiB pieces=1"), time, 0.01 * time);
}

// Four ranks: 3 to 1 and 1 to 0, each alone on its links; then 0 to both, and 1 to 3.
// Clauses: [tree-steps]
TEST(CollectiveRunTest, ATreeTakesItsClosedForm)
{
    const double packets = 8. * (1 << 20) / 4096;
    const double time = 3 * SendingStep(Way::Local(), packets) +
                        SendingStep(Way::Local(), 2 * packets) + Way::Local().OneWay(Way::SACK);
    EXPECT_NEAR(TimeOf("tree-allreduce size=8MiB pieces=1 ranks=4"), time, 0.01 * time);
}

// One message at a time, of an eighth: three stay below the T0 of a rank, four do not.
// Clauses: [all-to-all-window]
TEST(CollectiveRunTest, ASerialAllToAllTakesItsClosedForm)
{
    const double packets = 64. * (1 << 20) / RANKS / 4096;
    const auto message = [packets](const Way& way) {
        return way.Step(packets) + way.OneWay(Way::SACK);
    };
    const double time = 3 * message(Way::Local()) + 4 * message(Way::Across());
    EXPECT_NEAR(TimeOf("all-to-all size=64MiB"), time, 0.01 * time);
}

// Each line is one sender's and one receiver's. Clauses: [traffic-patterns]
TEST(CollectiveRunTest, PatternsTakeTheirClosedForm)
{
    for (const char* words : {"tornado size=32MiB", "permutation size=32MiB"})
    {
        const double time = Way::Across().Step(8192) + Way::Across().OneWay(Way::SACK);
        EXPECT_NEAR(TimeOf(words), time, 0.01 * time) << words;
    }
}

// Four senders fill the receiver's line, where nothing is trimmed. The answers to the receiver's
// probes of four ways back share that line. Clauses: [traffic-patterns]
TEST(CollectiveRunTest, AnIncastTakesItsClosedForm)
{
    const Way way = Way::Across();
    const double roundTrip = way.OneWay(Way::PACKET) + way.OneWay(Way::SACK);
    const double packet =
        Way::PACKET * Way::BYTE / (1 - 4 * 178 * Way::BYTE / Way::PLANES / roundTrip);
    const double behindFirst = (4 * 2048 / Way::PLANES - 1) * packet;
    const double time =
        2 * Way::HOST + behindFirst + way.OneWay(Way::PACKET) + way.OneWay(Way::SACK);
    EXPECT_NEAR(TimeOf("incast size=8MiB senders=4 victims=0", true), time, 0.01 * time);
}

// Clauses: [unequal-sizes]
TEST(CollectiveRunTest, SizesWithoutSpreadAreAnAllToAll)
{
    const auto fingerprint = [](const char* words) {
        Setting setting;
        setting.words = words;
        return RunOn(setting).fingerprint;
    };
    const uint64_t equal = fingerprint("all-to-all size=1MiB window=3");
    EXPECT_EQ(fingerprint("all-to-all-v size=1MiB window=3 spread=0"), equal);
    EXPECT_NE(fingerprint("all-to-all-v size=1MiB window=3 spread=1"), equal);
}

// Two rings beside each other hide the waits, but no link carries more than its rate.
// Clauses: [ring-steps], [bus-bandwidth], [shared-pairs]
TEST(CollectiveRunTest, RingsBesideEachOtherShareQueuePairsAndLinks)
{
    const auto busbw = [](const std::string& channels) {
        Setting setting;
        setting.words = "ring-allreduce size=8MiB channels=" + channels;
        Result result = RunOn(setting);
        EXPECT_EQ(result.end, RunEnd::FINISHED);
        EXPECT_EQ(result.queuePairs, RANKS);
        return result.figures["\"collective, busbw\""];
    };
    const double one = busbw("1");
    const double two = busbw("2");
    EXPECT_GT(two, one);
    EXPECT_LT(busbw("4"), 25 * 4096. / 4262) << "payload of 2 x 100 Gb/s";
}

// Clauses: [same-seed], [collective-transfers]
TEST(CollectiveRunTest, TheSameSeedGivesTheSameRun)
{
    for (const char* words : {"ring-allreduce size=1MiB channels=2",
                              "halving-doubling-allreduce size=1MiB",
                              "halving-doubling-allreduce size=1MiB rendezvous=1",
                              "tree-allreduce size=1MiB",
                              "tree-broadcast size=1MiB",
                              "all-to-all size=1MiB window=3",
                              "permutation size=1MiB",
                              "incast size=1MiB senders=6"})
    {
        Setting setting;
        setting.words = words;
        setting.faults = "nic:3/loss=1%@0ns";
        const Result first = RunOn(setting);
        const Result second = RunOn(setting);
        EXPECT_EQ(first.end, RunEnd::FINISHED) << words;
        EXPECT_EQ(first.fingerprint, second.fingerprint) << words;
        EXPECT_EQ(first.flows, second.flows) << words;
    }
}

// Pieces on several queue pairs overtake each other where packets are lost; each step waits for its
// own data all the same.
// Clauses: [shared-pairs], [queue-pairs-per-pair]
TEST(CollectiveRunTest, RoceOverSeveralQueuePairsDoesTheSameTransfers)
{
    for (const char* words : {"ring-allreduce size=1MiB channels=3",
                              "halving-doubling-allreduce size=1MiB",
                              "halving-doubling-allreduce size=1MiB rendezvous=1",
                              "tree-allreduce size=100000",
                              "all-to-all size=1MiB window=3"})
    {
        Setting setting;
        setting.words = words;
        setting.transport = "ns3::mrc::RoceTransport[AckTimeoutExponent=8]";
        setting.pairs = 8;
        setting.faults = "nic:3/loss=1%@0ns";
        const Result result = RunOn(setting);
        EXPECT_EQ(result.end, RunEnd::FINISHED) << words << ": " << result.explanation;
        uint64_t bytes = 0;
        for (const Transfer& t : ReadWorkload(words, {RANKS, 1}).transfers)
        {
            bytes += t.bytes;
        }
        EXPECT_EQ(result.placed, bytes) << words;
    }
}

// A NIC that is cut off for good: transfers that wait for its data never start, and the run says
// so. Clauses: [shared-pairs]
TEST(CollectiveRunTest, AQueuePairThatFailsEndsTheRun)
{
    for (const char* transport : {"", "ns3::mrc::RoceTransport[AckTimeoutExponent=4|RetryCount=2]"})
    {
        Setting setting;
        setting.words = "ring-allreduce size=8MiB channels=2";
        setting.transport = transport;
        setting.faults = "nic:3/silent@50us";
        setting.endsSoon = true;
        const Result result = RunOn(setting);
        EXPECT_EQ(result.end, RunEnd::FLOW_FAILED) << result.explanation;
        EXPECT_NE(result.explanation.find("RETRY_EXC_ERR"), std::string::npos)
            << result.explanation;
        EXPECT_EQ(result.figures.count("\"collective, busbw\""), 0U) << "it has no time";
    }
}

// Clauses: [collective-transfers]
TEST(CollectiveRunTest, ItsTransfersCannotBeRepeated)
{
    const Ptr<Network> network = MakeNetwork();
    EXPECT_EQ(ThrownText([&] {
                  WorkloadRun(network, ReadWorkload("ring-allreduce size=1KiB", {6, 1}), 2);
              }),
              "ring-allreduce: 2 repetitions of each transfer; expected 1: those of a workload in "
              "words wait for each other");
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
