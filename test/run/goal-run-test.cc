/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Schedules in GOAL over a fabric: when operations end.

#include "../mrc-test-network.h"
#include "../workload/data-file.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-goal-schedule.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** A transfer or a work, and when it began and ended. */
struct Done
{
    Transfer transfer;
    int64_t begin{0}; //!< ns, when it was posted
    int64_t end{0};   //!< ns
    int64_t endPs{0};
};

/** @return what a matrix comes to on six NICs, in the order of its operations */
std::vector<Done>
RunOn(const ConnectionMatrix& matrix)
{
    const Ptr<Network> network = MakeNetwork();
    std::vector<Done> all;
    {
        WorkloadRun run(network, matrix, 1);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
        for (uint32_t i = 0; i < matrix.transfers.size(); ++i)
        {
            const FlowRecord record = run.Driver().LatestOf(i);
            all.push_back({matrix.transfers[i],
                           (record.start - Instant()).Ps() / 1000,
                           (record.finish - Instant()).Ps() / 1000,
                           (record.finish - Instant()).Ps()});
        }
    }
    Simulator::Destroy();
    return all;
}

std::vector<Done>
RunOn(const std::string& first, const std::string& second)
{
    std::istringstream in("num_ranks 2\nrank 0 {\n" + first + "\n}\nrank 1 {\n" + second + "\n}");
    return RunOn(GoalMatrix(ReadGoal(in, "a.goal")));
}

/** @return the one operation with this length */
Done
Find(const std::vector<Done>& all, uint64_t bytes)
{
    const auto found = std::find_if(all.begin(), all.end(), [bytes](const Done& done) {
        return done.transfer.bytes == bytes;
    });
    EXPECT_NE(found, all.end());
    return *found;
}

// Clauses: [goal-processors]
TEST(GoalRunTest, AProcessorDoesOneWorkAfterTheOther)
{
    const std::vector<Done> all = RunOn("calc 700; calc 900; calc 1000 cpu 1", "calc 800");
    EXPECT_EQ(Find(all, 700).end, 700);
    EXPECT_EQ(Find(all, 900).end, 1600);
    EXPECT_EQ(Find(all, 1000).end, 1000) << "another processor";
    EXPECT_EQ(Find(all, 800).end, 800) << "another rank";
}

// Clauses: [goal-processors]
TEST(GoalRunTest, AStartIsThatOfTheWorkItself)
{
    const std::vector<Done> all =
        RunOn("a: calc 700; b: calc 900; c: calc 40 cpu 1; d: calc 50 cpu 2\n"
              "c irequires b; d requires b",
              "");
    EXPECT_EQ(Find(all, 40).end, 700 + 40);
    EXPECT_EQ(Find(all, 50).end, 1600 + 50);
}

// Ready at the same time, messages go first. Clauses: [goal-processors]
TEST(GoalRunTest, ASendTakesItsTurnAtItsProcessor)
{
    const std::vector<Done> all =
        RunOn("a: calc 700; b: calc 300; c: send 4000b to 1\n"
              "d: send 5000b to 1 tag 1; e: calc 100 cpu 1\n"
              "f: send 6000b to 1 tag 2 cpu 1; d requires e; f requires e",
              "recv 4000b from 0; recv 5000b from 0 tag 1\n"
              "recv 6000b from 0 tag 2");
    EXPECT_EQ(Find(all, 4000).begin, 0);
    EXPECT_EQ(Find(all, 5000).begin, 1000) << "behind both works of processor 0";
    EXPECT_EQ(Find(all, 6000).begin, 100) << "processor 1 is idle";
}

// Clauses: [goal-messages]
TEST(GoalRunTest, ALateRecvIsDoneAtOnceAndAnEarlyOneByTheMessage)
{
    const std::string sends = "send 4000b to 1; a: send 5000b to 1 tag 1; b: calc 60 cpu 7\n"
                              "b irequires a";
    const std::vector<Done> all =
        RunOn(sends,
              "a: calc 90000; b: recv 4000b from 0 cpu 1; c: calc 10 cpu 2\n"
              "d: recv 5000b from 0 tag 1 cpu 1; e: calc 20 cpu 3\n"
              "f: calc 30 cpu 4\n"
              "b requires a; c requires b; e requires d; f irequires b");
    EXPECT_EQ(Find(all, 10).end, 90000 + 10) << "the message was there";
    EXPECT_EQ(Find(all, 30).end, 90000 + 30);
    EXPECT_LT(Find(all, 4000).end, 50000) << "a send does not wait for its recv";
    EXPECT_GT(Find(all, 20).begin, 1000);
    EXPECT_LT(Find(all, 20).begin, Find(all, 5000).end) << "an acknowledgement comes later";
    EXPECT_EQ(Find(all, 60).end, 60) << "a send that has started";
}

// Clauses: [goal-files], [goal-messages], [ring-steps]
TEST(GoalRunTest, ARingTakesAsLongAsThatOfTheGenerator)
{
    const std::vector<Done> goal = RunOn(ReadTrafficFile(DataFile("ring_4.goal")));
    const std::vector<Done> words =
        RunOn(ReadWorkload("ring-allreduce ranks=4 size=1MiB", {4, 1, {}}));
    ASSERT_EQ(goal.size(), words.size());
    const auto last = [](const std::vector<Done>& all) {
        return std::max_element(all.begin(),
                                all.end(),
                                [](const Done& a, const Done& b) { return a.endPs < b.endPs; })
            ->endPs;
    };
    EXPECT_EQ(last(goal), last(words));
    EXPECT_GT(last(goal), 0);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
