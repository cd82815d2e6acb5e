/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trigger-graph.h"

#include "mrc-flow-counts.h"
#include "mrc-trigger-proof.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

TriggerGraph::TriggerGraph(SharedList<Transfer> transfers,
                           SharedList<Trigger> triggers,
                           const std::string& name,
                           Span delay)
    : m_delay(delay),
      m_links(std::move(transfers), std::move(triggers), name),
      m_isOver(m_links.CountTriggers(), false)
{
    CheckTriggers(m_links);
    FindGates();
}

void
TriggerGraph::FindGates()
{
    for (uint32_t trigger = 0; trigger < m_links.CountTriggers(); ++trigger)
    {
        if (const std::optional<uint32_t> gate = m_links.GateOf(trigger))
        {
            m_isGate.resize(m_links.CountTriggers(), false);
            m_isGate[*gate] = true;
        }
    }
}

std::vector<uint32_t>
TriggerGraph::StartedByTime() const
{
    return m_links.StartedByTime();
}

std::vector<TriggeredStart>
TriggerGraph::OnSendDone(uint32_t transfer, Instant at)
{
    return Activate(At(transfer).sendDoneTrigger, At(transfer).source, at);
}

std::vector<TriggeredStart>
TriggerGraph::OnReceiveDone(uint32_t transfer, Instant at)
{
    return Activate(At(transfer).recvDoneTrigger, At(transfer).destination, at);
}

std::optional<uint32_t>
TriggerGraph::FirstStartOf(const std::optional<uint32_t>& id) const
{
    if (!id)
    {
        return std::nullopt;
    }
    const TriggerItems<uint32_t> all = m_links.WaitingOf(m_links.PlaceOf(*id));
    return all.Size() == 0 ? std::nullopt : std::optional(*all.first);
}

bool
TriggerGraph::IsStartedAcross(uint32_t transfer) const
{
    if (!At(transfer).startTrigger)
    {
        return false;
    }
    const TriggerItems<Activator> all =
        m_links.ActivatorsOf(m_links.PlaceOf(*At(transfer).startTrigger));
    const uint32_t source = At(transfer).source;
    return std::any_of(all.begin(), all.end(), [&](Activator activator) {
        return m_links.NicOf(activator) != source;
    });
}

/** WorkloadRun checks and reports the delay from NIC to NIC only if there are any. */
uint32_t
TriggerGraph::CountAcrossNics() const
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m_links.CountTransfers(); ++i)
    {
        count += IsStartedAcross(i);
    }
    return count;
}

/** Explains a run that ended or stalled while transfers had not started. */
std::string
TriggerGraph::WaitsFor(uint32_t transfer) const
{
    const auto& start = At(transfer).startTrigger;
    if (!start)
    {
        return "its start time";
    }
    const uint32_t trigger = m_links.PlaceOf(*start);
    const std::optional<uint32_t> gate = m_links.GateOf(trigger);
    return ProgressOf(trigger) + (gate ? ", and " + ProgressOf(*gate) : "");
}

std::string
TriggerGraph::ProgressOf(uint32_t trigger) const
{
    return "trigger " + std::to_string(m_links.TriggerAt(trigger).id) + ", activated " +
           std::to_string(ActivationsOf(trigger)) + " of " +
           std::to_string(m_links.ActivatorsOf(trigger).Size()) + " times by transfers " +
           ActivatorIds(m_links, trigger);
}

uint64_t
TriggerGraph::ActivationsOf(uint32_t trigger) const
{
    if (m_isOver[trigger])
    {
        return m_links.ActivatorsOf(trigger).Size();
    }
    const auto found = m_states.find(trigger);
    return found == m_states.end() ? 0 : found->second.activations;
}

/**
 * Counts an activation. Activations come in the order of time, so two instants say all that
 * matters. The first is that of the latest activation. The second is that of the latest one at any
 * NIC but that of the first.
 *
 * @return how far the trigger is. Nothing is kept of the last activation: a job has millions of
 * triggers, and most of them have one
 */
