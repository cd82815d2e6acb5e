/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIGGER_GRAPH_H
#define MRC_TRIGGER_GRAPH_H

#include "mrc-connection-matrix.h"

#include "ns3/mrc-instant.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A transfer that a trigger starts. */
struct TriggeredStart
{
    uint32_t transfer; //!< which one
    Instant at;        //!< when the transfer's NIC knows, not before the activation
};

/**
 * Says which transfers start when others are done [trigger-delay].
 *
 * Events at one NIC are known there at once, and elsewhere a constant delay later. A trigger starts
 * a transfer when all its activations are known at the transfer's source. The constructor proves
 * that every transfer starts once all its conditions are done. So a workload cannot hang for lack
 * of a trigger. Transfers are named by their place in the list.
 */
class TriggerGraph
{
  public:
    /**
     * @param transfers the workload
     * @param triggers those that the transfers name
     * @param name of the workload, for messages
     * @param delay from one NIC to another
     * @throws std::invalid_argument `name:line:column: ...` if a trigger is unknown or defined
     * twice, if nobody, too few or too many activate it, or if transfers wait for each other
     */
    TriggerGraph(const std::vector<Transfer>& transfers,
                 const std::vector<Trigger>& triggers,
                 const std::string& name,
                 Span delay = Span());

    /** @param transfer place of the transfer in the list @return the transfer */
    const Transfer& At(uint32_t transfer) const
    {
        return m_transfers[transfer];
    }

    /** @return the transfers that start at their own time, in the order of the list */
    std::vector<uint32_t> StartedByTime() const;

    /**
     * To be called once for each transfer, in the order of time over all transfers.
     *
     * @param transfer one with a completion at its sender
     * @param at the time
     * @return the transfers that start, in the order of the list
     */
    std::vector<TriggeredStart> OnSendDone(uint32_t transfer, Instant at);

    /**
     * To be called once for each transfer, in the order of time over all transfers.
     *
     * @param transfer one with a receiver that knows that the last byte is placed
     * @param at the time
     * @return the transfers that start, in the order of the list
     */
    std::vector<TriggeredStart> OnReceiveDone(uint32_t transfer, Instant at);

    /**
     * @param transfer place of the transfer in the list
     * @return whether a trigger is activated when the last byte of a transfer is placed
     */
    bool WaitsForReceive(uint32_t transfer) const
    {
        return m_links[transfer].recvDone.has_value();
    }

    /** @return how many transfers wait for an event at another NIC than their source */
    uint32_t CountAcrossNics() const;

    /**
     * @param transfer one that has not started
     * @return the events that the transfer waits for, as in "trigger 4, activated 1 of 3 times by
     * transfers 7, 8, 9"
     */
    std::string WaitsFor(uint32_t transfer) const;

  private:
    struct State
    {
        Trigger trigger;
        std::vector<uint32_t> waiting;    //!< transfers that the trigger starts
        std::vector<uint32_t> activators; //!< that activate the trigger, twice if they do so twice
        std::vector<uint32_t> activatorNics{}; //!< where each of them does so
        uint32_t activations{0};               //!< so far
        uint32_t latestNic{0};                 //!< where the latest activation was
        Instant latestAt{};                    //!< when that was
        std::optional<Instant> otherAt{};      //!< when the latest one at any other NIC was
    };

    /** Places of triggers in m_states, of those that a transfer names. */
    struct Links
    {
        std::optional<uint32_t> start;
        std::optional<uint32_t> sendDone;
        std::optional<uint32_t> recvDone;
    };

    /** Places among those that wait for a trigger: from the first on, up to the last, without it.
     */
    struct Range
    {
        std::size_t first;
        std::size_t last;
    };

    static Range StartedBy(const State& state, uint32_t activation);
    std::vector<TriggeredStart> Activate(const std::optional<uint32_t>& state,
                                         uint32_t nic,
                                         Instant at);
    TriggeredStart StartOf(const State& state, uint32_t transfer) const;
    void CheckActivators(const State& state) const;
    void CheckAllStart() const;
    std::vector<uint32_t> Cycle(uint32_t first, const std::vector<char>& started) const;
    std::string CycleText(const std::vector<uint32_t>& cycle) const;
    std::string TransferName(uint32_t transfer) const;
    template <typename Item>
    [[noreturn]] void Fail(const Item& item, const std::string& message) const;

    std::string m_name;
    Span m_delay; //!< from one NIC to another
    std::vector<Transfer> m_transfers;
    std::vector<State> m_states;
    std::vector<Links> m_links; //!< by transfer
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIGGER_GRAPH_H */
