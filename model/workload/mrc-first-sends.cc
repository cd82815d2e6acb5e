/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-traffic-file.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Finds which transfers still start; an instance is used once. */
class SendCutter
{
  public:
    /**
     * Marks the first sends of each NIC. The others are left out, and so is all that waits for
     * them.
     */
    SendCutter(const ConnectionMatrix& matrix, uint64_t most)
        : m_matrix(matrix),
          m_isInside(matrix.transfers.size()),
          m_starts(matrix.transfers.size())
    {
        std::vector<uint64_t> sent(matrix.nodes);
        for (uint32_t i = 0; i < matrix.transfers.size(); ++i)
        {
            const Transfer& transfer = matrix.transfers[i];
            // Transfers to oneself are work, which costs no bandwidth and so does not count.
            const bool isSend = transfer.source != transfer.destination;
            m_isInside[i] = !isSend || sent[transfer.source]++ < most;
        }
        for (const Trigger& trigger : matrix.triggers)
        {
            m_states[trigger.id].trigger = trigger;
        }
        for (const Transfer& transfer : matrix.transfers)
        {
            CountActivator(transfer.sendDoneTrigger);
            CountActivator(transfer.recvDoneTrigger);
        }
    }

    ConnectionMatrix Cut()
    {
        for (uint32_t i = 0; i < m_isInside.size(); ++i)
        {
            if (!m_isInside[i])
            {
                continue;
            }
            const std::optional<uint32_t> trigger = m_matrix.transfers[i].startTrigger;
            if (trigger)
            {
                m_states[*trigger].waiting.push_back(i);
            }
            else
            {
                m_ready.push_back(i);
            }
        }
        // The order of ends is not simulated: a transfer that can start at all is taken.
        while (!m_ready.empty())
        {
            const uint32_t transfer = m_ready.back();
            m_ready.pop_back();
            m_starts[transfer] = 1;
            Activate(m_matrix.transfers[transfer].sendDoneTrigger);
            Activate(m_matrix.transfers[transfer].recvDoneTrigger);
        }
        return Rest();
    }

  private:
    /** A trigger, and the transfers inside the cut that wait for it. */
    struct State
    {
        Trigger trigger{};
        std::vector<uint32_t> waiting{};
        uint32_t activations{0};
        uint32_t activators{0};       //!< of the whole matrix
        std::vector<uint32_t> held{}; //!< triggers with this gate that are due
        bool hasStarted{false};       //!< whether some have
    };

    void CountActivator(const std::optional<uint32_t>& trigger)
    {
        if (trigger)
        {
            ++m_states[*trigger].activators;
        }
    }

    /** More activations never start fewer transfers, so the order of ends does not matter. */
    void Activate(const std::optional<uint32_t>& id)
    {
        if (!id)
        {
            return;
        }
        State& state = m_states[*id];
        ++state.activations;
        StartBy(state);
        if (state.activations == state.activators)
        {
            for (const uint32_t held : std::exchange(state.held, {}))
            {
                StartAll(m_states[held]);
            }
        }
    }

    /** What the latest activation of a trigger starts. */
    void StartBy(State& state)
    {
        const uint32_t activation = state.activations;
        if (state.trigger.kind == TriggerKind::MULTISHOT)
        {
            if (activation <= state.waiting.size())
            {
                m_ready.push_back(state.waiting[activation - 1]);
                state.hasStarted = true;
            }
            return;
        }
        const bool isBarrier = state.trigger.kind == TriggerKind::BARRIER;
        if (activation == (isBarrier ? state.trigger.count : 1))
        {
            StartAll(state);
        }
    }

    /** All that a trigger starts, once its gate is open [own-part]. */
    void StartAll(State& state)
    {
        if (const TriggerId gate = state.trigger.gate)
        {
            State& before = m_states[*gate];
            if (before.activations < before.activators)
            {
                before.held.push_back(state.trigger.id);
                return;
            }
            before.hasStarted |= !state.waiting.empty(); // a gate stays for those with its number
        }
        m_ready.insert(m_ready.end(), state.waiting.begin(), state.waiting.end());
        state.hasStarted |= !state.waiting.empty();
    }

    /** @return the matrix of those that start; a trigger that starts none is gone */
    ConnectionMatrix Rest()
    {
        ConnectionMatrix rest = m_matrix;
        rest.transfers.clear();
        rest.triggers.clear();
        for (uint32_t i = 0; i < m_starts.size(); ++i)
        {
            if (m_starts[i] != 0)
            {
                Transfer transfer = m_matrix.transfers[i];
                // Those that stay must not name a trigger that is gone.
                transfer.sendDoneTrigger = Used(transfer.sendDoneTrigger);
                transfer.recvDoneTrigger = Used(transfer.recvDoneTrigger);
                rest.transfers.push_back(transfer);
            }
        }
        for (const Trigger& trigger : m_matrix.triggers)
        {
            if (m_states[trigger.id].hasStarted)
            {
                rest.triggers.push_back(trigger);
            }
        }
        return rest;
    }

    std::optional<uint32_t> Used(const std::optional<uint32_t>& trigger)
    {
        return trigger && m_states[*trigger].hasStarted ? trigger : std::nullopt;
    }

    const ConnectionMatrix& m_matrix;
    std::vector<uint8_t> m_isInside;    //!< by place: whether a transfer is no later send
    std::vector<uint8_t> m_starts;      //!< by place
    std::map<uint32_t, State> m_states; //!< by the trigger's number
    std::vector<uint32_t> m_ready;
};

} // namespace

ConnectionMatrix
FirstSends(const ConnectionMatrix& matrix, uint64_t most)
{
    // Streams and lists are cut while they are read.
    if (most == 0 || matrix.stream || matrix.list)
    {
        return matrix;
    }
    ConnectionMatrix rest = SendCutter(matrix, most).Cut();
    rest.mostSends = most;
    if (rest.transfers.size() != matrix.transfers.size())
    {
        rest.collective = {}; // a part of an operation has no bandwidth of its own
    }
    return rest;
}

} // namespace mrc
} // namespace ns3
