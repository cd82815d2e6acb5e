/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trigger-proof.h"

#include "mrc-held-starts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Transfers of a cycle that a message names; longer ones are cut. Own choice. */
constexpr size_t LISTED = 8;

/** Does every transfer start once all its conditions are done? */
class TriggerProof
{
  public:
    explicit TriggerProof(const TriggerLinks& links)
        : m_links(links)
    {
    }

    void Check() const
    {
        CheckGates();
        // First the counts: CheckAllStart relies on them.
        for (uint32_t trigger = 0; trigger < m_links.CountTriggers(); ++trigger)
        {
            CheckActivators(trigger);
        }
        CheckAllStart();
    }

  private:
    void CheckGates() const;
    void CheckGate(uint32_t trigger, uint32_t gate) const;
    void CheckActivatorsAt(const Trigger& gated, uint32_t gate, uint32_t nic) const;
    void CheckActivators(uint32_t trigger) const;
    std::vector<char> StartedWithoutTime() const;
    void CheckAllStart() const;
    uint32_t KeptBy(uint32_t transfer, const std::vector<char>& started) const;
    std::vector<uint32_t> Cycle(uint32_t first, const std::vector<char>& started) const;
    std::string CycleText(const std::vector<uint32_t>& cycle,
                          const std::vector<char>& started) const;

    const TriggerLinks& m_links;
};

/** A gate is at the NIC of all that waits for it: news of its opening take no time. */
void
TriggerProof::CheckGates() const
{
    std::unordered_map<uint32_t, uint32_t> nics; // by gate: those of its activators, once looked at
    for (uint32_t trigger = 0; trigger < m_links.CountTriggers(); ++trigger)
    {
        const std::optional<uint32_t> gate = m_links.GateOf(trigger);
        if (!gate)
        {
            continue;
        }
        CheckGate(trigger, *gate);
        for (const uint32_t waiting : m_links.WaitingOf(trigger))
        {
            const uint32_t source = m_links.At(waiting).source;
            const auto [known, isNew] = nics.emplace(*gate, source);
            if (isNew || known->second != source)
            {
                CheckActivatorsAt(m_links.TriggerAt(trigger), *gate, source);
            }
        }
    }
}

/** One gate, and no gate of a gate: such a chain would need a clause of its own. */
void
TriggerProof::CheckGate(uint32_t trigger, uint32_t gate) const
{
    const Trigger& gated = m_links.TriggerAt(trigger);
    const bool isKnown = gate < m_links.CountTriggers();
    if (!isKnown || m_links.TriggerAt(gate).gate || m_links.ActivatorsOf(gate).Size() == 0 ||
        gated.kind == TriggerKind::MULTISHOT)
    {
        m_links.Fail(gated,
                     "trigger " + std::to_string(gated.id) + " has gate " +
                         std::to_string(*gated.gate) +
                         "; expected a trigger that is activated and has no gate, and none for "
                         "multishot");
    }
}

void
TriggerProof::CheckActivatorsAt(const Trigger& gated, uint32_t gate, uint32_t nic) const
{
    for (const Activator activator : m_links.ActivatorsOf(gate))
    {
        if (m_links.NicOf(activator) != nic)
        {
            m_links.Fail(gated,
                         "trigger " + std::to_string(gated.id) + " of NIC " + std::to_string(nic) +
                             " has gate " + std::to_string(*gated.gate) + ", activated at NIC " +
                             std::to_string(m_links.NicOf(activator)) + "; expected one NIC");
        }
    }
}

/**
 * A trigger that starts something is activated exactly as often as its kind needs. With fewer
 * activations the waiting transfers would never start; with more, the order of ends would decide
 * which of them count.
 */
void
TriggerProof::CheckActivators(uint32_t trigger) const
{
    const Trigger& planned = m_links.TriggerAt(trigger);
    const TriggerItems<uint32_t> waiting = m_links.WaitingOf(trigger);
    const size_t found = m_links.ActivatorsOf(trigger).Size();
    const std::string id = std::to_string(planned.id);
    if (waiting.Size() == 0)
    {
        return;
    }
    if (found == 0)
    {
        const Transfer& first = m_links.At(*waiting.first);
        m_links.Fail(first,
                     TransferName(first) + " waits for trigger " + id +
                         ", which nobody activates; expected a transfer with that "
                         "send_done_trigger or recv_done_trigger");
    }
    if (planned.kind == TriggerKind::MULTISHOT)
    {
        if (found < waiting.Size()) // more of them are harmless: nobody is left to start
        {
            m_links.Fail(planned,
                         "trigger " + id + " starts " + std::to_string(waiting.Size()) +
                             " transfers one by one but is activated " + std::to_string(found) +
                             " times; expected at least as often");
        }
        return;
    }
    const uint32_t needed = planned.kind == TriggerKind::BARRIER ? planned.count : 1;
    if (found != needed)
    {
        m_links.Fail(planned,
                     "trigger " + id + " is activated " + std::to_string(found) +
                         " times, by transfers " + ActivatorIds(m_links, trigger) + "; expected " +
                         std::to_string(needed));
    }
}

