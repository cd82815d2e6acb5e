/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trigger-graph.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Transfers that a message names; longer lists are cut. Own choice. */
constexpr size_t LISTED = 8;

} // namespace

/**
 * Refuses the workload because of this transfer or trigger, with its place if a file has the item.
 */
template <typename Item>
void
TriggerGraph::Fail(const Item& item, const std::string& message) const
{
    const std::string place =
        item.line == 0 ? "" : ":" + std::to_string(item.line) + ":" + std::to_string(item.column);
    throw std::invalid_argument(m_name + place + ": " + message);
}

TriggerGraph::TriggerGraph(SharedList<Transfer> transfers,
                           SharedList<Trigger> triggers,
                           const std::string& name,
                           Span delay)
    : m_name(name),
      m_delay(delay),
      m_transfers(std::move(transfers)),
      m_triggers(std::move(triggers)),
      m_isOver(m_triggers.size(), false)
{
    FindPlaces();
    Link();
    FindGates();
    // First the counts: CheckAllStart relies on them.
    for (uint32_t trigger = 0; trigger < CountTriggers(); ++trigger)
    {
        CheckActivators(trigger);
    }
    CheckAllStart();
}

/** Ids of generated triggers count from 1: then they are places but for that. */
void
TriggerGraph::FindPlaces()
{
    bool isCount = true;
    uint32_t place = 0;
    for (const Trigger& trigger : std::as_const(m_triggers))
    {
        isCount = isCount && trigger.id == ++place;
    }
    for (place = 0; place < CountTriggers() && !isCount; ++place)
    {
        const Trigger& trigger = std::as_const(m_triggers)[place];
        if (!m_places.insert({trigger.id, place}).second)
        {
            Fail(trigger,
                 "trigger " + std::to_string(trigger.id) + " a second time; expected a new id");
        }
    }
}

/** @return the place of a trigger, beyond all of them if there is none */
uint32_t
TriggerGraph::PlaceOf(uint32_t id) const
{
    if (m_places.empty())
    {
        return id - 1; // of 0 the greatest number
    }
    const auto found = m_places.find(id);
    return found == m_places.end() ? UINT32_MAX : found->second;
}

uint32_t
TriggerGraph::CheckedPlace(uint32_t transfer, uint32_t id) const
{
    const uint32_t place = PlaceOf(id);
    if (place >= CountTriggers())
    {
        Fail(At(transfer),
             TransferName(transfer) + " names trigger " + std::to_string(id) +
                 "; expected one that is defined");
    }
    return place;
}

/** Lists waiting transfers and activators of each trigger. Counts come first: lists lie behind each
 * other. */
void
TriggerGraph::Link()
{
    m_waiting.firsts.resize(CountTriggers() + 1);
    m_activators.firsts.resize(CountTriggers() + 1);
    const auto visit = [this](const auto& waits, const auto& activates) {
        for (uint32_t i = 0; i < m_transfers.size(); ++i)
        {
            if (At(i).startTrigger)
            {
                waits(CheckedPlace(i, *At(i).startTrigger), i);
            }
            if (At(i).sendDoneTrigger)
            {
                activates(CheckedPlace(i, *At(i).sendDoneTrigger), Activator{i, 0});
            }
            if (At(i).recvDoneTrigger)
            {
                activates(CheckedPlace(i, *At(i).recvDoneTrigger), Activator{i, 1});
            }
        }
    };
    visit([this](uint32_t trigger, uint32_t) { ++m_waiting.firsts[trigger + 1]; },
          [this](uint32_t trigger, Activator) { ++m_activators.firsts[trigger + 1]; });
    const auto add = [](auto& lists) {
        std::partial_sum(lists.firsts.begin(), lists.firsts.end(), lists.firsts.begin());
        lists.items.resize(lists.firsts.back());
    };
    add(m_waiting);
    add(m_activators);
    std::vector<uint32_t> nextWaiting = m_waiting.firsts;
    std::vector<uint32_t> nextActivator = m_activators.firsts;
    visit([&](uint32_t trigger, uint32_t i) { m_waiting.items[nextWaiting[trigger]++] = i; },
          [&](uint32_t trigger, Activator activator) {
              m_activators.items[nextActivator[trigger]++] = activator;
          });
}

