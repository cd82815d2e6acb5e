/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-foresight.h"

#include <utility>

namespace ns3
{
namespace mrc
{

FlowForesight::FlowForesight(TriggerGraph& graph, uint64_t flows, Pairs pairs)
    : m_graph(graph),
      m_flows(flows),
      m_pairs(std::move(pairs))
{
}

/**
 * A flow will have its completion, and posts of others may follow: counts are kept for both. Where
 * that may be the end of the workload, all stop for it, as the run ends then.
 */
void
FlowForesight::End(const ComingEnd& end)
{
    m_pairs(end.transfer).KeepCounters(end.at);
    m_ends.insert(end.at);
    if (end.status != CompletionStatus::SUCCESS)
    {
        m_meetsAll = true;
        MeetFrom(Instant());
        return;
    }
    ++m_good;
    if (end.isLast)
    {
        Foresee(m_graph.ForeseeSendDone(end.transfer, end.at));
    }
    if (m_meetsAll || m_good == m_flows)
    {
        MeetFrom(end.at);
    }
}

/** One shard tells no end early, so this may be the first that is heard of it. */
void
FlowForesight::Ended(Instant at, CompletionStatus status)
{
    const auto foreseen = m_ends.find(at);
    if (foreseen != m_ends.end())
    {
        m_ends.erase(foreseen);
    }
    else
    {
        m_good += status == CompletionStatus::SUCCESS ? 1 : 0;
    }
}

/** Has all stop for what is known to come. @param at not for anything earlier */
void
FlowForesight::MeetFrom(Instant at)
{
    const PairOutlook any = m_pairs(0);
    for (auto end = m_ends.lower_bound(at); end != m_ends.end(); ++end)
    {
        any.MeetAt(*end);
    }
    for (auto due = m_due.lower_bound(at); due != m_due.end(); ++due)
    {
        any.MeetAt(due->first);
    }
}

void
FlowForesight::Foresee(const std::vector<TriggeredStart>& starts)
{
    for (const TriggeredStart& start : starts)
    {
        m_pairs(start.transfer).KeepCounters(start.at);
    }
}

void
FlowForesight::Receive(uint32_t transfer, Instant tick)
{
    m_due.insert({tick, transfer});
    const PairOutlook pair = m_pairs(transfer);
    pair.CallAt(tick);
    Foresee(m_graph.ForeseeReceiveDone(transfer, tick));
    if (m_meetsAll)
    {
        pair.MeetAt(tick);
    }
}

std::optional<uint32_t>
FlowForesight::TakeDue(Instant now)
{
    if (m_due.empty() || m_due.begin()->first > now)
    {
        return std::nullopt;
    }
    const uint32_t transfer = m_due.begin()->second;
    m_due.erase(m_due.begin());
    return transfer;
}

} // namespace mrc
} // namespace ns3
