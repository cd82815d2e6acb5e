/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Workloads over three tiers of switches.

#include "mrc-test-cases.h"
#include "mrc-workload-scenario.h"

#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return 32 NICs in pods of 8: two NICs on each of four T0s, four T1s with two T2s each */
TopologySpec
FourPodsOfEight()
{
    TopologySpec spec = SmallFabric(32, 2, 4);
    spec.name = "test";
    spec.t0sPerPod = 4;
    spec.t1Uplinks = 2;
    spec.upperLinkRate = 100000000000;
    return spec;
}

/** One flow on an empty fabric, to the picosecond, within a T0, a pod and between pods. */
// Clauses: [closed-forms], [three-tiers]
class PodsAloneTestCase : public ScenarioTestCase
{
  public:
    PodsAloneTestCase()
        : ScenarioTestCase("a flow alone in pods takes its closed form to the picosecond")
    {
    }

  private:
    void DoRun() override
    {
        struct Way
        {
            uint32_t destination;
            int64_t sack; // 178 B before 146 B, at 80 ps a byte, on each hop but the last
        };

        for (const uint64_t bytes : {1, 1152, 4096, 8192, 12288})
        {
            for (const Way& way : {Way{1, 16800}, Way{7, 21920}, Way{31, 27040}})
            {
                Scenario scenario;
                scenario.topology = FourPodsOfEight();
                scenario.topology.upperLinkDelay = Nanos(500);
                scenario.topology.t2Latency = Nanos(700);
                scenario.connections = "0->" + std::to_string(way.destination) + " start 0 size " +
                                       std::to_string(bytes) + "\n";
                const Row row = RowOf(Finish(scenario), 1);
                const int64_t excess = row.finish - row.start - row.ideal;
                const bool isExact = excess == 0 || (excess == way.sack && bytes > 4096);
                NS_TEST_EXPECT_MSG_EQ(isExact,
                                      true,
                                      bytes << " B to NIC " << way.destination << ": " << excess
                                            << " ps longer");
            }
        }
    }
};

/** Flows with a short last packet that may overtake others on their way through the pods. */
// Clauses: [closed-forms], [three-tiers]
class PodsLeastTestCase : public ScenarioTestCase
{
  public:
    PodsLeastTestCase()
        : ScenarioTestCase("no flow between pods is faster than its closed form")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        for (const uint64_t gigabits : {25, 50, 100})
        {
            scenario.topology = FourPodsOfEight();
            scenario.topology.fabricLinkRate = gigabits * 1000000000;
            for (const uint64_t bytes : {4097, 12000, 16385, 32768 + 100, 40961, 65536 + 3000})
            {
                scenario.connections = "0->31 start 0 size " + std::to_string(bytes) + "\n";
                Finish(scenario); // which compares
            }
        }
    }
};

/**
 * Every NIC sends into another pod, in every manner of running the network, and while parts fail.
 */
// Clauses: [three-tiers], [carrier-pods], [wire-mode]
class PodsPermutationTestCase : public ScenarioTestCase
{
  public:
    PodsPermutationTestCase()
        : ScenarioTestCase("a permutation between pods ends with every byte placed once")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.topology = FourPodsOfEight();
        for (uint32_t nic = 0; nic < 32; ++nic)
        {
            scenario.connections += std::to_string(nic) + "->" + std::to_string((nic + 9) % 32) +
                                    " start 0 size 1000000\n";
        }
        const Outcome plain = Finish(scenario);
        for (const Row& row : plain.rows)
        {
            NS_TEST_EXPECT_MSG_LT(row.slowdown, 1.5, "full bisection");
        }
        scenario.wireMode = true;
        NS_TEST_EXPECT_MSG_EQ(Finish(scenario).fingerprint, plain.fingerprint, "wire mode");
        scenario.wireMode = false;
        scenario.simulator = "ns3::DefaultSimulatorImpl";
        NS_TEST_EXPECT_MSG_EQ(Finish(scenario).fingerprint, plain.fingerprint, "other simulator");
        for (const char* fault : {"t2:0.3@20us..2ms",
                                  "upper-link:0.5.1@20us..2ms",
                                  "t1:0.6@20us..2ms",
                                  "link:0.9.2@20us..2ms"})
        {
            scenario.faults = fault;
            const Outcome outcome = Finish(scenario);
            NS_TEST_EXPECT_MSG_GT(outcome.linkDrops, 0, fault << " is hit");
            NS_TEST_EXPECT_MSG_GT(outcome.retired, 0, fault << " is seen by its losses");
        }
    }
};

} // namespace

std::vector<TestCase*>
WorkloadPodsCases()
{
    return {new PodsAloneTestCase, new PodsLeastTestCase, new PodsPermutationTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