TriggerGraph::State
TriggerGraph::StateAfter(uint32_t trigger, uint32_t nic, Instant at)
{
    const std::size_t all = m_links.ActivatorsOf(trigger).Size();
    const auto found = m_states.find(trigger);
    State s = found == m_states.end() ? State() : found->second;
    ++s.activations;
    if (s.activations > 1 && nic != s.latestNic) // the former latest is now the other one
    {
        s.otherAt = s.latestAt;
    }
    s.latestNic = nic;
    s.latestAt = at;
    if (s.activations == all)
    {
        m_isOver[trigger] = true;
        m_states.erase(trigger);
    }
    else
    {
        m_states[trigger] = s;
    }
    return s;
}

/** A trigger is activated once more. The last activation of a gate starts what was held there. */
std::vector<TriggeredStart>
TriggerGraph::Activate(const std::optional<uint32_t>& id, uint32_t nic, Instant at)
{
    if (!id)
    {
        return {};
    }
    const uint32_t trigger = m_links.PlaceOf(*id);
    std::vector<TriggeredStart> starts = StartsOf(trigger, StateAfter(trigger, nic, at));
    if (m_isOver[trigger])
    {
        // One shard foresees receives and no completions: some activations may never be foreseen.
        m_coming.erase(trigger);
    }
    const std::optional<uint32_t> gate = m_links.GateOf(trigger);
    if (gate && !m_isOver[*gate])
    {
        m_held.Hold(*gate, starts);
        starts.clear();
    }
    if (IsGate(trigger) && m_isOver[trigger])
    {
        m_opening.erase(trigger);   // what is foreseen from now on comes later
        m_comingHeld.Take(trigger); // as with m_coming
        for (const TriggeredStart& held : m_held.Take(trigger))
        {
            starts.push_back({held.transfer, std::max(held.at, at)});
        }
        std::sort(starts.begin(), starts.end(), [](const auto& a, const auto& b) {
            return a.transfer < b.transfer;
        });
    }
    return starts;
}

/** @return what the latest activation of a trigger starts but for gates, in the order of the list
 */
std::vector<TriggeredStart>
TriggerGraph::StartsOf(uint32_t trigger, const State& state) const
{
    std::vector<TriggeredStart> starts;
    const bool isAlone = m_links.TriggerAt(trigger).kind == TriggerKind::MULTISHOT;
    for (const uint32_t next : m_links.StartedBy(trigger, state.activations))
    {
        // Each activation of MULTISHOT stands for itself: earlier ones need not be known there.
        const bool isHere = state.latestNic == At(next).source;
        const Instant alone = isHere ? state.latestAt : state.latestAt + m_delay;
        starts.push_back(isAlone ? TriggeredStart{next, alone} : StartOf(state, next));
    }
    return starts;
}

/**
 * Which of those that wait one by one comes next depends on the order of activations. NICs and
 * hosts tell of theirs in order, but a host's instant is rounded to a tick. Links inside a node
 * tell when they begin. Of NICs, shards tell in no order.
 */
bool
TriggerGraph::IsForeseeable(const NodeModel& node) const
{
    for (uint32_t trigger = 0; trigger < m_links.CountTriggers(); ++trigger)
    {
        const TriggerItems<Activator> all = m_links.ActivatorsOf(trigger);
        const bool isMixed = std::any_of(all.begin(), all.end(), [&](Activator activator) {
            const Transfer& transfer = At(activator.transfer);
            return activator.isReceive != all.first->isReceive ||
                   m_links.NicOf(activator) != m_links.NicOf(*all.first) ||
                   node.Holds(transfer.source, transfer.destination);
        });
        if (m_links.TriggerAt(trigger).kind == TriggerKind::MULTISHOT && isMixed)
        {
            return false;
        }
    }
    return m_isGate.empty() || CountAcrossNics() == 0;
}

std::vector<ForeseenStart>
TriggerGraph::ForeseeSendDone(uint32_t transfer, const UserMoment& at)
{
    return Foresee(At(transfer).sendDoneTrigger, At(transfer).source, at);
}

std::vector<ForeseenStart>
TriggerGraph::ForeseeReceiveDone(uint32_t transfer, const UserMoment& at)
{
    return Foresee(At(transfer).recvDoneTrigger, At(transfer).destination, at);
}