/** @return the place of a trigger's gate, which is known, or none */
std::optional<uint32_t>
TriggerGraph::GateOf(uint32_t trigger) const
{
    const TriggerId gate = TriggerAt(trigger).gate;
    return gate ? std::optional(PlaceOf(*gate)) : std::nullopt;
}

/** A gate is at the NIC of all that waits for it: news of its opening take no time. */
void
TriggerGraph::FindGates()
{
    std::unordered_map<uint32_t, uint32_t> nics; // by gate: those of its activators, once looked at
    for (uint32_t trigger = 0; trigger < CountTriggers(); ++trigger)
    {
        const std::optional<uint32_t> gate = GateOf(trigger);
        if (!gate)
        {
            continue;
        }
        CheckGate(trigger, *gate);
        m_isGate.resize(CountTriggers(), false);
        m_isGate[*gate] = true;
        const Range waiting = m_waiting.Of(trigger);
        for (std::size_t place = waiting.first; place < waiting.last; ++place)
        {
            const uint32_t source = At(m_waiting.items[place]).source;
            const auto [known, isNew] = nics.emplace(*gate, source);
            if (isNew || known->second != source)
            {
                CheckActivatorsAt(TriggerAt(trigger), *gate, source);
            }
        }
    }
}

/** One gate, and no gate of a gate: such a chain would need a clause of its own. */
void
TriggerGraph::CheckGate(uint32_t trigger, uint32_t gate) const
{
    const Trigger& gated = TriggerAt(trigger);
    const bool isKnown = gate < CountTriggers();
    if (!isKnown || TriggerAt(gate).gate || m_activators.Of(gate).Size() == 0 ||
        gated.kind == TriggerKind::MULTISHOT)
    {
        Fail(gated,
             "trigger " + std::to_string(gated.id) + " has gate " + std::to_string(*gated.gate) +
                 "; expected a trigger that is activated and has no gate, and none for multishot");
    }
}

void
TriggerGraph::CheckActivatorsAt(const Trigger& gated, uint32_t gate, uint32_t nic) const
{
    const Range range = m_activators.Of(gate);
    for (std::size_t place = range.first; place < range.last; ++place)
    {
        if (NicOf(m_activators.items[place]) != nic)
        {
            Fail(gated,
                 "trigger " + std::to_string(gated.id) + " of NIC " + std::to_string(nic) +
                     " has gate " + std::to_string(*gated.gate) + ", activated at NIC " +
                     std::to_string(NicOf(m_activators.items[place])) + "; expected one NIC");
        }
    }
}

std::vector<uint32_t>
TriggerGraph::StartedByTime() const
{
    std::vector<uint32_t> timed;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        if (!At(i).startTrigger)
        {
            timed.push_back(i);
        }
    }
    return timed;
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

/** A completion is known at the source, an arrival at the destination. */
uint32_t
TriggerGraph::NicOf(Activator activator) const
{
    const Transfer& transfer = At(activator.transfer);
    return activator.isReceive != 0 ? transfer.destination : transfer.source;
}

bool
TriggerGraph::IsStartedAcross(uint32_t transfer) const
{
    if (!At(transfer).startTrigger)
    {
        return false;
    }
    const Range range = m_activators.Of(PlaceOf(*At(transfer).startTrigger));
    const uint32_t source = At(transfer).source;
    const auto begin = m_activators.items.begin();
    return std::any_of(begin + static_cast<std::ptrdiff_t>(range.first),
                       begin + static_cast<std::ptrdiff_t>(range.last),
                       [&](Activator activator) { return NicOf(activator) != source; });
}

/** WorkloadRun checks and reports the delay from NIC to NIC only if there are any. */
uint32_t
TriggerGraph::CountAcrossNics() const
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        count += IsStartedAcross(i);
    }
    return count;
}

