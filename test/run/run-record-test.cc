/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-graph-record.h"
#include "ns3/mrc-json-writer.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-run-record.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-topo-reader.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return run.json of a ring of eight NICs, but for the last member of the file, the wall time */
std::string
RecordOf(const std::string& transport, const std::string& faults, Time stop)
{
    char program[] = "/a/folder/own-program";
    char option[] = "--csv=\"a\"";
    char* argv[] = {program, option, nullptr};
    RunRecord record(2, argv);
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SmallFabric(8, 4, 4, 2));
    helper.SetQpAttribute("Transport", StringValue(transport));
    const Ptr<Network> network = Audited(helper.Install());
    const std::vector<Fault> list = ReadFaultList(faults, network->GetTopology());
    network->ScheduleFaults(list);
    const ConnectionMatrix matrix = ReadWorkload("ring-allreduce size=64KiB", {8, 1});
    record.AddWorkload(matrix, 1);
    WorkloadRun run(network, matrix, 1);
    RunLimits limits;
    limits.stop = stop;
    run.SetLimits(limits);
    record.AddLimits(limits);
    run.Run();
    record.AddNetwork(*network);
    record.AddFaults(list);
    record.AddEnd(run);
    RunSummary summary;
    run.Summarize(summary);
    record.AddFigures(summary);
    record.AddTables({"flows.csv", "run.json", "folder/sample-qps.csv"});
    std::ostringstream out;
    record.Write(out);
    const std::string text = out.str();
    const std::size_t last = text.rfind(",\n  \"wall_seconds\": ");
    EXPECT_NE(last, text.npos);
    return text.substr(0, last);
}

void
ExpectLines(const std::string& text, const std::vector<std::string>& lines)
{
    for (const std::string& line : lines)
    {
        EXPECT_NE(text.find("\n" + line + "\n"), text.npos) << line << " in\n" << text;
    }
}

TEST(RunRecordTest, SaysWhatARunWas)
{
    const std::string text = RecordOf("none", "link:0.0.1@1us..2us,plane:1/silent@5us", Time());
    ExpectLines(text,
                {R"(  "format": 1,)",
                 R"(  "program": "own-program",)",
                 R"(    "--csv=\"a\"")",
                 R"(    "flows",)",
                 R"(    "sample-qps")",
                 R"(    "nics": 8,)",
                 R"(    "planes": 2,)",
                 R"(    "switches": 12,)",
                 R"(    "t0s_per_plane": 2,)",
                 R"(    "nic_bit_per_s": 100000000000,)",
                 R"(  "transport": "MRC",)",
                 R"(    "buffer_bytes": 65536,)",
                 R"(    "bus_factor": 1.750000000)",
                 R"(      "fault": "link:0.0.1@1us..2us",)",
                 R"(      "begin_ns": 1000.000,)",
                 R"(      "end_ns": 2000.000)",
                 R"(      "end_ns": null)",
                 R"(    "name": "finished",)",
                 R"(      "name": "collective, busbw",)",
                 R"(      "unit": "GB/s")"});
    EXPECT_NE(text.find("\n    \"mrc\": \""), text.npos);
    EXPECT_EQ(text.find("unknown"), text.npos) << text; // the build says the version
    // 200 Gb/s of a NIC for the round trip
    const std::size_t rtt = text.find("base_rtt_ns\": ") + 14;
    const std::size_t product = text.find("product_bytes\": ") + 16;
    EXPECT_NEAR(std::stod(text.substr(rtt)) * 25, std::stod(text.substr(product)), 0.5);
}

/** @return run.json of a program that did no more than to read a workload */
std::string
WorkloadRecordOf(const ConnectionMatrix& matrix)
{
    RunRecord record(0, nullptr);
    record.AddWorkload(matrix, 3);
    std::ostringstream out;
    record.Write(out);
    return out.str();
}