// Runs the workload without time. How often each trigger has been activated decides which transfers
// have started, and more activations never start fewer. So the order in which transfers end does
// not matter here.
std::vector<char>
TriggerProof::StartedWithoutTime() const
{
    std::vector<uint32_t> activations(m_links.CountTriggers(), 0);
    HeldStarts<uint32_t> held;
    std::vector<uint32_t> ready = m_links.StartedByTime();
    std::vector<char> started(m_links.CountTransfers(), 0);
    const auto isOver = [&](uint32_t trigger) {
        return activations[trigger] == m_links.ActivatorsOf(trigger).Size();
    };
    const auto activate = [&](uint32_t trigger) {
        const TriggerItems<uint32_t> next = m_links.StartedBy(trigger, ++activations[trigger]);
        const std::optional<uint32_t> gate = m_links.GateOf(trigger);
        if (gate && !isOver(*gate))
        {
            held.Hold(*gate, {next.begin(), next.end()});
        }
        else
        {
            ready.insert(ready.end(), next.begin(), next.end());
        }
        if (isOver(trigger))
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
        const Transfer& transfer = m_links.At(done);
        for (const auto& id : {transfer.sendDoneTrigger, transfer.recvDoneTrigger})
        {
            if (id)
            {
                activate(m_links.PlaceOf(*id));
            }
        }
    }
    return started;
}

void
TriggerProof::CheckAllStart() const
{
    const std::vector<char> started = StartedWithoutTime();
    const auto stuck = std::find(started.begin(), started.end(), 0);
    if (stuck != started.end())
    {
        const auto first = static_cast<uint32_t>(stuck - started.begin());
        const std::vector<uint32_t> cycle = Cycle(first, started);
        m_links.Fail(m_links.At(cycle[0]),
                     CycleText(cycle, started) +
                         ": a cycle; expected one of them to have a start time");
    }
}

/** @return the trigger that keeps a transfer: the one that starts it, or that one's gate */
uint32_t
TriggerProof::KeptBy(uint32_t transfer, const std::vector<char>& started) const
{
    const uint32_t trigger = m_links.PlaceOf(*m_links.At(transfer).startTrigger);
    const TriggerItems<Activator> all = m_links.ActivatorsOf(trigger);
    const bool isActivated =
        std::all_of(all.begin(), all.end(), [&](Activator a) { return started[a.transfer] != 0; });
    const std::optional<uint32_t> gate = m_links.GateOf(trigger);
    return isActivated && gate ? *gate : trigger;
}

/**
 * Follows the transfers that one that never starts waits for, until a transfer comes a second time.
 * Each on the way has an activator that never starts: with all activators done that transfer would
 * have started.
 */
std::vector<uint32_t>
TriggerProof::Cycle(uint32_t first, const std::vector<char>& started) const
{
    std::vector<uint32_t> chain;
    std::vector<char> seen(started.size(), 0);
    uint32_t at = first;
    while (seen[at] == 0)
    {
        seen[at] = 1;
        chain.push_back(at);
        const TriggerItems<Activator> all = m_links.ActivatorsOf(KeptBy(at, started));
        at = std::find_if(all.begin(), all.end(), [&](Activator a) {
                 return started[a.transfer] == 0;
             })->transfer;
    }
    // transfers that lead to the cycle are no part of the cycle
    chain.erase(chain.begin(), std::find(chain.begin(), chain.end(), at));
    return chain;
}

std::string
TriggerProof::CycleText(const std::vector<uint32_t>& cycle, const std::vector<char>& started) const
{
    std::string text = TransferName(m_links.At(cycle[0]));
    // The last of the cycle waits for the first.
    for (size_t i = 0; i < cycle.size() && i < LISTED; ++i)
    {
        const uint32_t by = cycle[(i + 1) % cycle.size()];
        const uint32_t kept = KeptBy(cycle[i], started);
        text += " waits for trigger " + std::to_string(m_links.TriggerAt(kept).id) +
                " of transfer " + std::to_string(m_links.At(by).id);
        text += i + 1 < cycle.size() ? ", which" : "";
    }
    return text + (cycle.size() > LISTED ? " waits for more" : "");
}

} // namespace

void
CheckTriggers(const TriggerLinks& links)
{
    TriggerProof(links).Check();
}

} // namespace mrc
} // namespace ns3