/** @return the numbers that the transfers that activate a trigger have in the workload */
std::string
TriggerGraph::ActivatorIds(uint32_t trigger) const
{
    const Range range = m_activators.Of(trigger);
    std::string text;
    for (size_t i = 0; i < range.Size() && i < LISTED; ++i)
    {
        text += (i == 0 ? "" : ", ") +
                std::to_string(At(m_activators.items[range.first + i].transfer).id);
    }
    return text + (range.Size() > LISTED ? ", ..." : "");
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
    const uint32_t trigger = PlaceOf(*start);
    const std::optional<uint32_t> gate = GateOf(trigger);
    return ProgressOf(trigger) + (gate ? ", and " + ProgressOf(*gate) : "");
}

std::string
TriggerGraph::ProgressOf(uint32_t trigger) const
{
    return "trigger " + std::to_string(TriggerAt(trigger).id) + ", activated " +
           std::to_string(ActivationsOf(trigger)) + " of " +
           std::to_string(m_activators.Of(trigger).Size()) + " times by transfers " +
           ActivatorIds(trigger);
}

uint64_t
TriggerGraph::ActivationsOf(uint32_t trigger) const
{
    if (m_isOver[trigger])
    {
        return m_activators.Of(trigger).Size();
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
    const std::size_t all = m_activators.Of(trigger).Size();
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
    const uint32_t trigger = PlaceOf(*id);
    std::vector<TriggeredStart> starts = StartsOf(trigger, StateAfter(trigger, nic, at));
    const std::optional<uint32_t> gate = GateOf(trigger);
    if (gate && !m_isOver[*gate])
    {
        m_held.Hold(*gate, starts);
        starts.clear();
    }
    if (IsGate(trigger) && m_isOver[trigger])
    {
        m_opening.erase(trigger); // what is foreseen from now on comes later
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
    const Range range = StartedBy(trigger, state.activations);
    const bool isAlone = TriggerAt(trigger).kind == TriggerKind::MULTISHOT;
    for (std::size_t place = range.first; place < range.last; ++place)
    {
        const uint32_t next = m_waiting.items[place];
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
 * tell when they begin.
 */
bool
TriggerGraph::IsForeseeable(const NodeModel& node) const
{
    for (uint32_t trigger = 0; trigger < CountTriggers(); ++trigger)
    {
        const Range range = m_activators.Of(trigger);
        const auto begin = m_activators.items.begin();
        const auto first = begin + static_cast<std::ptrdiff_t>(range.first);
        const auto last = begin + static_cast<std::ptrdiff_t>(range.last);
        const bool isMixed = std::any_of(first, last, [&](Activator activator) {
            const Transfer& transfer = At(activator.transfer);
            return activator.isReceive != first->isReceive ||
                   node.Holds(transfer.source, transfer.destination);
        });
        if (m_triggers[trigger].kind == TriggerKind::MULTISHOT && isMixed)
        {
            return false;
        }
    }
    return CountAcrossNics() == 0;
}

std::vector<ForeseenStart>
TriggerGraph::ForeseeSendDone(uint32_t transfer, const UserMoment& at)
{
    return Foresee(At(transfer).sendDoneTrigger, at);
}

std::vector<ForeseenStart>
TriggerGraph::ForeseeReceiveDone(uint32_t transfer, const UserMoment& at)
{
    return Foresee(At(transfer).recvDoneTrigger, at);
}

/** News of an activation may come before those of an earlier one: hosts count in ticks, NICs do
 * not. */
std::vector<ForeseenStart>
TriggerGraph::Foresee(const std::optional<uint32_t>& id, const UserMoment& at)
{
    if (!id)
    {
        return {};
    }
    const uint32_t trigger = PlaceOf(*id);
    Coming& coming = m_coming[trigger];
    coming.latest = std::max(coming.latest, at);
    const Range range = StartedBy(trigger, ++coming.activations);
    std::vector<ForeseenStart> starts;
    for (std::size_t place = range.first; place < range.last; ++place)
    {
        starts.push_back({m_waiting.items[place], coming.latest});
    }
    starts = HeldAtComing(trigger, std::move(starts));
    if (coming.activations == m_activators.Of(trigger).Size())
    {
        if (IsGate(trigger))
        {
            m_opening[trigger] = coming.latest;
            for (const ForeseenStart& held : m_comingHeld.Take(trigger))
            {
                starts.push_back({held.transfer, std::max(held.at, coming.latest)});
            }
        }
        m_coming.erase(trigger); // a job has millions of triggers
    }
    return starts;
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
    const std::optional<uint32_t> gate = GateOf(trigger);
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

/** @return which of those that wait start with one of a trigger's activations, from 1 */
TriggerGraph::Range
TriggerGraph::StartedBy(uint32_t trigger, uint32_t activation) const
{
    const Trigger& planned = m_triggers[trigger];
    const Range all = m_waiting.Of(trigger);
    if (planned.kind == TriggerKind::MULTISHOT)
    {
        const std::size_t next = all.first + activation - 1;
        const bool isLeft = activation <= all.Size(); // else everybody has started
        return isLeft ? Range{next, next + 1} : Range{0, 0};
    }
    const uint32_t needed = planned.kind == TriggerKind::BARRIER ? planned.count : 1;
    // No more activations come if anything waits: CheckActivators.
    return activation == needed ? all : Range{0, 0};
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

/**
 * A trigger that starts something is activated exactly as often as its kind needs. With fewer
 * activations the waiting transfers would never start; with more, the order of ends would decide
 * which of them count.
 */
void
TriggerGraph::CheckActivators(uint32_t trigger) const
{
    const Trigger& planned = m_triggers[trigger];
    const Range waiting = m_waiting.Of(trigger);
    const size_t found = m_activators.Of(trigger).Size();
    const std::string id = std::to_string(planned.id);
    if (waiting.Size() == 0)
    {
        return;
    }
    if (found == 0)
    {
        const uint32_t first = m_waiting.items[waiting.first];
        Fail(At(first),
             TransferName(first) + " waits for trigger " + id +
                 ", which nobody activates; expected a transfer with that send_done_trigger or "
                 "recv_done_trigger");
    }
    if (planned.kind == TriggerKind::MULTISHOT)
    {
        if (found < waiting.Size()) // more of them are harmless: nobody is left to start
        {
            Fail(planned,
                 "trigger " + id + " starts " + std::to_string(waiting.Size()) +
                     " transfers one by one but is activated " + std::to_string(found) +
                     " times; expected at least as often");
        }
        return;
    }
    const uint32_t needed = planned.kind == TriggerKind::BARRIER ? planned.count : 1;
    if (found != needed)
    {
        Fail(planned,
             "trigger " + id + " is activated " + std::to_string(found) + " times, by transfers " +
                 ActivatorIds(trigger) + "; expected " + std::to_string(needed));
    }
}

// Runs the workload without time. How often each trigger has been activated decides which transfers
// have started, and more activations never start fewer. So the order in which transfers end does
// not matter here.
std::vector<char>
TriggerGraph::StartedWithoutTime() const
{
    std::vector<uint32_t> activations(CountTriggers(), 0);
    HeldStarts<uint32_t> held;
    std::vector<uint32_t> ready = StartedByTime();
    std::vector<char> started(m_transfers.size(), 0);
    const auto isOver = [&](uint32_t trigger) {
        return activations[trigger] == m_activators.Of(trigger).Size();
    };
    const auto activate = [&](uint32_t trigger) {
        const Range range = StartedBy(trigger, ++activations[trigger]);
        const auto first = m_waiting.items.begin() + static_cast<std::ptrdiff_t>(range.first);
        const auto last = m_waiting.items.begin() + static_cast<std::ptrdiff_t>(range.last);
        const std::optional<uint32_t> gate = GateOf(trigger);
        if (gate && !isOver(*gate))
        {
            held.Hold(*gate, {first, last});
        }
        else
        {
            ready.insert(ready.end(), first, last);
        }
        if (IsGate(trigger) && isOver(trigger))
        {
            const std::vector<uint32_t> opened = held.Take(trigger);
            ready.insert(ready.end(), opened.begin(), opened.end());
        }
    };
    while (!ready.empty())
    {
        const uint32_t done = ready.back();
        ready.pop_back();
        started[done] = 1;
        for (const auto& id : {At(done).sendDoneTrigger, At(done).recvDoneTrigger})
        {
            if (id)
            {
                activate(PlaceOf(*id));
            }
        }
    }
    return started;
}

void
TriggerGraph::CheckAllStart() const
{
    const std::vector<char> started = StartedWithoutTime();
    const auto stuck = std::find(started.begin(), started.end(), 0);
    if (stuck != started.end())
    {
        const auto first = static_cast<uint32_t>(stuck - started.begin());
        const std::vector<uint32_t> cycle = Cycle(first, started);
        Fail(At(cycle[0]),
             CycleText(cycle, started) + ": a cycle; expected one of them to have a start time");
    }
}

/** @return the trigger that keeps a transfer: the one that starts it, or that one's gate */
uint32_t
TriggerGraph::KeptBy(uint32_t transfer, const std::vector<char>& started) const
{
    const uint32_t trigger = PlaceOf(*At(transfer).startTrigger);
    const Range range = m_activators.Of(trigger);
    const auto begin = m_activators.items.begin() + static_cast<std::ptrdiff_t>(range.first);
    const bool isActivated = std::all_of(begin,
                                         begin + static_cast<std::ptrdiff_t>(range.Size()),
                                         [&](Activator a) { return started[a.transfer] != 0; });
    const std::optional<uint32_t> gate = GateOf(trigger);
    return isActivated && gate ? *gate : trigger;
}

/**
 * Follows the transfers that one that never starts waits for, until a transfer comes a second time.
 * Each on the way has an activator that never starts: with all activators done that transfer would
 * have started.
 */
std::vector<uint32_t>
TriggerGraph::Cycle(uint32_t first, const std::vector<char>& started) const
{
    std::vector<uint32_t> chain;
    std::vector<char> seen(started.size(), 0);
    uint32_t at = first;
    while (seen[at] == 0)
    {
        seen[at] = 1;
        chain.push_back(at);
        const Range range = m_activators.Of(KeptBy(at, started));
        const auto begin = m_activators.items.begin() + static_cast<std::ptrdiff_t>(range.first);
        const auto end = begin + static_cast<std::ptrdiff_t>(range.Size());
        at = std::find_if(begin, end, [&](Activator a) {
                 return started[a.transfer] == 0;
             })->transfer;
    }
    // transfers that lead to the cycle are no part of the cycle
    chain.erase(chain.begin(), std::find(chain.begin(), chain.end(), at));
    return chain;
}

std::string
TriggerGraph::CycleText(const std::vector<uint32_t>& cycle, const std::vector<char>& started) const
{
    std::string text = TransferName(cycle[0]);
    // The last of the cycle waits for the first.
    for (size_t i = 0; i < cycle.size() && i < LISTED; ++i)
    {
        const uint32_t by = cycle[(i + 1) % cycle.size()];
        const uint32_t kept = KeptBy(cycle[i], started);
        text += " waits for trigger " + std::to_string(TriggerAt(kept).id) + " of transfer " +
                std::to_string(At(by).id);
        text += i + 1 < cycle.size() ? ", which" : "";
    }
    return text + (cycle.size() > LISTED ? " waits for more" : "");
}

std::string
TriggerGraph::TransferName(uint32_t transfer) const
{
    const Transfer& t = At(transfer);
    return "transfer " + std::to_string(t.id) + " (" + std::to_string(t.source) + "->" +
           std::to_string(t.destination) + ")";
}

} // namespace mrc
} // namespace ns3
