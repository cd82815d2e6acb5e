/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Samples are the values of the network at that time, and reading them changes nothing.

#include "../mrc-test-network.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-sampler.h"
#include "ns3/mrc-workload-run.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using Row = std::map<std::string, std::string>; //!< by column

std::vector<std::string>
Split(const std::string& line)
{
    std::vector<std::string> words;
    std::istringstream in(line);
    for (std::string word; std::getline(in, word, ',');)
    {
        words.push_back(word);
    }
    return words;
}

std::vector<Row>
ReadCsv(const std::filesystem::path& path)
{
    std::vector<Row> rows;
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = Split(line);
    while (std::getline(in, line))
    {
        const std::vector<std::string> values = Split(line);
        Row row;
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            row[names[i]] = values.at(i);
        }
        rows.push_back(row);
    }
    return rows;
}

/** A run of an incast to NIC 0 with samples in a folder of its own. */
class SamplerTest : public testing::Test
{
  protected:
    SamplerTest()
        : m_folder(
              std::filesystem::temp_directory_path() /
              (std::string("mrc-") + testing::UnitTest::GetInstance()->current_test_info()->name()))
    {
        std::filesystem::remove_all(m_folder);
    }

    ~SamplerTest() override
    {
        std::filesystem::remove_all(m_folder);
    }

    /** @return the fingerprint; an empty list: without samples */
    uint64_t Run(const std::string& list, uint64_t most = SAMPLES_MOST)
    {
        const Ptr<Network> network = test::MakeNetwork();
        test::PostIncast(*network);
        std::unique_ptr<Sampler> sampler;
        if (!list.empty())
        {
            sampler = std::make_unique<Sampler>(network,
                                                ReadSampleList(list, *network),
                                                MicroSeconds(5),
                                                m_folder.string(),
                                                most);
        }
        Simulator::Run();
        m_end = Simulator::Now();
        for (PortIndex port = 0; port < network->GetTopology().PortCount(); ++port)
        {
            m_counters[PortName(network->GetTopology(), port)] =
                network->Engine().fabric.Tally().Counters(port);
        }
        if (sampler)
        {
            sampler->Finish();
            m_leftOut = sampler->LeftOut();
        }
        const uint64_t fingerprint = network->Engine().fabric.Tally().Fingerprint();
        Simulator::Destroy();
        return fingerprint;
    }

    std::filesystem::path m_folder;
    std::map<std::string, PortCounters> m_counters;
    Time m_end;
    std::vector<std::string> m_leftOut;
};

TEST_F(SamplerTest, ChangesNothing)
{
    const uint64_t bare = Run("");
    EXPECT_EQ(Run("all"), bare);
    EXPECT_TRUE(std::filesystem::exists(m_folder / "sample-ports.csv"));
    EXPECT_TRUE(std::filesystem::exists(m_folder / "sample-qps.csv"));
}

TEST_F(SamplerTest, PortsAddUpToTheirCounters)
{
    Run("all");
    std::map<std::string, uint64_t> frames;
    std::map<std::string, uint64_t> trims;
    double most = 0;
    uint64_t deepest = 0;
    for (const Row& row : ReadCsv(m_folder / "sample-ports.csv"))
    {
        frames[row.at("port")] += std::stoull(row.at("frames"));
        trims[row.at("port")] += std::stoull(row.at("trims"));
        most = std::max(most, std::stod(row.at("load")));
        deepest = std::max<uint64_t>(deepest, std::stoull(row.at("data_bytes")));
    }
    for (const auto& [name, counters] : m_counters)
    {
        EXPECT_EQ(frames[name], counters.frames) << name;
        EXPECT_EQ(trims[name], counters.trims) << name;
    }
    EXPECT_GT(most, 0.9);
    EXPECT_LT(most, 1.08) << "one frame of 15 more";
    EXPECT_GT(deepest, 100000);
}

// 1 ns between samples of a long run would fill the disk. A reading is whole or not there.
TEST_F(SamplerTest, RowsEndWhenAFileHasAsManyAsItMay)
{
    Run("qp:1,p0.t0.0.down0,p0.t0.0.down1,p0.t0.0.down2", 10);
    EXPECT_EQ(ReadCsv(m_folder / "sample-ports.csv").size(), 9U) << "three readings of three ports";
    const std::vector<Row> pairs = ReadCsv(m_folder / "sample-qps.csv");
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_EQ(pairs.back().at("time_ns"), "15000.000");
    EXPECT_EQ(
        m_leftOut,
        (std::vector<std::string>{
            "samples end at +15us: a file has at most 10 rows; expected a longer time between "
            "samples, or fewer ports and queue pairs"}));
    EXPECT_GT(m_end, MicroSeconds(20));

    Run("p0.t0.0.down0,p0.t0.0.down1", 1);
    EXPECT_EQ(ReadCsv(m_folder / "sample-ports.csv").size(), 2U) << "one reading is always there";
    Run("p0.t0.0.down0");
    EXPECT_TRUE(m_leftOut.empty());
}