// Clauses: [first-sends], [traffic-loops]
TEST(RunRecordTest, SaysWhichLoopAndWhichSendsWereTaken)
{
    const ConnectionMatrix ring = ReadWorkload("ring-allreduce size=64KiB", {8, 1});
    ExpectLines(WorkloadRecordOf(FirstSends(ring, 2)),
                {R"(    "repeat": 3,)",
                 R"(    "loop": "closed",)",
                 R"(    "first_sends": 2,)",
                 R"(    "flows_without_rows": false)"});
    const ConnectionMatrix nodes = ReadWorkload("two-level-allreduce size=64KiB gpus=4", {8, 1});
    ExpectLines(WorkloadRecordOf(nodes), {R"(    "flows_without_rows": true)"});
    std::istringstream text("Nodes 2\nConnections 2\n0->1 start 0 size 9\n0->1 start 1 size 9\n");
    const ConnectionMatrix two = ReadConnectionMatrix(text, "two.cm");
    ExpectLines(WorkloadRecordOf(two), {R"(    "loop": "open",)", R"(    "first_sends": 0,)"});
    ExpectLines(WorkloadRecordOf(InLoop(two, TrafficLoop::CLOSED)), {R"(    "loop": "closed",)"});
}

/** @return the member `graph` of run.json, with the brace of the record */
std::string
GraphRecordOf(const Topology& topology)
{
    std::ostringstream out;
    JsonWriter json(out);
    WriteGraphRecord(json, topology);
    json.End();
    return out.str();
}

// Clauses: [graph-files], [graph-names]
TEST(RunRecordTest, HasNodesAndLinksOfAGraph)
{
    const Topology topology(ReadTopologyFile(DataFile("two_planes.dot")));
    const std::string text = GraphRecordOf(topology);
    // 16 NICs, four T0s, four T1s; NICs have a link to each plane, and T1s have 6 and 5
    const auto count = [&text](const std::string& word) {
        std::size_t found = 0;
        for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
        {
            ++found;
        }
        return found;
    };
    EXPECT_EQ(count("\"kind\": \"nic\""), 16U);
    EXPECT_EQ(count("\"kind\": \"t0\""), 4U);
    EXPECT_EQ(count("\"kind\": \"t1\""), 4U);
    EXPECT_EQ(count("\"plane\": 0,"), 16 + 6U);
    EXPECT_EQ(count("\"plane\": 1,"), 16 + 5U);
    EXPECT_EQ(count("\"level\": false,"), 2 * 16 + 11U);
    EXPECT_EQ(2 * (2 * 16 + 11), topology.PortCount());
    ExpectLines(text, {R"(        "name": "as1",)", R"(        "number": 1)"});
    const uint32_t port = NodesNamed(topology, "b1").front();
    EXPECT_NE(text.find("\"lower\": " + std::to_string(port) + ","), text.npos);
    EXPECT_EQ(GraphRecordOf(Topology(SmallFabric(8, 4, 4, 2))), "{}\n") << "no graph";
}

TEST(RunRecordTest, TheSameRunHasTheSameBytes)
{
    EXPECT_EQ(RecordOf("none", "", Time()), RecordOf("none", "", Time()));
}

TEST(RunRecordTest, SaysWhyARunEndedBeforeItsFlows)
{
    const std::string text = RecordOf("ns3::mrc::RoceTransport", "", NanoSeconds(1500));
    ExpectLines(text,
                {R"(  "transport": "ns3::mrc::RoceTransport",)",
                 R"(    "stop_ns": 1500,)",
                 R"(    "name": "stop-time",)",
                 R"(    "simulated_ns": 1500)",
                 R"(      "value": null,)"}); // there is no completion time yet
    EXPECT_NE(text.find(R"("explanation": "0 of )"), text.npos);
}

TEST(RunRecordTest, NamesAFileThatCannotBeWritten)
{
    char* argv[] = {nullptr};
    RunRecord record(0, argv);
    EXPECT_EQ(ThrownText([&] { record.Write("/dev/null/folder"); }),
              "cannot write the file /dev/null/folder/run.json: Not a directory; expected a "
              "folder with room that may be written to");
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
