/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trigger-graph.h"

#include <algorithm>
#include <cstddef>
#include <map>
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

/** @return the numbers that the transfers of this list of places have in the workload */
std::string
Ids(const std::vector<Transfer>& transfers, const std::vector<uint32_t>& places)
{
    std::string text;
    for (size_t i = 0; i < places.size() && i < LISTED; ++i)
    {
        text += (i == 0 ? "" : ", ") + std::to_string(transfers[places[i]].id);
    }
    return text + (places.size() > LISTED ? ", ..." : "");
}

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

TriggerGraph::TriggerGraph(const std::vector<Transfer>& transfers,
                           const std::vector<Trigger>& triggers,
                           const std::string& name,
                           Span delay)
    : m_name(name),
      m_delay(delay),
      m_transfers(transfers),
      m_links(transfers.size())
{
    std::map<uint32_t, uint32_t> places; // in m_states, by the trigger's id
    for (const auto& trigger : triggers)
    {
        if (!places.insert({trigger.id, static_cast<uint32_t>(m_states.size())}).second)
        {
            Fail(trigger,
                 "trigger " + std::to_string(trigger.id) + " a second time; expected a new id");
        }
        m_states.push_back({trigger, {}, {}});
    }
    // Links are places in m_states: ids are looked up once, and unknown ones refused here.
    const auto link = [&](uint32_t transfer, const std::optional<uint32_t>& id) {
        if (!id)
        {
            return std::optional<uint32_t>();
        }
        const auto place = places.find(*id);
        if (place == places.end())
        {
            Fail(m_transfers[transfer],
                 TransferName(transfer) + " names trigger " + std::to_string(*id) +
                     "; expected one that is defined");
        }
        return std::optional<uint32_t>(place->second);
    };
    for (uint32_t i = 0; i < transfers.size(); ++i)
    {
        m_links[i] = {link(i, transfers[i].startTrigger),
                      link(i, transfers[i].sendDoneTrigger),
                      link(i, transfers[i].recvDoneTrigger)};
        if (m_links[i].start)
        {
            m_states[*m_links[i].start].waiting.push_back(i);
        }
        // A completion is known at the source, an arrival at the destination.
        for (const auto& [done, nic] : {std::pair(m_links[i].sendDone, transfers[i].source),
                                        std::pair(m_links[i].recvDone, transfers[i].destination)})
        {
            if (done)
            {
                m_states[*done].activators.push_back(i);
                m_states[*done].activatorNics.push_back(nic);
            }
        }
    }
    // First the counts: CheckAllStart relies on them.
    std::for_each(m_states.begin(), m_states.end(), [this](const State& state) {
        CheckActivators(state);
    });
    CheckAllStart();
}

std::vector<uint32_t>
TriggerGraph::StartedByTime() const
{
    std::vector<uint32_t> timed;
    for (uint32_t i = 0; i < m_links.size(); ++i)
    {
        if (!m_links[i].start)
        {
            timed.push_back(i);
        }
    }
    return timed;
}

std::vector<TriggeredStart>
TriggerGraph::OnSendDone(uint32_t transfer, Instant at)
{
    return Activate(m_links[transfer].sendDone, m_transfers[transfer].source, at);
}

std::vector<TriggeredStart>
TriggerGraph::OnReceiveDone(uint32_t transfer, Instant at)
{
    return Activate(m_links[transfer].recvDone, m_transfers[transfer].destination, at);
}

/** WorkloadRun checks and reports the delay from NIC to NIC only if there are any. */
uint32_t
TriggerGraph::CountAcrossNics() const
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        if (m_links[i].start)
        {
            const std::vector<uint32_t>& nics = m_states[*m_links[i].start].activatorNics;
            const uint32_t source = m_transfers[i].source;
            count += std::any_of(nics.begin(), nics.end(), [source](uint32_t nic) {
                return nic != source;
            });
        }
    }
    return count;
}

/** Explains a run that ended or stalled while transfers had not started. */
std::string
TriggerGraph::WaitsFor(uint32_t transfer) const
{
    const auto& start = m_links[transfer].start;
    if (!start)
    {
        return "its start time";
    }
    const State& state = m_states[*start];
    return "trigger " + std::to_string(state.trigger.id) + ", activated " +
           std::to_string(state.activations) + " of " + std::to_string(state.activators.size()) +
           " times by transfers " + Ids(m_transfers, state.activators);
}

/**
 * A trigger is activated once more. Activations come in the order of time, so two instants say all
 * that matters. The first is that of the latest activation. The second is that of the latest one at
 * any NIC but that of the first.
 */
std::vector<TriggeredStart>
TriggerGraph::Activate(const std::optional<uint32_t>& state, uint32_t nic, Instant at)
{
    if (!state)
    {
        return {};
    }
    State& s = m_states[*state];
    const uint32_t activation = ++s.activations;
    if (activation > 1 && nic != s.latestNic) // the former latest is now the other one
    {
        s.otherAt = s.latestAt;
    }
    s.latestNic = nic;
    s.latestAt = at;
    std::vector<TriggeredStart> starts;
    const Range range = StartedBy(s, activation);
    for (std::size_t place = range.first; place < range.last; ++place)
    {
        const uint32_t next = s.waiting[place];
        // Each activation of MULTISHOT stands for itself: earlier ones need not be known there.
        const bool isAlone = s.trigger.kind == TriggerKind::MULTISHOT;
        const Instant alone = nic == m_transfers[next].source ? at : at + m_delay;
        starts.push_back(isAlone ? TriggeredStart{next, alone} : StartOf(s, next));
    }
    return starts;
}

