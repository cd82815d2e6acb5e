/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-cases.h"
#include "mrc-thrown-text.h"
#include "mrc-workload-scenario.h"

#include "ns3/mrc-run-summary.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** One flow on an empty fabric, to the picosecond. */
// Clauses: [closed-forms]
class AloneTestCase : public ScenarioTestCase
{
  public:
    AloneTestCase()
        : ScenarioTestCase("a flow alone takes its closed form to the picosecond, or a SACK longer")
    {
    }

  private:
    void DoRun() override
    {
        struct Alone
        {
            uint32_t planes;
            uint64_t bytes;
        };

        // On two planes those with the last packet as the last to arrive: ties are decided by a
        // seeded draw. All are over before the first answer to a probe takes line time.
        const Alone cases[] = {
            {1, 1},
            {1, 1152},
            {1, 4096},
            {1, 4097},
            {1, 5248},
            {1, 8192},
            {1, 12000},
            {2, 1},
            {2, 4096},
            {2, 4097},
            {2, 12288},
            {2, 12000},
            {2, 20480},
        };
        for (const Alone& alone : cases)
        {
            for (const uint32_t destination : {1, 7})
            {
                Scenario scenario;
                scenario.topology = LeafSpine(8, alone.planes);
                scenario.connections = "0->" + std::to_string(destination) + " start 0 size " +
                                       std::to_string(alone.bytes) + "\n";
                const Row row = RowOf(Finish(scenario), 1);
                // 178 B before 146 B, at 80 ps a byte, on each hop but the last
                const int64_t sack = destination == 1 ? 16800 : 21920;
                const int64_t excess = row.finish - row.start - row.ideal;
                const bool isExact = excess == 0 || (excess == sack && alone.bytes > 4096);
                NS_TEST_EXPECT_MSG_EQ(isExact,
                                      true,
                                      alone.bytes << " B to NIC " << destination << " on "
                                                  << alone.planes << " planes: " << excess
                                                  << " ps longer");
            }
        }
    }
};

/** Flows in which a probe lets the last packet overtake others, which saves the ACK a SACK. */
// Clauses: [closed-forms]
class LeastTestCase : public ScenarioTestCase
{
  public:
    LeastTestCase()
        : ScenarioTestCase("no flow is faster than its closed form")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.topology = PresetTopology("clos-4x100g", 32);
        for (const uint32_t packets : {60, 64, 65, 96, 128, 192})
        {
            for (const uint32_t more : {1, 100, 4096})
            {
                const std::string bytes = std::to_string(packets * 4096 + more);
                scenario.connections = "4->6 start 0 size " + bytes + "\n" +
                                       "9->20 start 40000000 size " + bytes + "\n";
                Finish(scenario); // which compares
            }
        }
    }
};

/** One flow that is long enough to share its ports with answers to probes. */
class LongTestCase : public ScenarioTestCase
{
  public:
    LongTestCase()
        : ScenarioTestCase("a long flow alone loses the line time of the answers to probes only")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t planes : {1, 2, 4, 8})
        {
            Scenario scenario;
            scenario.topology = LeafSpine(8, planes);
            scenario.connections = "0->7 start 0 size 8000000\n";
            const Row row = RowOf(Finish(scenario), 1);
            NS_TEST_EXPECT_MSG_LT(row.slowdown, 1.003, "on " << planes << " planes");
            NS_TEST_EXPECT_MSG_EQ(row.packets, 1954, "no packet twice");
            NS_TEST_EXPECT_MSG_EQ(row.retransmissions + row.trims + row.marks, 0, "no trouble");
        }
    }
};

/** Both directions at once. */
class BothWaysTestCase : public ScenarioTestCase
{
  public:
    BothWaysTestCase()
        : ScenarioTestCase("two flows in opposite directions do not hurt each other")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->7 id 1 start 0 size 2000000\n7->0 id 2 start 0 size 2000000\n";
        const Outcome outcome = Finish(scenario);
        for (const uint64_t flow : {1, 2})
        {
            NS_TEST_EXPECT_MSG_LT(RowOf(outcome, flow).slowdown, 1.02, "flow " << flow);
        }
    }
};

/** Start times and triggers of a matrix. */
// Clauses: [trigger-delay]
class OrderTestCase : public ScenarioTestCase
{
  public:
    OrderTestCase()
        : ScenarioTestCase("flows start at their time or when those they wait for are done")
    {
    }

  private:
    void DoRun() override
    {
        Chain();
        Barrier();
        Answer();
        Across();
    }

    void Chain()
    {
        Scenario scenario;
        scenario.connections = "0->1 id 5 start 1234567 size 10000 send_done_trigger 1\n"
                               "1->2 id 6 trigger 1 size 100000 recv_done_trigger 2\n"
                               "2->3 id 7 trigger 2 size 10000\n";
        scenario.triggers = "trigger id 1 oneshot\ntrigger id 2 oneshot\n";
        const Outcome outcome = Finish(scenario);
        const Row first = RowOf(outcome, 5);
        const Row second = RowOf(outcome, 6);
        const Row third = RowOf(outcome, 7);
        NS_TEST_EXPECT_MSG_EQ(first.start, 1235000, "ps, at the next tick of ns-3");
        const int64_t known = first.finish + 4450000;
        NS_TEST_EXPECT_MSG_GT_OR_EQ(second.start, known, "the sender's completion is told NIC 1");
        NS_TEST_EXPECT_MSG_LT(second.start, known + 1000, "and not later");
        NS_TEST_EXPECT_MSG_GT(third.start, second.start, "all bytes placed");
        // The Transport ACK has 2 x 20 ns, 600 ns and 2 x 11.68 ns to go. The host takes 4,450 ns
        // at either end, at NIC 2 to the next tick of ns-3.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(second.finish - third.start, 662360, "and not later");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(second.finish - third.start, 680160, "and not earlier");
    }

