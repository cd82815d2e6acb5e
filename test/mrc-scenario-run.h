/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SCENARIO_RUN_H
#define MRC_SCENARIO_RUN_H

#include "mrc-port-tally.h"
#include "mrc-random-scenario.h"
#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The onlookers of a run. */
enum class Audience : uint8_t
{
    NOBODY,
    SINKS,        //!< a sink at every trace source of every port
    FLOW_MONITOR, //!< with probes on all nodes
};

/** How a scenario is run; no manner may change events. */
struct Manner
{
    std::string simulator{"FastSimulatorImpl"}; //!< or a name of ns-3's own
    std::string scheduler{"MapScheduler"};
    bool wireMode{false};
    Audience audience{Audience::NOBODY};
    uint32_t threads{1};
};

/** The events of a run. */
struct ScenarioOutcome
{
    uint64_t fingerprint{0};
    std::array<uint64_t, DROP_REASONS> drops{};
    uint64_t trims{0};
    uint64_t marks{0};
    uint64_t frames{0};                   //!< arrived, over all links
    int64_t end{0};                       //!< ps
    std::vector<QueuePairCounters> pairs; //!< by connection: its source, its destination
    /** connection, id, how the Write ended, when in ps; in that order */
    std::vector<std::tuple<uint32_t, uint64_t, CompletionStatus, int64_t>> completions;
    std::vector<std::string> violations; //!< of rules for any run
};

/** Runs one scenario in one manner and checks the rules for any run. */
class ScenarioRun
{
  public:
    ScenarioRun(const RandomScenario& scenario, const Manner& manner)
        : m_scenario(scenario),
          m_manner(manner)
    {
    }

    /** @return the events; an instance runs once */
    ScenarioOutcome Run()
    {
        Build();
        for (const PlannedWrite& write : m_scenario.writes)
        {
            Simulator::Schedule(NanoSeconds(write.ns), &ScenarioRun::Post, this, write);
        }
        for (const Denial& denial : m_scenario.denials)
        {
            Simulator::Schedule(NanoSeconds(denial.from), &ScenarioRun::Deny, this, denial);
            Simulator::Schedule(NanoSeconds(denial.to), &ScenarioRun::Allow, this, denial);
        }
        Simulator::Stop(LIMIT);
        Simulator::Run();
        m_outcome.end = m_network->Engine().kernel.Now().Ps();
        Collect();
        CheckWrites();
        CheckFrames();
        m_network = nullptr;
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
        GlobalValue::Bind("SchedulerType", StringValue("ns3::MapScheduler"));
        return m_outcome;
    }

  private:
    static constexpr int64_t LIMIT_MS = 3000;
    const Time LIMIT{MilliSeconds(LIMIT_MS)};

    void Build()
    {
        const std::string module =
            m_manner.simulator == "FastSimulatorImpl" ? "ns3::mrc::" : "ns3::";
        FabricHelper helper =
            HelperUnder(module + m_manner.simulator, "ns3::" + m_manner.scheduler);
        helper.AssignStreams(5);
        helper.SetTopology(m_scenario.topology);
        for (const Setting& setting : m_scenario.settings)
        {
            Apply(helper, setting);
        }
        helper.SetFabricAttribute("WireMode", BooleanValue(m_manner.wireMode));
        helper.SetFabricAttribute("Threads", UintegerValue(m_manner.threads));
        m_network = Audited(helper.Install());
        m_network->ScheduleFaults(m_scenario.faults);
        if (m_manner.audience == Audience::SINKS)
        {
            m_tally.Watch(*m_network);
        }
        if (m_manner.audience == Audience::FLOW_MONITOR)
        {
            m_flows.InstallAll(m_network);
        }
        for (uint32_t i = 0; i < m_scenario.connections.size(); ++i)
        {
            const auto [source, destination] = m_scenario.connections[i];
            Ptr<Qp> qp = m_network->Connect(source, destination);
            qp->TraceConnectWithoutContext("Completed",
                                           MakeBoundCallback(&ScenarioRun::Completed, this, i));
            qp->TraceConnectWithoutContext("Delivered",
                                           MakeBoundCallback(&ScenarioRun::Delivered, this, i));
        }
        m_posted.resize(m_scenario.connections.size());
        m_delivered.resize(m_scenario.connections.size());
    }