/** News of an activation may come before those of an earlier one: hosts count in ticks, NICs do
 * not. */
std::vector<ForeseenStart>
TriggerGraph::Foresee(const std::optional<uint32_t>& id, uint32_t nic, const UserMoment& at)
{
    if (!id)
    {
        return {};
    }
    const uint32_t trigger = m_links.PlaceOf(*id);
    const Coming coming = ComingAfter(trigger, nic, at);
    std::vector<ForeseenStart> starts;
    for (const uint32_t next : m_links.StartedBy(trigger, coming.activations))
    {
        starts.push_back({next, ComingStartOf(coming, next)});
    }
    starts = HeldAtComing(trigger, std::move(starts));
    if (coming.activations == m_links.ActivatorsOf(trigger).Size())
    {
        if (IsGate(trigger))
        {
            m_opening[trigger] = coming.latest;
            for (const ForeseenStart& held : m_comingHeld.Take(trigger))
            {
                starts.push_back({held.transfer, std::max(held.at, coming.latest)});
            }
        }
    }
    return starts;
}

/**
 * Counts an activation that will be. Nothing is kept of the last one: a job has millions of
 * triggers, and most of them have one.
 *
 * @return how far the trigger will be
 */
TriggerGraph::Coming
TriggerGraph::ComingAfter(uint32_t trigger, uint32_t nic, const UserMoment& at)
{
    const std::size_t all = m_links.ActivatorsOf(trigger).Size();
    const auto found = all == 1 ? m_coming.end() : m_coming.find(trigger);
    Coming coming = found == m_coming.end() ? Coming{0, at, nic} : found->second;
    ++coming.activations;
    if (nic != coming.latestNic)
    {
        const UserMoment other = std::min(at, coming.latest);
        const bool isFirst = coming.otherAt == Instant::Never();
        coming.otherAt = isFirst ? other.At() : std::max(coming.otherAt, other.At());
        coming.latestNic = coming.latest < at ? nic : coming.latestNic;
    }
    coming.latest = std::max(coming.latest, at);
    if (coming.activations < all)
    {
        m_coming[trigger] = coming;
    }
    else if (found != m_coming.end())
    {
        m_coming.erase(found);
    }
    return coming;
}

/** @return when a transfer starts: as StartOf, at the first tick where news come last */
UserMoment
TriggerGraph::ComingStartOf(const Coming& coming, uint32_t transfer) const
{
    const Instant latest = coming.latest.At();
    const State state{coming.activations, coming.latestNic, latest, coming.otherAt};
    const Instant start = StartOf(state, transfer).at;
    return start == latest ? coming.latest
                           : UserMoment::BeginOf(Instant(TickNotBefore(start).GetPicoSeconds()));
}

/**
 * Starts that are foreseen wait until a gate's opening is foreseen. That of a gate that is open is
 * over, and so earlier than all that comes.
 *
 * @return those of the starts that a gate does not keep, not before it opens
 */
std::vector<ForeseenStart>
TriggerGraph::HeldAtComing(uint32_t trigger, std::vector<ForeseenStart> starts)
{
    const std::optional<uint32_t> gate = m_links.GateOf(trigger);
    if (!gate || m_isOver[*gate])
    {
        return starts;
    }
    const auto opening = m_opening.find(*gate);
    if (opening == m_opening.end())
    {
        m_comingHeld.Hold(*gate, starts);
        return {};
    }
    for (ForeseenStart& start : starts)
    {
        start.at = std::max(start.at, opening->second);
    }
    return starts;
}

/** @return when the source of a transfer knows of all activations so far */
TriggeredStart
TriggerGraph::StartOf(const State& state, uint32_t transfer) const
{
    // News of the latest activation comes last, unless it happened at the source itself. Then an
    // earlier one at another NIC may still be on its way.
    if (At(transfer).source != state.latestNic)
    {
        return {transfer, state.latestAt + m_delay};
    }
    const bool isAlone = state.otherAt == Instant::Never();
    return {transfer, isAlone ? state.latestAt : std::max(state.latestAt, state.otherAt + m_delay)};
}

} // namespace mrc
} // namespace ns3
