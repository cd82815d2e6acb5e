/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// EVs that are taken out of use and come back are rows of a file, so many and no more.

#include "../mrc-test-network.h"

#include "ns3/mrc-path-changes.h"
#include "ns3/mrc-shard-set.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
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

bool
Has(const std::string& line, const std::string& part)
{
    return line.find(part) != std::string::npos;
}

/** Runs writes over a link that is silent for a while. */
class PathChangesTest : public testing::Test
{
  protected:
    PathChangesTest()
        : m_folder(std::filesystem::path(testing::TempDir()) / "mrc-path-changes")
    {
        std::filesystem::remove_all(m_folder);
    }

    ~PathChangesTest() override
    {
        std::filesystem::remove_all(m_folder);
    }

    /** @return the lines of the file. @param most of its rows @param threads of the run */
    std::vector<std::string> LinesOf(uint64_t most, uint32_t threads = 1)
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(test::SmallFabric(8, 4, 4, 2));
        helper.SetThreads(threads);
        const Ptr<Network> network = test::Audited(helper.Install());
        network->ScheduleFaults(
            ReadFaultList("link:0.0.1/silent@5us..400us", network->GetTopology()));
        const Ptr<Qp> qp = network->Connect(0, 7);
        qp->TraceConnectWithoutContext(
            "PathState",
            test::CallbackOf<const PathTransition&>([this](const PathTransition& change) {
                const bool wasGood = change.from < PathState::ASSUMED_BAD;
                const bool isGood = change.to < PathState::ASSUMED_BAD;
                m_retired += wasGood && !isGood ? 1 : 0;
                m_restored += !wasGood && isGood ? 1 : 0;
            }));
        PathChanges changes({qp},
                            std::make_unique<OutputFile>(m_folder.string(), "path-changes.csv"),
                            most);
        qp->Write(20000000);
        Simulator::Run();
        changes.Finish();
        m_left = changes.LeftOut();
        m_windows = network->Engine().shards.Pace().Windows();
        Simulator::Destroy();
        std::vector<std::string> lines;
        std::ifstream in(m_folder / "path-changes.csv");
        for (std::string line; std::getline(in, line);)
        {
            lines.push_back(line);
        }
        return lines;
    }

    std::filesystem::path m_folder;
    uint64_t m_retired{0};
    uint64_t m_restored{0};
    uint64_t m_left{0};
    WindowTally m_windows;
};

// Clauses: [ev-states]
TEST_F(PathChangesTest, EvsThatGoAndComeBackAreRows)
{
    const std::vector<std::string> lines = LinesOf(PATH_CHANGES_MOST);
    ASSERT_GT(lines.size(), 2U);
    EXPECT_EQ(lines[0], "time_ns,source,destination,qp,plane,ev,from,to,cause");
    uint64_t retired = 0;
    uint64_t restored = 0;
    for (std::size_t i = 1; i < lines.size(); ++i)
    {
        retired += Has(lines[i], ",GOOD,ASSUMED_BAD,") || Has(lines[i], ",SKIP,ASSUMED_BAD,");
        restored += Has(lines[i], ",ASSUMED_BAD,GOOD,") || Has(lines[i], ",ASSUMED_BAD,SKIP,");
        EXPECT_TRUE(Has(lines[i], ",0,7,")) << lines[i];
    }
    EXPECT_GT(m_retired, 0U);
    EXPECT_GT(m_restored, 0U);
    EXPECT_EQ(retired, m_retired);
    EXPECT_EQ(restored, m_restored);
    EXPECT_EQ(m_left, 0U);
}

// Several threads tell of a change late, when nobody may ask a queue pair. Clause:
// [several-threads]
TEST_F(PathChangesTest, RowsAreThoseOfOneThread)
{
    const std::vector<std::string> one = LinesOf(PATH_CHANGES_MOST);
    EXPECT_GT(one.size(), 2U);
    for (const uint32_t threads : {2, 3})
    {
        EXPECT_EQ(LinesOf(PATH_CHANGES_MOST, threads), one) << threads << " threads";
        EXPECT_GT(m_windows.windows, 0U) << threads << " threads";
        EXPECT_EQ(m_windows.merged, 0U) << threads << " threads";
    }
}

TEST_F(PathChangesTest, RowsEndAndTheRestIsCounted)
{
    const std::vector<std::string> lines = LinesOf(1);
    EXPECT_EQ(lines.size(), 2U);
    EXPECT_EQ(m_left + 1, m_retired + m_restored);
    EXPECT_GT(m_left, 0U);
}

} // namespace
} // namespace mrc
} // namespace ns3