/** @return which of the transfers that wait for a trigger start with one of its activations, from 1
 */
TriggerGraph::Range
TriggerGraph::StartedBy(const State& state, uint32_t activation)
{
    if (state.trigger.kind == TriggerKind::MULTISHOT)
    {
        const bool isLeft = activation <= state.waiting.size(); // else everybody has started
        return isLeft ? Range{activation - 1, activation} : Range{0, 0};
    }
    const uint32_t needed = state.trigger.kind == TriggerKind::BARRIER ? state.trigger.count : 1;
    // No more activations come if anything waits: CheckActivators.
    return activation == needed ? Range{0, state.waiting.size()} : Range{0, 0};
}

/** @return when the source of a transfer knows of all activations so far */
TriggeredStart
TriggerGraph::StartOf(const State& state, uint32_t transfer) const
{
    // News of the latest activation comes last, unless it happened at the source itself. Then an
    // earlier one at another NIC may still be on its way.
    if (m_transfers[transfer].source != state.latestNic)
    {
        return {transfer, state.latestAt + m_delay};
    }
    const Instant others = state.otherAt ? *state.otherAt + m_delay : state.latestAt;
    return {transfer, std::max(state.latestAt, others)};
}

/**
 * A trigger that starts something is activated exactly as often as its kind needs. With fewer
 * activations the waiting transfers would never start; with more, the order of ends would decide
 * which of them count.
 */
void
TriggerGraph::CheckActivators(const State& state) const
{
    const size_t found = state.activators.size();
    const std::string id = std::to_string(state.trigger.id);
    if (state.waiting.empty())
    {
        return;
    }
    if (found == 0)
    {
        const uint32_t first = state.waiting.front();
        Fail(m_transfers[first],
             TransferName(first) + " waits for trigger " + id +
                 ", which nobody activates; expected a transfer with that send_done_trigger or "
                 "recv_done_trigger");
    }
    if (state.trigger.kind == TriggerKind::MULTISHOT)
    {
        if (found < state.waiting.size()) // more of them are harmless: nobody is left to start
        {
            Fail(state.trigger,
                 "trigger " + id + " starts " + std::to_string(state.waiting.size()) +
                     " transfers one by one but is activated " + std::to_string(found) +
                     " times; expected at least as often");
        }
        return;
    }
    const uint32_t needed = state.trigger.kind == TriggerKind::BARRIER ? state.trigger.count : 1;
    if (found != needed)
    {
        Fail(state.trigger,
             "trigger " + id + " is activated " + std::to_string(found) + " times, by transfers " +
                 Ids(m_transfers, state.activators) + "; expected " + std::to_string(needed));
    }
}

// Runs the workload without time. How often each trigger has been activated decides which transfers
// have started, and more activations never start fewer. So the order in which transfers end does
// not matter here.
void
TriggerGraph::CheckAllStart() const
{
    std::vector<uint32_t> activations(m_states.size(), 0);
    std::vector<uint32_t> ready = StartedByTime();
    std::vector<char> started(m_transfers.size(), 0);
    while (!ready.empty())
    {
        const uint32_t done = ready.back();
        ready.pop_back();
        started[done] = 1;
        for (const auto& place : {m_links[done].sendDone, m_links[done].recvDone})
        {
            if (place)
            {
                const State& state = m_states[*place];
                const Range range = StartedBy(state, ++activations[*place]);
                ready.insert(ready.end(),
                             state.waiting.begin() + static_cast<std::ptrdiff_t>(range.first),
                             state.waiting.begin() + static_cast<std::ptrdiff_t>(range.last));
            }
        }
    }
    const auto stuck = std::find(started.begin(), started.end(), 0);
    if (stuck != started.end())
    {
        const auto first = static_cast<uint32_t>(stuck - started.begin());
        const std::vector<uint32_t> cycle = Cycle(first, started);
        Fail(m_transfers[cycle[0]],
             CycleText(cycle) + ": a cycle; expected one of them to have a start time");
    }
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
        const auto& activators = m_states[*m_links[at].start].activators;
        at = *std::find_if(activators.begin(), activators.end(), [&](uint32_t a) {
            return started[a] == 0;
        });
    }
    // transfers that lead to the cycle are no part of the cycle
    chain.erase(chain.begin(), std::find(chain.begin(), chain.end(), at));
    return chain;
}

std::string
TriggerGraph::CycleText(const std::vector<uint32_t>& cycle) const
{
    std::string text = TransferName(cycle[0]);
    // The last of the cycle waits for the first.
    for (size_t i = 0; i < cycle.size() && i < LISTED; ++i)
    {
        const uint32_t by = cycle[(i + 1) % cycle.size()];
        text += " waits for trigger " + std::to_string(*m_transfers[cycle[i]].startTrigger) +
                " of transfer " + std::to_string(m_transfers[by].id);
        text += i + 1 < cycle.size() ? ", which" : "";
    }
    return text + (cycle.size() > LISTED ? " waits for more" : "");
}

std::string
TriggerGraph::TransferName(uint32_t transfer) const
{
    const Transfer& t = m_transfers[transfer];
    return "transfer " + std::to_string(t.id) + " (" + std::to_string(t.source) + "->" +
           std::to_string(t.destination) + ")";
}

} // namespace mrc
} // namespace ns3
