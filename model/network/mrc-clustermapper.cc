/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clustermapper.h"

#include "mrc-clos-loop-turns.h"
#include "mrc-denylist.h"
#include "mrc-drain.h"
#include "mrc-graph-loop-turns.h"
#include "mrc-loop-agent.h"
#include "mrc-loop-judge.h"
#include "mrc-loop-turns.h"
#include "mrc-network-plan.h"
#include "mrc-source-routing.h"

#include "ns3/mrc-denial.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-rank-desk.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Has agents probe and the judge hear of it, round after round. */
class Clustermapper::Rounds : public LoopListener
{
  public:
    Rounds(Ptr<Network> network, const ClustermapperConfig& config);
    ~Rounds() override;

    /** Several threads call this, each for its own NICs: an agent belongs to one of them. */
    void LoopArrived(uint32_t nic, uint16_t id) override
    {
        m_agents[nic].Arrived(id);
    }

  private:
    using Report = std::vector<std::vector<LoopResult>>; //!< by NIC

    void Check() const;
    void CheckPeriod() const;
    void Listen(LoopListener* listener) const;
    std::unique_ptr<LoopTurns> MakeTurns() const;
    void Begin();
    void Share();
    void End();
    void Judge();
    void Act(const LoopVerdict& verdict);

    Ptr<Network> m_network;
    ClustermapperConfig m_config;
    const Topology& m_topology;
    SourceRouting m_routing;
    const ShardSet& m_shards;
    std::unique_ptr<LoopTurns> m_turns;
    LoopJudge m_judge;
    uint32_t m_round{0};             //!< the next one
    std::vector<LoopAgent> m_agents; //!< by NIC
    std::deque<Report> m_underway;   //!< reports on their way to the judge
    std::deque<EventId> m_events;
};

Clustermapper::Rounds::Rounds(Ptr<Network> network, const ClustermapperConfig& config)
    : m_network(network),
      m_config(config),
      m_topology(network->GetTopology()),
      m_routing((Check(), m_topology),
                network->Engine().profiles.fabric->Config().block.Computed()),
      m_shards(network->Engine().shards),
      m_turns(MakeTurns()),
      // A second NIC has to agree, unless each uplink has loops of one NIC alone.
      m_judge({config.window, config.losses, std::min(config.sharers, 2U)}),
      m_agents(m_topology.Spec().nics)
{
    CheckPeriod();
    Listen(this);
    m_events.push_back(Simulator::ScheduleNow(&Rounds::Begin, this));
}

Clustermapper::Rounds::~Rounds()
{
    // Loops may still be under way, and would tell an object that is gone.
    Listen(nullptr);
    for (EventId& event : m_events)
    {
        event.Cancel();
    }
}

void
Clustermapper::Rounds::Check() const
{
    const NicPlan& plan = m_network->Engine().nics.Store().plan;
    if (plan.evFormat != EV_FORMAT_SRV6)
    {
        throw std::invalid_argument("a Clustermapper without ns3::mrc::EvProfile::Format = Srv6: "
                                    "only uSIDs lead a packet back to its sender");
    }
    if (!m_config.period.IsStrictlyPositive() || m_config.reportDelay.IsNegative() ||
        m_config.window == 0 || m_config.losses == 0 || m_config.sharers == 0)
    {
        throw std::invalid_argument("a Clustermapper whose period, window, losses or sharers are "
                                    "0, or whose report delay is negative; expected more");
    }
}

/** A link with loops that come back too late would be called bad without a fault [loop-probes]. */
void
Clustermapper::Rounds::CheckPeriod() const
{
    const Span trip = m_turns->LongestTrip(m_network->Engine().profiles.fabric->Config());
    // A round ends before what arrives at the same time.
    const int64_t least = trip.Ps() / 1000 + 1;
    if (m_config.period.GetNanoSeconds() < least)
    {
        throw std::invalid_argument("a Clustermapper with a period of " +
                                    std::to_string(m_config.period.GetNanoSeconds()) +
                                    " ns: loops would come back too late; expected at least " +
                                    std::to_string(least) + " ns");
    }
}

/** Has a listener hear of loops in all shards; null: nobody does any more. */
void
Clustermapper::Rounds::Listen(LoopListener* listener) const
{
    for (const auto& shard : m_shards.All())
    {
        shard->GetNics().Own().desk.SetLoopListener(listener);
    }
}