    static void Apply(FabricHelper& helper, const Setting& setting)
    {
        const StringValue value(setting.value);
        switch (setting.profile)
        {
        case ProfileKind::FABRIC:
            return helper.SetFabricAttribute(setting.name, value);
        case ProfileKind::QP:
            return helper.SetQpAttribute(setting.name, value);
        case ProfileKind::EV:
            return helper.SetEvAttribute(setting.name, value);
        case ProfileKind::CC:
            return helper.SetCcAttribute(setting.name, value);
        }
    }

    void Post(const PlannedWrite& write)
    {
        Ptr<Qp> qp = m_network->GetQueuePairs()[write.connection];
        const uint64_t id = write.hasImmediate ? qp->WriteWithImmediate(write.bytes, write.bytes)
                                               : qp->Write(write.bytes);
        auto& posted = m_posted[write.connection];
        Require(id == posted.size(), "ids count from 0");
        posted.push_back(write.bytes);
    }

    void Deny(const Denial& denial)
    {
        m_network->GetDenylist().Deny(denial.plane, denial.uplink);
    }

    void Allow(const Denial& denial)
    {
        m_network->GetDenylist().Allow(denial.plane, denial.uplink);
    }

    static void Completed(ScenarioRun* run, uint32_t connection, const Completion& completion)
    {
        run->m_outcome.completions.emplace_back(connection,
                                                completion.id,
                                                completion.status,
                                                completion.at.Ps());
    }

    static void Delivered(ScenarioRun* run, uint32_t connection, const Delivery& delivery)
    {
        auto& delivered = run->m_delivered[connection];
        const auto& posted = run->m_posted[connection];
        const bool isNext = delivered < posted.size() && posted[delivered] == delivery.length;
        run->Require(isNext, "messages are delivered once and in the order of their posts");
        run->Require(!delivery.hasImmediate || delivery.immediate == delivery.length,
                     "the immediate is that of the message");
        ++delivered;
    }

    void Require(bool holds, const std::string& what)
    {
        if (!holds)
        {
            m_outcome.violations.push_back(what);
        }
    }

    void Collect()
    {
        Fabric& fabric = m_network->Engine().fabric;
        m_outcome.fingerprint = fabric.Tally().Fingerprint();
        for (unsigned reason = 0; reason < DROP_REASONS; ++reason)
        {
            m_outcome.drops[reason] = fabric.Tally().Drops(static_cast<DropReason>(reason));
        }
        for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
        {
            m_outcome.trims += fabric.Tally().Counters(port).trims;
            m_outcome.marks += fabric.Tally().Counters(port).marks;
            m_outcome.frames += fabric.Tally().Counters(port).frames;
        }
        for (const Ptr<Qp>& qp : m_network->GetQueuePairs())
        {
            m_outcome.pairs.push_back(qp->Counters());
            m_outcome.pairs.push_back(qp->Peer()->Counters());
        }
        std::sort(m_outcome.completions.begin(), m_outcome.completions.end());
    }

