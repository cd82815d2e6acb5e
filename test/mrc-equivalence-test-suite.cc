/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-scenario-draw.h"
#include "mrc-scenario-run.h"

#include "ns3/test.h"

#include <cstdlib>
#include <iostream>
#include <iterator>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr uint64_t SEEDS = 12; // a sanitizer makes each some twenty times as slow
#else
constexpr uint64_t SEEDS = 240;
#endif

const char* const SCHEDULERS[] = {"Map", "Heap", "List", "Calendar", "PriorityQueue"};

/** @return a manner with several threads */
Manner
OnThreads(uint64_t seed, Audience audience, uint32_t threads)
{
    const bool isWire = audience == Audience::NOBODY && seed % 8 == 0;
    return {"FastSimulatorImpl", "MapScheduler", isWire, audience, threads};
}

/**
 * Each seed has two of the counts of threads, one of them with an audience. MRC_ALL=1 in the
 * environment has all of them, with each audience.
 *
 * @return the manners of a seed with several threads
 */
std::vector<Manner>
ThreadedMannersOf(uint64_t seed)
{
    const uint32_t counts[] = {2, 3, 5, 8};
    const Audience watcher = seed % 2 == 0 ? Audience::SINKS : Audience::FLOW_MONITOR;
    if (std::getenv("MRC_ALL") == nullptr)
    {
        return {OnThreads(seed, Audience::NOBODY, counts[seed % 4]),
                OnThreads(seed, watcher, counts[(seed + 1) % 4])};
    }
    std::vector<Manner> manners;
    for (const uint32_t threads : counts)
    {
        for (const Audience audience : {Audience::NOBODY, Audience::SINKS, Audience::FLOW_MONITOR})
        {
            manners.push_back(OnThreads(seed, audience, threads));
        }
    }
    return manners;
}

/**
 * Schedulers take turns: a seed has two of them under ns-3's own simulator, and one beside that of
 * the plain run. MRC_ALL=1 has all.
 *
 * @return the manners of a seed with ns-3's schedulers
 */
std::vector<Manner>
ScheduledMannersOf(uint64_t seed)
{
    std::vector<Manner> manners;
    for (std::size_t i = 0; i < std::size(SCHEDULERS); ++i)
    {
        const std::string scheduler = SCHEDULERS[i];
        const uint64_t turn = (i + seed) % std::size(SCHEDULERS);
        const bool hasAll = std::getenv("MRC_ALL") != nullptr;
        if (scheduler != "Map" && (hasAll || turn < 1))
        {
            manners.push_back({"FastSimulatorImpl", scheduler + "Scheduler"});
        }
        if (hasAll || turn < 2)
        {
            manners.push_back({"DefaultSimulatorImpl", scheduler + "Scheduler"});
        }
    }
    return manners;
}

/** @return every manner that a seed is run in beside the plain one */
std::vector<Manner>
MannersOf(uint64_t seed)
{
    const std::string fast = "FastSimulatorImpl";
    const std::string stock = "DefaultSimulatorImpl";
    std::vector<Manner> manners = ScheduledMannersOf(seed);
    manners.push_back({fast, "MapScheduler", true});
    manners.push_back({fast, "MapScheduler", false, Audience::SINKS});
    manners.push_back({stock, "MapScheduler", seed % 4 == 0, Audience::SINKS});
    manners.push_back({fast, "MapScheduler", false, Audience::FLOW_MONITOR});
    for (const Manner& manner : ThreadedMannersOf(seed))
    {
        manners.push_back(manner);
    }
    return manners;
}

std::string
NameOf(const Manner& manner)
{
    const char* const audience[] = {"", " watched", " with a FlowMonitor"};
    return manner.simulator + " " + manner.scheduler + (manner.wireMode ? " wire" : "") +
           audience[static_cast<unsigned>(manner.audience)] +
           (manner.threads == 1 ? "" : " on " + std::to_string(manner.threads) + " threads");
}

/** @return the first difference between two runs, empty if there is none */
std::string
Difference(const ScenarioOutcome& a, const ScenarioOutcome& b)
{
    if (a.completions != b.completions)
    {
        return "completions";
    }
    if (a.trims != b.trims || a.marks != b.marks || a.drops != b.drops)
    {
        return "trims, marks or drops";
    }
    if (a.frames != b.frames || a.fingerprint != b.fingerprint || a.end != b.end)
    {
        return "frames on the wire";
    }
    for (std::size_t i = 0; i < a.pairs.size(); ++i)
    {
        if (std::memcmp(&a.pairs[i], &b.pairs[i], sizeof(QueuePairCounters)) != 0)
        {
            return "counters of end " + std::to_string(i);
        }
    }
    return "";
}