    /** An application answers a message that it has received, after the host's overhead. */
    void Answer()
    {
        Scenario scenario;
        scenario.connections = "0->1 id 1 start 0 size 4096 recv_done_trigger 1\n"
                               "1->0 id 2 trigger 1 size 4096\n";
        scenario.triggers = "trigger id 1 oneshot\n";
        const Outcome outcome = Finish(scenario);
        // The Write is posted at 0, and the NIC sees it at 4,450 ns. The Write is on the way for 2
        // x 340.96 ns, 2 x 20 ns and 600 ns, and takes 4,450 ns to the application.
        NS_TEST_EXPECT_MSG_EQ(RowOf(outcome, 2).start, 10222000, "at the next tick of ns-3");
        NS_TEST_EXPECT_MSG_EQ(AcrossRows(scenario, 4450), "", "no trigger across NICs");
    }

    /** The words of a run about triggers across NICs. */
    void Across()
    {
        Scenario scenario;
        scenario.connections = "0->1 id 1 start 0 size 4096 send_done_trigger 1\n"
                               "1->0 id 2 trigger 1 size 4096\n";
        scenario.triggers = "trigger id 1 oneshot\n";
        NS_TEST_EXPECT_MSG_EQ(AcrossRows(scenario, 5000),
                              "triggers across NICs,1,flows\ntrigger delay,5.000,us\n",
                              "stated");
        NS_TEST_EXPECT_MSG_EQ(
            AcrossRows(scenario, 0),
            "triggers across NICs,1,flows\ntrigger delay,0.000,\"us, an oracle\"\n",
            "marked");
        NS_TEST_EXPECT_MSG_EQ(
            ThrownText<std::invalid_argument>([&] { AcrossRows(scenario, 4449); }),
            "ns3::mrc::FabricProfile::TriggerDelay is 4449 ns; expected at least HostDelay, 4450 "
            "ns, "
            "or 0, which is an oracle",
            "too short");
    }

    /** @return the rows on triggers of a run's summary */
    static std::string AcrossRows(const Scenario& scenario, int64_t delayNs)
    {
        FabricHelper fabric = HelperUnder(scenario.simulator);
        fabric.SetTopology(scenario.topology);
        fabric.SetFabricAttribute("TriggerDelay", TimeValue(NanoSeconds(delayNs)));
        std::ostringstream csv;
        WorkloadRun run(Audited(fabric.Install()), MatrixOf(scenario), 1);
        run.Run();
        RunSummary summary;
        run.Summarize(summary);
        summary.WriteCsv(csv);
        std::string rows;
        std::istringstream lines(csv.str());
        for (std::string line; std::getline(lines, line);)
        {
            rows += line.find("trigger") == std::string::npos ? "" : line + "\n";
        }
        return rows;
    }

    void Barrier()
    {
        Scenario scenario;
        scenario.connections = "0->4 id 1 start 0 size 10000 send_done_trigger 9\n"
                               "1->5 id 2 start 0 size 500000 send_done_trigger 9\n"
                               "4->0 id 3 trigger 9 size 10000\n"
                               "5->1 id 4 trigger 9 size 10000\n";
        scenario.triggers = "trigger id 9 barrier count 2\n";
        const Outcome outcome = Finish(scenario);
        const int64_t last = std::max(RowOf(outcome, 1).finish, RowOf(outcome, 2).finish);
        for (const uint64_t flow : {3, 4})
        {
            const int64_t start = RowOf(outcome, flow).start;
            NS_TEST_EXPECT_MSG_GT_OR_EQ(start, last + 4450000, "with the slower of both");
            NS_TEST_EXPECT_MSG_LT(start, last + 4451000, "and not later");
        }
    }
};

/** Repetitions. */
class RepeatTestCase : public ScenarioTestCase
{
  public:
    RepeatTestCase()
        : ScenarioTestCase("every repetition is a flow that follows the one before it")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        // the greatest id, which decides how far turns are apart, is not the last
        scenario.connections = "0->4 id 10 start 0 size 10000 send_done_trigger 1\n"
                               "0->5 id 2 trigger 1 size 4096\n";
        scenario.triggers = "trigger id 1 oneshot\n";
        scenario.repeat = 3;
        const Outcome outcome = Finish(scenario);
        const uint64_t flows[] = {10, 20, 30, 2, 12, 22}; // the ids, and 10 more for each turn
        for (unsigned i = 1; i < std::size(flows); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(RowOf(outcome, flows[i]).start,
                                  RowOf(outcome, flows[i - 1]).finish,
                                  "flow " << flows[i]);
            NS_TEST_EXPECT_MSG_EQ(RowOf(outcome, flows[i]).packets,
                                  (i < 3 ? 3 : 1),
                                  "its own packets");
        }
    }
};

/** The suite of the main job. */
class WorkloadTestSuite : public TestSuite
{
  public:
    WorkloadTestSuite()
        : TestSuite("mrc-workload", TestSuite::Type::UNIT)
    {
        AddTestCase(new AloneTestCase);
        AddTestCase(new LeastTestCase);
        AddTestCase(new LongTestCase);
        AddTestCase(new BothWaysTestCase);
        AddTestCase(new OrderTestCase);
        AddTestCase(new RepeatTestCase);
        for (const auto& cases :
             {WorkloadPodsCases(), WorkloadSignalCases(), WorkloadTroubleCases()})
        {
            for (TestCase* testCase : cases)
            {
                AddTestCase(testCase);
            }
        }
    }
};

WorkloadTestSuite g_workloadTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
