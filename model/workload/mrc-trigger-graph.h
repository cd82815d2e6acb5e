/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIGGER_GRAPH_H
#define MRC_TRIGGER_GRAPH_H

#include "mrc-held-starts.h"
#include "mrc-trigger-links.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-user-moment.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
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

/** A transfer that a trigger will start. */
struct ForeseenStart
{
    uint32_t transfer; //!< which one
    UserMoment at;     //!< of the last activation, or when news of all are there
};

/**
 * Says which transfers start when others are done [trigger-delay].
 *
 * Events at one NIC are known there at once, and elsewhere a constant delay later. A trigger starts
 * a transfer when all its activations are known at the transfer's source. A trigger with a gate
 * starts no transfer before all activations of the gate have been [own-part]. The constructor
 * proves that every transfer starts once all its conditions are done. So a workload cannot hang for
 * lack of a trigger. Transfers are named by their place in the list.
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
     * twice, if nobody, too few or too many activate it, or if transfers wait for each other.
     * Likewise if a gate is at another NIC than what waits there, or has a gate itself
     */
    TriggerGraph(SharedList<Transfer> transfers,
                 SharedList<Trigger> triggers,
                 const std::string& name,
                 Span delay = Span());

    /** @param transfer place of the transfer in the list @return the transfer */
    const Transfer& At(uint32_t transfer) const
    {
        return m_links.At(transfer);
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
     * @param node which NICs are of one node
     * @return whether Foresee... can tell starts. Then which activation is the last one does not
     *         depend on ties
     */
    bool IsForeseeable(const NodeModel& node) const;

    /**
     * A coming OnSendDone is known. To be called once for each transfer; the order does not matter.
     *
     * @param transfer one that will have a good completion
     * @param at the moment
     * @return the transfers that will start for this, and when; none if others are to come first
     */
    std::vector<ForeseenStart> ForeseeSendDone(uint32_t transfer, const UserMoment& at);

    /**
     * As ForeseeSendDone, of OnReceiveDone.
     *
     * @param transfer as there
     * @param at as there
     * @return as there
     */
    std::vector<ForeseenStart> ForeseeReceiveDone(uint32_t transfer, const UserMoment& at);

    /**
     * @param transfer place of the transfer in the list
     * @return whether a trigger is activated when the last byte of a transfer is placed
     */
    bool WaitsForReceive(uint32_t transfer) const
    {
        return At(transfer).recvDoneTrigger.has_value();
    }

    /** @param id of a trigger, or none @return the first transfer that it starts, if any */
    std::optional<uint32_t> FirstStartOf(const std::optional<uint32_t>& id) const;

    /** @return how many transfers wait for an event at another NIC than their source */
    uint32_t CountAcrossNics() const;

    /**
     * @param transfer one that has not started
     * @return the events that the transfer waits for, as in "trigger 4, activated 1 of 3 times by
     * transfers 7, 8, 9"
     */
    std::string WaitsFor(uint32_t transfer) const;

  private:
    /** How far a trigger is that waits for more activations. */
    struct State
    {
        uint32_t activations{0};           //!< so far
        uint32_t latestNic{0};             //!< where the latest activation was
        Instant latestAt{};                //!< when that was
        Instant otherAt{Instant::Never()}; //!< when the latest one at any other NIC was, if any was
    };

    /** How far a trigger will be. */
    struct Coming
    {
        uint32_t activations{0};           //!< that are over or known to come
        UserMoment latest{};               //!< of the last of these
        uint32_t latestNic{0};             //!< where the last one is
        Instant otherAt{Instant::Never()}; //!< when the last one at any other NIC is, if any is
    };

    void FindGates();
    bool IsStartedAcross(uint32_t transfer) const;
    std::vector<TriggeredStart> Activate(const std::optional<uint32_t>& id,
                                         uint32_t nic,
                                         Instant at);
    std::vector<TriggeredStart> StartsOf(uint32_t trigger, const State& state) const;
    std::vector<ForeseenStart> Foresee(const std::optional<uint32_t>& id,
                                       uint32_t nic,
                                       const UserMoment& at);
    Coming ComingAfter(uint32_t trigger, uint32_t nic, const UserMoment& at);
    UserMoment ComingStartOf(const Coming& coming, uint32_t transfer) const;
    std::vector<ForeseenStart> HeldAtComing(uint32_t trigger, std::vector<ForeseenStart> starts);

    /** @return whether a trigger holds what another one starts */
    bool IsGate(uint32_t trigger) const
    {
        return !m_isGate.empty() && m_isGate[trigger];
    }

    TriggeredStart StartOf(const State& state, uint32_t transfer) const;
    State StateAfter(uint32_t trigger, uint32_t nic, Instant at);
    uint64_t ActivationsOf(uint32_t trigger) const;
    std::string ProgressOf(uint32_t trigger) const;

    Span m_delay; //!< from one NIC to another
    TriggerLinks m_links;
    std::vector<bool> m_isOver;                    //!< by trigger: all its activations have been
    std::vector<bool> m_isGate;                    //!< by trigger: of another; empty: none is
    std::unordered_map<uint32_t, State> m_states;  //!< of triggers that wait for more
    std::unordered_map<uint32_t, Coming> m_coming; //!< likewise, with those that will come
    HeldStarts<TriggeredStart> m_held;             //!< at gates that are closed
    HeldStarts<ForeseenStart> m_comingHeld;        //!< at gates that nobody has foreseen to open
    std::unordered_map<uint32_t, UserMoment> m_opening; //!< gates that will open, and when
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIGGER_GRAPH_H */