/** @return the turns of the network's NICs */
std::unique_ptr<LoopTurns>
Clustermapper::Rounds::MakeTurns() const
{
    if (!m_topology.Spec().graph)
    {
        return std::make_unique<ClosLoopTurns>(m_topology, m_routing, m_config.sharers);
    }
    return std::make_unique<GraphLoopTurns>(m_topology,
                                            m_routing,
                                            m_network->Engine().profiles.fabric->Config(),
                                            m_config.sharers);
}

/** Each agent sends its loops at once; the reports of the last round have left by then. */
void
Clustermapper::Rounds::Begin()
{
    // The destructor cancels events that wait: those that ran need not be kept.
    while (!m_events.empty() && m_events.front().IsExpired())
    {
        m_events.pop_front();
    }
    m_turns->Deal(m_round++, m_agents);
    for (uint32_t nic = 0; nic < m_agents.size(); ++nic)
    {
        NicTable& nics = m_shards.Of(nic).GetNics();
        if (nics.Store().ActElsewhere(nic))
        {
            continue; // the same agent sends there
        }
        for (const LoopProbe& loop : m_agents[nic].Loops())
        {
            // A port that the NIC knows to be down sends nothing: the loop is lost.
            nics.Own().desk.SendLoop(nic,
                                     m_turns->WaysOf(nic, loop.link),
                                     Ev::Of(loop.link.plane, loop.path),
                                     loop.id);
        }
    }
    m_events.push_back(Simulator::Schedule(m_config.period, &Rounds::End, this));
}

/** Loops come back in the process of their NIC, and all of several processes judge. */
void
Clustermapper::Rounds::Share()
{
    const RankDesk* desk = m_shards.Ranks();
    if (desk == nullptr)
    {
        return;
    }
    RankBytes own;
    for (uint32_t nic = 0; nic < m_agents.size(); ++nic)
    {
        for (const uint16_t id : m_agents[nic].Back())
        {
            PutValue(own, nic);
            PutValue(own, id);
        }
    }
    RankLink& link = desk->Link();
    for (const RankBytes& bytes :
         link.Exchange({RankCall::LOOPS}, std::vector<RankBytes>(link.Count(), own)))
    {
        for (RankReader in(bytes); in.HasMore();)
        {
            const auto nic = in.Take<uint32_t>();
            m_agents.at(nic).Arrived(in.Take<uint16_t>());
        }
    }
}

/** A loop that has not come back by the end of its round is lost. */
void
Clustermapper::Rounds::End()
{
    Share();
    Report report;
    for (const LoopAgent& agent : m_agents)
    {
        report.push_back(agent.End());
    }
    m_underway.push_back(std::move(report));
    m_events.push_back(Simulator::Schedule(m_config.reportDelay, &Rounds::Judge, this));
    // The next round begins while the report travels, so each period has a round.
    Begin();
}

void
Clustermapper::Rounds::Judge()
{
    // Reports all travel for the same time, so they arrive in their order.
    const Report report = std::move(m_underway.front());
    m_underway.pop_front();
    for (uint32_t nic = 0; nic < report.size(); ++nic)
    {
        m_judge.Hear(nic, report[nic]);
        if (m_config.report)
        {
            m_config.report(nic, report[nic]);
        }
    }
    for (const LoopVerdict& verdict : m_judge.EndRound())
    {
        Act(verdict);
    }
}

/** Acts on a verdict [clustermapper-verdicts]. */
void
Clustermapper::Rounds::Act(const LoopVerdict& verdict)
{
    const LoopLink& link = verdict.link;
    if (m_config.use == ClustermapperUse::DENY)
    {
        const Denial denial = link.IsPort() ? DenialOfPort(link.number, link.plane)
                              : link.IsUpper()
                                  ? DenialsOf(TextOf(link), m_topology).front()
                                  : DenialOfLink(m_topology, link.plane, link.number, link.uplink);
        Denylist& denylist = m_network->GetDenylist();
        verdict.bad ? denylist.Deny(denial) : denylist.Allow(denial);
    }
    if (m_config.verdict)
    {
        m_config.verdict(link, verdict.bad);
    }
}

Clustermapper::Clustermapper(Ptr<Network> network, const ClustermapperConfig& config)
    : m_rounds(std::make_unique<Rounds>(network, config))
{
}

Clustermapper::~Clustermapper() = default;

} // namespace mrc
} // namespace ns3
