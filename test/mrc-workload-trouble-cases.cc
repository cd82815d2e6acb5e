/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Congestion, outages, and runs that do not finish.

#include "mrc-test-cases.h"
#include "mrc-workload-scenario.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Congestion at a receiver. */
// Clauses: [trim-data]
class IncastTestCase : public ScenarioTestCase
{
  public:
    IncastTestCase()
        : ScenarioTestCase("an incast trims, and all of it arrives")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        for (const uint32_t source : {1, 2, 3, 4, 5, 6, 7})
        {
            scenario.connections += std::to_string(source) + "->0 start 0 size 1000000\n";
        }
        const Outcome outcome = Finish(scenario);
        uint64_t trims = 0;
        uint64_t again = 0;
        int64_t last = 0;
        for (const Row& row : outcome.rows)
        {
            trims += row.trims;
            again += row.retransmissions;
            last = std::max(last, row.finish);
        }
        NS_TEST_EXPECT_MSG_GT(outcome.fabricTrims, 0, "the buffers are small");
        NS_TEST_EXPECT_MSG_EQ(trims, outcome.fabricTrims, "each trim is some flow's");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(again, trims, "each trim is repaired");
        NS_TEST_EXPECT_MSG_GT(last, 280000000, "7 MB at 2 x 100 Gb/s take 280 us");
    }
};

/** A link that fails and comes back. */
// Clauses: [path-failure]
class OutageTestCase : public ScenarioTestCase
{
  public:
    OutageTestCase()
        : ScenarioTestCase("flows survive a link's outage, EVs retire and come back")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 start 0 size 4000000\n5->1 start 0 size 4000000\n";
        scenario.repeat = 4;
        scenario.faults = "link:0.0.1@50us..400us";
        const Outcome outcome = Finish(scenario);
        NS_TEST_EXPECT_MSG_GT(outcome.linkDrops, 0, "packets were lost");
        NS_TEST_EXPECT_MSG_GT(outcome.retired, 0, "paths over the link");
        NS_TEST_EXPECT_MSG_EQ(outcome.resurrected, outcome.retired, "all of them");
        uint64_t again = 0;
        for (const Row& row : outcome.rows)
        {
            again += row.retransmissions;
        }
        NS_TEST_EXPECT_MSG_GT(again, 0, "what was lost is sent again");

        scenario.faults = "port:0.1@50us..400us,t1:1.0@100us..300us";
        Finish(scenario);
    }
};

/** The same result under each simulator. */
// Clauses: [arrival-ties], [same-seed]
class SameTestCase : public ScenarioTestCase
{
  public:
    SameTestCase()
        : ScenarioTestCase("results depend on the seed alone")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 start 0 size 500000\n1->4 start 0 size 500000\n"
                               "2->4 start 100000 size 500000\n5->0 start 0 size 500000\n"
                               "6->0 start 50000 size 500000\n7->3 start 0 size 500000\n";
        scenario.repeat = 2;
        scenario.faults = "link:0.0.1@20us..90us";
        const Outcome reference = Finish(scenario);

        std::vector<Scenario> same(4, scenario);
        same[1].simulator = "ns3::DefaultSimulatorImpl";
        same[2].simulator = "ns3::DefaultSimulatorImpl";
        same[2].scheduler = "ns3::HeapScheduler";
        same[3].wireMode = true;
        for (const Scenario& way : same)
        {
            const Outcome outcome = Finish(way);
            const std::string name =
                way.simulator + " " + way.scheduler + (way.wireMode ? " wire" : "");
            NS_TEST_EXPECT_MSG_EQ(outcome.fingerprint, reference.fingerprint, name);
            for (std::size_t i = 0; i < reference.rows.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(outcome.rows[i].finish, reference.rows[i].finish, name);
            }
        }
        scenario.run = 2;
        NS_TEST_EXPECT_MSG_NE(Finish(scenario).fingerprint, reference.fingerprint, "another run");
    }
};

/** Runs that do not finish. */
class EndTestCase : public ScenarioTestCase
{
  public:
    EndTestCase()
        : ScenarioTestCase("a run that does not finish says why, and writes what it has")
    {
    }

  private:
    /** Runs a scenario that must end like this. */
    Outcome Expect(const Scenario& scenario, RunEnd end, const std::string& words)
    {
        const Outcome outcome = RunScenario(scenario);
        NS_TEST_EXPECT_MSG_EQ(RunEndName(outcome.end), std::string(RunEndName(end)), "the end");
        NS_TEST_EXPECT_MSG_NE(outcome.explanation.find(words),
                              std::string::npos,
                              "'" << words << "' in '" << outcome.explanation << "'");
        return outcome;
    }

    /** The message says when a flow failed: after the last retry, which ends the run. */
    void ExpectTimeOfFailure(const Outcome& outcome)
    {
        const std::string words = "1 flow failed: flow 1 (NIC 0 -> 4) with RETRY_EXC_ERR at ";
        const std::size_t begin = outcome.explanation.find(words);
        NS_TEST_ASSERT_MSG_NE(begin, std::string::npos, outcome.explanation);
        std::istringstream time(outcome.explanation.substr(begin + words.size()));
        double micros = 0;
        std::string unit;
        time >> micros >> unit;
        NS_TEST_EXPECT_MSG_EQ(unit.substr(0, 2), std::string("us"), outcome.explanation);
        NS_TEST_EXPECT_MSG_EQ_TOL(micros, outcome.endedAt * 1e-6, 0.002, outcome.explanation);
    }