    /** Every Write ends once; one that ends well has been placed whole. */
    void CheckWrites()
    {
        std::map<std::pair<uint32_t, uint64_t>, unsigned> ends;
        std::vector<uint64_t> bytes(m_posted.size());
        for (const auto& [connection, id, status, at] : m_outcome.completions)
        {
            ++ends[{connection, id}];
            const bool well = status == CompletionStatus::SUCCESS;
            Require(well || m_scenario.mayGiveUp, "no Write ends badly while retries go on");
            bytes[connection] += well ? m_posted[connection].at(id) : 0;
        }
        for (uint32_t i = 0; i < m_posted.size(); ++i)
        {
            for (uint64_t id = 0; id < m_posted[i].size(); ++id)
            {
                const unsigned count = ends[{i, id}];
                Require(count == 1,
                        "Write " + std::to_string(id) + " of connection " + std::to_string(i) +
                            " ended " + std::to_string(count) + " times");
            }
            uint64_t all = 0;
            for (const uint32_t length : m_posted[i])
            {
                all += length;
            }
            const uint64_t placed = m_outcome.pairs[2 * i + 1].placedBytes;
            Require(placed >= bytes[i] && placed <= all,
                    "connection " + std::to_string(i) + " placed " + std::to_string(placed) +
                        " bytes; expected " + std::to_string(bytes[i]) + " .. " +
                        std::to_string(all));
        }
    }

    /** Each frame that goes into a switch comes out or is dropped with a reason. */
    void CheckFrames()
    {
        Fabric& fabric = m_network->Engine().fabric;
        const Topology& topology = m_network->GetTopology();
        uint32_t live = 0;
        for (const auto& shard : m_network->Engine().shards.All())
        {
            live += shard->GetFabric().State().pool.Live(); // modulo 2^32: frames change shards
        }
        Require(live == 0, std::to_string(live) + " frames are left at the end");
        uint64_t reasons = 0;
        uint64_t drops = 0;
        std::vector<int64_t> balance(topology.NodeCount());
        for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
        {
            const PortCounters link = fabric.Tally().Counters(port);
            const auto ended = static_cast<int64_t>(EndedAtFarEnd(fabric, port));
            // Pauses begin and end with their link.
            const PortIndex back = topology.Peer(port);
            const auto pauses = static_cast<int64_t>(
                fabric.Tally().Pauses(back, m_network->Engine().kernel.Now()).received);
            balance[topology.NodeOf(back)] += link.frames - ended - pauses;
            balance[topology.NodeOf(port)] -= link.frames + link.drops - ended - pauses;
            drops += link.drops;
        }
        for (const uint64_t count : m_outcome.drops)
        {
            reasons += count;
        }
        Require(drops == reasons, "each drop has one reason");
        for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
        {
            Require(balance[node] == 0,
                    NodeName(topology, node) + " took " + std::to_string(balance[node]) +
                        " frames more than it gave away");
        }
        if (m_manner.audience == Audience::SINKS)
        {
            for (const std::string& violation : m_tally.Check(*m_network))
            {
                m_outcome.violations.push_back(violation);
            }
        }
        if (m_manner.audience == Audience::FLOW_MONITOR)
        {
            CheckFlows();
        }
    }

    /** The FlowMonitor counts the same packets as both ends of a queue pair. */
    void CheckFlows()
    {
        auto flows = m_flows.GetMonitor()->GetFlowStats();
        for (std::size_t i = 0; i < m_outcome.pairs.size(); ++i)
        {
            // all zero of a pair that sent nothing
            const FlowMonitor::FlowStats& flow = flows[i + 1];
            const std::string name = "flow " + std::to_string(i + 1);
            Require(flow.txPackets == m_outcome.pairs[i].sentPackets, name + ": sent packets");
            Require(flow.rxPackets == m_outcome.pairs[i ^ 1].receivedPackets,
                    name + ": received packets");
            Require(flow.rxPackets + flow.lostPackets == flow.txPackets,
                    name + ": each packet ends once");
        }
    }

    const RandomScenario& m_scenario;
    Manner m_manner;
    Ptr<Network> m_network;
    ScenarioOutcome m_outcome;
    std::vector<std::vector<uint32_t>> m_posted; //!< lengths, by connection
    std::vector<uint64_t> m_delivered;           //!< messages, by connection
    PortTally m_tally;
    FlowMonitorHelper m_flows;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_SCENARIO_RUN_H */
