/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-run.h"

#include "../mrc-conservation.h"
#include "soak-bound.h"
#include "soak-portrait.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-tick.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/** After this a flow that can never be complete has been looked at long enough. */
constexpr Span LONG_ENOUGH = Micros(20000);

void
Apply(FabricHelper& helper, const Setting& setting)
{
    const StringValue value(setting.value);
    switch (setting.profile)
    {
    case Setting::FABRIC:
        return helper.SetFabricAttribute(setting.name, value);
    case Setting::QP:
        return helper.SetQpAttribute(setting.name, value);
    case Setting::EV:
        return helper.SetEvAttribute(setting.name, value);
    }
}

Ptr<Network>
Build(const SoakCase& plan, uint32_t threads)
{
    RngSeedManager::SetRun(plan.run);
    FabricHelper helper;
    if (plan.stream >= 0)
    {
        helper.AssignStreams(plan.stream);
    }
    helper.SetTopology(plan.topology);
    for (const Setting& setting : plan.settings)
    {
        Apply(helper, setting);
    }
    if (threads == 1)
    {
        return test::Audited(helper.Install());
    }
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    return helper.Install(); // results are compared with those of the audited run
}

uint32_t
ActiveOf(const SoakCase& plan)
{
    for (const Setting& setting : plan.settings)
    {
        if (setting.profile == Setting::EV && setting.name == "Active")
        {
            return static_cast<uint32_t>(std::stoul(setting.value));
        }
    }
    return EvConfig().active;
}

/** One run. */
class CaseRun : private FlowObserver
{
  public:
    CaseRun(const SoakCase& plan, const RunManner& manner)
        : m_plan(plan),
          m_manner(manner),
          m_network(Build(plan, manner.threads))
    {
    }

    CaseOutcome Run()
    {
        const Topology& topology = m_network->GetTopology();
        m_network->ScheduleFaults(TextOf(m_plan.faults));
        FlowDriver driver(
            m_plan.traffic,
            m_plan.repeat,
            [this](const Transfer& transfer) -> Requestor& {
                // the network keeps the queue pair
                return *m_network->Connect(transfer.source, transfer.destination);
            },
            *this,
            TriggerTimes());
        const std::vector<LinkEpoch> epochs = LinkEpochs(topology, m_plan.faults);
        const FairShares shares(topology, m_plan.traffic.transfers);
        for (uint32_t i = 0; i < driver.TransferCount(); ++i)
        {
            PairDeal deal = DealOf(topology,
                                   m_network->GetQueuePairs()[i]->Paths().List(),
                                   ActiveOf(m_plan),
                                   m_plan.traffic.transfers[i]);
            deal.isSingle = m_plan.selector == "Single";
            m_outcome.stretches.push_back(
                StretchesOf(topology, epochs, shares, deal, m_plan.blackout));
        }
        for (const Ptr<Qp>& qp : m_network->GetQueuePairs())
        {
            if (m_manner.portraits)
            {
                m_watches.push_back(std::make_unique<QpWatch>(qp));
            }
        }
        driver.Start();
        Simulator::Stop(ToTime(LastDeadline() + m_manner.patience));
        Simulator::Run();
        Collect(driver);
        return std::move(m_outcome);
    }

  private:
    void FlowEnded(const FlowRecord& record) override
    {
        const uint64_t greatest = m_plan.traffic.transfers.size(); // ids count from 1
        const auto transfer = static_cast<uint32_t>((record.flow - 1) % greatest);
        m_outcome.flows.push_back({transfer, true, record});
    }

    void WorkloadEnded() override
    {
        Simulator::Stop();
    }

    /** @return when the last of the flows must be complete if each takes all the time it has */
    Instant LastDeadline() const
    {
        Instant last;
        for (uint32_t i = 0; i < m_outcome.stretches.size(); ++i)
        {
            const Transfer& transfer = m_plan.traffic.transfers[i];
            const std::vector<Stretch>& stretches = m_outcome.stretches[i];
            Instant at = transfer.start;
            for (uint32_t k = 0; k < m_plan.repeat; ++k)
            {
                const Instant next = DeadlineOf(stretches, at, transfer.bytes, m_plan.allowance);
                if (next == Instant::Never())
                {
                    at = std::max(at, stretches.back().from) + LONG_ENOUGH;
                    break;
                }
                at = next;
            }
            last = std::max(last, at);
        }
        return last;
    }

    void Collect(const FlowDriver& driver)
    {
        m_outcome.end = m_network->Engine().kernel.Now();
        m_outcome.fingerprint = m_network->Engine().fabric.Tally().Fingerprint();
        m_outcome.events = m_network->Engine().shards.FiredCount();
        for (const std::unique_ptr<QpWatch>& watch : m_watches)
        {
            m_outcome.portraits.push_back(watch->Portrait(m_plan.topology));
        }
        for (uint32_t i = 0; i < driver.TransferCount(); ++i)
        {
            if (driver.PhaseOf(i) == TransferPhase::ACTIVE)
            {
                m_outcome.flows.push_back({i, false, driver.LatestOf(i)});
            }
        }
    }

    const SoakCase& m_plan;
    RunManner m_manner;
    Ptr<Network> m_network;
    CaseOutcome m_outcome;
    std::vector<std::unique_ptr<QpWatch>> m_watches;
};

} // namespace

CaseOutcome
RunCase(const SoakCase& plan, const RunManner& manner)
{
    Simulator::Destroy();
    CaseOutcome outcome = CaseRun(plan, manner).Run();
    Simulator::Destroy();
    return outcome;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