    /** A message names twenty flows and counts the others. */
    void ExpectManyNamed()
    {
        Scenario scenario;
        for (uint32_t i = 0; i < 23; ++i)
        {
            scenario.connections += std::to_string(i % 4) + "->5 start 0 size 1000000\n";
        }
        scenario.repeat = 3;
        scenario.limits.stop = MicroSeconds(20);
        const Outcome outcome = Expect(scenario, RunEnd::STOP_TIME, "; flow 20 (NIC 3 -> 5) lacks");
        Expect(scenario, RunEnd::STOP_TIME, "; and 3 more; 46 not posted");
        NS_TEST_EXPECT_MSG_EQ(outcome.explanation.find("flow 21"), std::string::npos, "no more");
    }

    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 id 1 start 0 size 1000000 send_done_trigger 1\n"
                               "1->5 id 2 trigger 1 size 1000000\n";
        scenario.triggers = "trigger id 1 oneshot\n";
        Scenario stopped = scenario;
        stopped.limits.stop = MicroSeconds(20);
        const Outcome early = Expect(stopped, RunEnd::STOP_TIME, "0 of 2 flows are complete");
        NS_TEST_ASSERT_MSG_EQ(early.rows.size(), 1, "the flow under way");
        NS_TEST_EXPECT_MSG_EQ(early.rows[0].finish, -1, "no end");
        NS_TEST_EXPECT_MSG_NE(
            early.progress.find("test: 8 NICs, planes 2 of 2 T0s and 2 T1s, paths "
                                "of a pair 4 (2 below one T0), links 100 Gb/s to "
                                "NICs and 100 Gb/s between switches, base RTT "),
            std::string::npos,
            early.progress);
        NS_TEST_EXPECT_MSG_EQ(early.rows[0].status, std::string("running"), "the status");
        NS_TEST_EXPECT_MSG_GT(early.rows[0].packets, 10, "but packets");
        Expect(stopped, RunEnd::STOP_TIME, "1 flow is under way: flow 1 (NIC 0 -> 4) lacks ");
        Expect(stopped, RunEnd::STOP_TIME, " of 1000000 bytes; 1 not posted");
        for (const int64_t stop : {1, 12345, 20001, 37777}) // ns; looks at the run are elsewhere
        {
            stopped.limits.stop = NanoSeconds(stop);
            const Outcome exact = Expect(stopped, RunEnd::STOP_TIME, "0 of 2 flows are complete");
            NS_TEST_EXPECT_MSG_EQ(exact.endedAt, stop * 1000, "exactly then");
        }

        Scenario interrupted = scenario;
        interrupted.signalAt = MicroSeconds(20);
        Expect(interrupted, RunEnd::INTERRUPTED, "0 of 2 flows are complete");

        Scenario stalled = scenario;
        stalled.faults = "t0:0.1@20us,t0:1.1@20us";
        stalled.limits.stall = MilliSeconds(30);
        const Outcome dead = Expect(stalled, RunEnd::STALLED, "flow 1 (NIC 0 -> 4) lacks ");
        NS_TEST_EXPECT_MSG_NE(dead.explanation.find("transfer 2 waits for trigger 1"),
                              std::string::npos,
                              dead.explanation);
        NS_TEST_EXPECT_MSG_NE(dead.progress.find("warning: 1 flow does not move"),
                              std::string::npos,
                              dead.progress);
        NS_TEST_EXPECT_MSG_EQ(dead.progress.find("warning: "),
                              dead.progress.rfind("warning: "),
                              "said once while nothing changes: " << dead.progress);

        Scenario failed = stalled;
        failed.retriesEnd = true;
        failed.limits.stall = Seconds(1);
        const Outcome given = Expect(failed, RunEnd::FLOW_FAILED, "0 of 2 flows are complete");
        NS_TEST_ASSERT_MSG_EQ(given.rows.size(), 1, "the flow that failed");
        NS_TEST_EXPECT_MSG_EQ(given.rows[0].finish, -1, "no end");
        NS_TEST_EXPECT_MSG_EQ(given.rows[0].status, std::string("failed: RETRY_EXC_ERR"), "why");
        ExpectTimeOfFailure(given);
        ExpectManyNamed();
    }
};

/** A machine that is slow, or stops for a while. */
class ClockTestCase : public ScenarioTestCase
{
  public:
    ClockTestCase()
        : ScenarioTestCase("the end of a run does not depend on the speed of the machine")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 start 0 size 1000000\n";
        scenario.faults = "t1:0.0@20us,t1:0.1@20us,t1:1.0@20us,t1:1.1@20us";
        scenario.limits.stall = MilliSeconds(30);
        const Outcome fast = RunScenario(scenario);
        NS_TEST_EXPECT_MSG_EQ(RunEndName(fast.end), std::string("stalled"), "the end");
        scenario.sleepAt = MicroSeconds(50);
        const Outcome slow = RunScenario(scenario);
        NS_TEST_EXPECT_MSG_EQ(RunEndName(slow.end), std::string("stalled"), "the end");
        NS_TEST_EXPECT_MSG_EQ(slow.endedAt, fast.endedAt, "the time of the verdict");
        NS_TEST_EXPECT_MSG_EQ(slow.fingerprint, fast.fingerprint, "what was sent until then");
        NS_TEST_EXPECT_MSG_EQ(slow.explanation, fast.explanation, "since when nothing came");
    }
};

} // namespace

std::vector<TestCase*>
WorkloadTroubleCases()
{
    return {new IncastTestCase,
            new OutageTestCase,
            new SameTestCase,
            new EndTestCase,
            new ClockTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