/** The same events under each simulator and with each onlooker. */
// Clauses: [wire-mode], [same-seed]
class EquivalenceTestCase : public TestCase
{
  public:
    EquivalenceTestCase()
        : TestCase("random scenarios go the same way in every manner of running them")
    {
    }

  private:
    /** The events that the scenarios have met, in sum. */
    struct Coverage
    {
        uint64_t trims{0};
        uint64_t marks{0};
        uint64_t retired{0};
        uint64_t resurrected{0};
        uint64_t repaired{0};
        uint64_t lost{0};
        uint64_t vanished{0}; //!< packets, to faults of which nobody hears
        uint64_t failed{0};   //!< Writes
    };

    void DoRun() override
    {
        // MRC_SEED=17 repeats one seed and prints the events that the seed met
        const char* only = std::getenv("MRC_SEED");
        if (only != nullptr)
        {
            const uint64_t seed = std::strtoull(only, nullptr, 10);
            std::cout << Describe(ScenarioDraw(seed).Draw()) << std::endl;
            RunSeed(seed);
            Print();
            return;
        }
        for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        {
            RunSeed(seed);
        }
        if (SEEDS < 100)
        {
            return; // too few to meet everything
        }
        NS_TEST_EXPECT_MSG_GT(m_met.trims, SEEDS * 5, "packets were trimmed");
        NS_TEST_EXPECT_MSG_GT(m_met.marks, SEEDS * 5, "packets were marked");
        NS_TEST_EXPECT_MSG_GT(m_met.retired, SEEDS, "EVs were retired");
        NS_TEST_EXPECT_MSG_GT(m_met.resurrected, SEEDS / 2, "EVs came back");
        NS_TEST_EXPECT_MSG_GT(m_met.repaired, SEEDS * 5, "packets were sent again");
        NS_TEST_EXPECT_MSG_GT(m_met.lost, SEEDS, "packets were lost");
        NS_TEST_EXPECT_MSG_GT(m_met.vanished, SEEDS, "packets vanished");
        NS_TEST_EXPECT_MSG_GT(m_met.failed, 0, "Writes failed");
    }

    void RunSeed(uint64_t seed)
    {
        const RandomScenario scenario = ScenarioDraw(seed).Draw();
        const ScenarioOutcome reference = ScenarioRun(scenario, Manner()).Run();
        Judge(seed, Manner(), reference, reference);
        Count(reference);
        for (const Manner& manner : MannersOf(seed))
        {
            Judge(seed, manner, ScenarioRun(scenario, manner).Run(), reference);
        }
    }

    void Judge(uint64_t seed,
               const Manner& manner,
               const ScenarioOutcome& outcome,
               const ScenarioOutcome& reference)
    {
        const std::string where = "seed " + std::to_string(seed) + ", " + NameOf(manner) +
                                  " (to repeat it: MRC_SEED=" + std::to_string(seed) +
                                  " ./mrc test mrc-equivalence)";
        const std::string violation = outcome.violations.empty() ? "" : outcome.violations[0];
        NS_TEST_EXPECT_MSG_EQ(violation, "", where);
        NS_TEST_EXPECT_MSG_EQ(Difference(outcome, reference), "", where);
    }

    void Count(const ScenarioOutcome& outcome)
    {
        m_met.trims += outcome.trims;
        m_met.marks += outcome.marks;
        m_met.lost += outcome.drops[static_cast<unsigned>(DropReason::LINK_DOWN)] +
                      outcome.drops[static_cast<unsigned>(DropReason::SWITCH_DOWN)];
        m_met.vanished += outcome.drops[static_cast<unsigned>(DropReason::SILENT_FAULT)] +
                          outcome.drops[static_cast<unsigned>(DropReason::RANDOM_LOSS)];
        for (const QueuePairCounters& pair : outcome.pairs)
        {
            m_met.retired += pair.pathsRetired;
            m_met.resurrected += pair.pathsResurrected;
            for (const uint64_t count : pair.retransmissions)
            {
                m_met.repaired += count;
            }
        }
        for (const auto& completion : outcome.completions)
        {
            m_met.failed += std::get<2>(completion) != CompletionStatus::SUCCESS;
        }
    }

    void Print() const
    {
        std::cout << m_met.trims << " trims, " << m_met.marks << " marks, " << m_met.retired
                  << " EVs retired, " << m_met.resurrected << " resurrected, " << m_met.repaired
                  << " packets sent again, " << m_met.lost << " lost, " << m_met.vanished
                  << " vanished, " << m_met.failed << " Writes failed\n";
    }

    Coverage m_met;
};

/** The suite that compares manners of running. */
class EquivalenceTestSuite : public TestSuite
{
  public:
    EquivalenceTestSuite()
        : TestSuite("mrc-equivalence", TestSuite::Type::UNIT)
    {
        AddTestCase(new EquivalenceTestCase);
    }
};

EquivalenceTestSuite g_equivalenceTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