TEST_F(SamplerTest, FilesThatTheLastReadingFillsLackNothing)
{
    Run("p0.t0.0.down0");
    const auto readings = ReadCsv(m_folder / "sample-ports.csv").size();
    Run("p0.t0.0.down0", readings);
    EXPECT_EQ(ReadCsv(m_folder / "sample-ports.csv").size(), readings);
    EXPECT_TRUE(m_leftOut.empty());
    Run("p0.t0.0.down0", readings - 1);
    EXPECT_EQ(m_leftOut.size(), 1U);
}

TEST_F(SamplerTest, QueuePairsFillTheirWindowsAndEmptyThem)
{
    Run("qp:1");
    EXPECT_FALSE(std::filesystem::exists(m_folder / "sample-ports.csv"));
    const std::vector<Row> rows = ReadCsv(m_folder / "sample-qps.csv");
    ASSERT_GT(rows.size(), 5);
    EXPECT_EQ(rows.front().at("time_ns"), "5000.000");
    int64_t most = 0;
    for (const Row& row : rows)
    {
        EXPECT_EQ(row.at("source"), "1");
        EXPECT_GT(std::stoll(row.at("window_bytes")), 0);
        most = std::max<int64_t>(most, std::stoll(row.at("in_flight_bytes")));
        const uint64_t evs = std::stoull(row.at("evs_good")) + std::stoull(row.at("evs_skip"));
        EXPECT_GT(evs, 0);
    }
    EXPECT_GT(most, 4096);
    EXPECT_EQ(rows.back().at("in_flight_bytes"), "0");
}

TEST_F(SamplerTest, TwoDoNotKeepEachOtherAlive)
{
    const Ptr<Network> network = test::MakeNetwork();
    test::PostIncast(*network);
    const SampleTargets targets = ReadSampleList("nic1", *network);
    {
        const Sampler one(network, targets, MicroSeconds(5), m_folder.string());
        const Sampler other(network, targets, MicroSeconds(7), (m_folder / "other").string());
        Simulator::Run(); // without an end if each takes the other for work
        EXPECT_LT(Simulator::Now(), Seconds(1));
    }
    Simulator::Destroy();
}

TEST_F(SamplerTest, RunWithNothingLeftEndsAsWithoutSamples)
{
    for (const bool samples : {false, true})
    {
        const Ptr<Network> network = test::MakeNetwork();
        std::istringstream lines("Nodes 2\nConnections 1\n0->1 start 0 size 1000000\n");
        WorkloadRun run(network, ReadConnectionMatrix(lines, "one.cm"), 1);
        RunLimits limits;
        limits.stop = Seconds(9);
        limits.stall = MilliSeconds(1);
        run.SetLimits(limits);
        std::unique_ptr<Sampler> sampler;
        if (samples)
        {
            sampler = std::make_unique<Sampler>(network,
                                                ReadSampleList("nic1", *network),
                                                MicroSeconds(5),
                                                m_folder.string());
        }
        // whatever could move the flow is gone
        Simulator::Schedule(MicroSeconds(3), [&network] { network->Engine().kernel.End(); });
        EXPECT_EQ(RunEndName(run.Run()), std::string("no-events")) << samples;
        sampler.reset();
        Simulator::Destroy();
    }
}

TEST_F(SamplerTest, ListsNameWhatThereIs)
{
    const Ptr<Network> network = test::MakeNetwork();
    test::PostIncast(*network);
    const SampleTargets targets = ReadSampleList("qp:2.0,nic1,qp:1,nic1.p0", *network);
    EXPECT_EQ(targets.ports.size(), PortsOf(network->GetTopology(), 1).size());
    ASSERT_EQ(targets.queuePairs.size(), 2);
    EXPECT_EQ(targets.queuePairs[0]->Query().nic, 1);
    EXPECT_EQ(targets.queuePairs[1]->Query().nic, 2);
    for (const char* wrong : {"qp:99", "qp:1.99", "qp:", "nic99", "", "nic1,", "qp:1.0.0"})
    {
        EXPECT_THROW(ReadSampleList(wrong, *network), std::invalid_argument) << wrong;
    }
    EXPECT_THROW(Sampler(network, targets, Time(0), m_folder.string()), std::invalid_argument);
    Simulator::Destroy();
}

} // namespace
} // namespace mrc
} // namespace ns3
