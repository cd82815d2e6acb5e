/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Triggers that are activated at other NICs than the transfers that they start, on several threads.

#include "threads-operations.h"

#include "ns3/config.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
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

/** Writes a matrix with triggers that join NICs. */
class TriggerScript
{
  public:
    /** @param start ps, or none: a trigger of this number, from 1 @return number of the flow */
    uint32_t Flow(uint32_t from, uint32_t to, uint64_t bytes, const std::string& start)
    {
        m_flows.push_back(std::to_string(from) + "->" + std::to_string(to) + " id " +
                          std::to_string(m_flows.size() + 1) + " " + start + " size " +
                          std::to_string(bytes));
        return static_cast<uint32_t>(m_flows.size());
    }

    /** @return words for a flow that waits until flows are done, all of them or any one */
    std::string Behind(const std::vector<uint32_t>& flows, const std::string& end)
    {
        const std::string id = std::to_string(++m_triggers);
        for (const uint32_t flow : flows)
        {
            m_flows[flow - 1] += " " + end + "_done_trigger " + id;
        }
        m_kinds += "trigger id " + id +
                   (flows.size() == 1 ? " oneshot\n"
                                      : " barrier count " + std::to_string(flows.size()) + "\n");
        return "trigger " + id;
    }

    ConnectionMatrix Take() const
    {
        std::ostringstream text;
        text << "Nodes " << OPERATION_NICS << "\nConnections " << m_flows.size() << "\nTriggers "
             << m_triggers << '\n';
        for (const std::string& flow : m_flows)
        {
            text << flow << '\n';
        }
        std::istringstream in(text.str() + m_kinds);
        return ReadConnectionMatrix(in, "triggers.cm");
    }

  private:
    std::vector<std::string> m_flows;
    std::string m_kinds;
    uint32_t m_triggers{0};
};

/** @return chains of flows. Each starts a delay behind the end of the one before, elsewhere */
ConnectionMatrix
Chains()
{
    TriggerScript script;
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const std::string start = "start " + std::to_string(1000 * nic);
        uint32_t before = script.Flow(nic, (nic + 7) % OPERATION_NICS, 30000 + 777 * nic, start);
        for (uint32_t round = 1; round < 9; ++round)
        {
            const uint32_t from = (nic + 3 * round) % OPERATION_NICS;
            const std::string wait = script.Behind({before}, round % 2 == 0 ? "send" : "recv");
            before = script.Flow(from, (from + 6) % OPERATION_NICS, 20000 + 311 * nic, wait);
        }
    }
    return script.Take();
}

/** @return flows that start as news from elsewhere come, just behind the end of a flow of their NIC
 */
ConnectionMatrix
LateNews()
{
    TriggerScript script;
    for (uint32_t i = 0; i < 200; ++i)
    {
        const uint32_t far = i % 10;
        const uint32_t own = far + 10;
        const uint64_t start = 12'000'000 * (i / 10); // ps
        const uint64_t apart = 4'450'000 - 7'130 * i; // less than the delay
        const uint32_t first =
            script.Flow(far, (far + 5) % 10, 9000, "start " + std::to_string(start));
        const uint32_t second =
            script.Flow(own, 10 + (far + 5) % 10, 9000, "start " + std::to_string(start + apart));
        script.Flow(own, far, 500, script.Behind({first, second}, "send"));
    }
    return script.Take();
}

/** @return rounds of flows, each of which waits for some of the round before, at any NIC */
ConnectionMatrix
DrawnRounds(uint32_t seed)
{
    std::mt19937 draw(seed);
    TriggerScript script;
    std::vector<uint32_t> free; // nothing waits for these
    for (uint32_t flow = 0; flow < OPERATION_NICS; ++flow)
    {
        free.push_back(
            script.Flow(flow, (flow + 5) % OPERATION_NICS, 2000 + draw() % 40000, "start 0"));
    }
    for (uint32_t round = 0; round < 60; ++round)
    {
        std::vector<uint32_t> before;
        for (uint32_t count = 1 + draw() % 4; count > 0; --count)
        {
            const auto one = free.begin() + draw() % free.size();
            before.push_back(*one);
            free.erase(one);
        }
        const std::string wait = script.Behind(before, draw() % 2 == 0 ? "send" : "recv");
        for (uint32_t count = before.size(); count > 0; --count)
        {
            const uint32_t from = draw() % OPERATION_NICS;
            free.push_back(script.Flow(from,
                                       (from + 1 + draw() % 19) % OPERATION_NICS,
                                       1000 + draw() % 30000,
                                       wait));
        }
    }
    return script.Take();
}

// The tick of a start is known with the activation that is the last one to be foreseen.
// Clauses: [several-threads] [trigger-delay]
TEST(ThreadsTriggers, AcrossNicsLeaveWindowsLong)
{
    const OperationsRun chains{Chains()};
    ExpectTheSameOperations(chains, "chains");
    ExpectLongWindows(TaleOfOperations(chains, 2), "chains");
    ExpectTheSameOperations({LateNews()}, "late news");
}

// Clauses: [several-threads] [trigger-delay]
TEST(ThreadsTriggers, AcrossNicsStartTheSame)
{
    for (uint32_t seed = 1; seed <= 8; ++seed)
    {
        OperationsRun drawn{DrawnRounds(seed)};
        drawn.repeat = 1 + seed % 2;
        drawn.faults = seed % 3 == 0 ? "link:0.0.0/loss=2%@10us" : "";
        ExpectTheSameOperations(drawn, std::to_string(seed));
    }
}

// Clauses: [several-threads] [trigger-delay]
TEST(ThreadsTriggers, TurnsStopsAndFailuresAreTheSame)
{
    OperationsRun turning{Chains()};
    turning.turns = MicroSeconds(30);
    ExpectTheSameOperations(turning, "turns");
    OperationsRun stopped{Chains()};
    stopped.stop = MicroSeconds(40);
    stopped.end = RunEnd::STOP_TIME;
    ExpectTheSameOperations(stopped, "stopped");
    OperationsRun failing{DrawnRounds(10)};
    failing.faults = "nic:3/silent@20us";
    failing.endsSoon = true;
    failing.end = RunEnd::FLOW_FAILED;
    ExpectTheSameOperations(failing, "a NIC is silent");
}

// Windows are as long as they may be, and so is the delay. The oracle has none.
// Clauses: [several-threads] [trigger-delay]
TEST(ThreadsTriggers, DelaysOfAllLengthsAreTheSame)
{
    for (const int64_t ns : {0, 4450, 4451, 20000})
    {
        Config::SetDefault("ns3::mrc::FabricProfile::TriggerDelay", TimeValue(NanoSeconds(ns)));
        OperationsRun drawn{DrawnRounds(9)};
        drawn.cable = Micros(9);
        ExpectTheSameOperations(drawn, std::to_string(ns));
    }
    Config::Reset();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
