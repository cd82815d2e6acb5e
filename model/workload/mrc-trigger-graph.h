/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIGGER_GRAPH_H
#define MRC_TRIGGER_GRAPH_H

#include "mrc-transfer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Says which transfers start when others are done.
 *
 * The constructor proves that every transfer starts once all that it depends on are done, so that a
 * workload cannot hang for lack of a trigger. Transfers are named by their place in the list.
 */
class TriggerGraph
{
  public:
    /**
     * @param transfers the workload
     * @param triggers those that the transfers name
     * @param name of the workload, for messages
     * @throws std::invalid_argument `name:line:column: ...` if a trigger is unknown or defined
     * twice, if nobody, too few or too many activate it, or if transfers wait for each other
     */
    TriggerGraph(const std::vector<Transfer>& transfers,
                 const std::vector<Trigger>& triggers,
                 const std::string& name);

    /** @return the transfers that start at their own time, in the order of the list */
    std::vector<uint32_t> StartedByTime() const;

    /**
     * To be called once for each transfer.
     *
     * @param transfer whose sender has its completion
     * @return the transfers that start now, in the order of the list
     */
    std::vector<uint32_t> OnSendDone(uint32_t transfer);

    /**
     * To be called once for each transfer.
     *
     * @param transfer whose last byte is placed
     * @return the transfers that start now, in the order of the list
     */
    std::vector<uint32_t> OnReceiveDone(uint32_t transfer);

    /**
     * @param transfer one that has not started
     * @return what it waits for, as in "trigger 4, activated 1 of 3 times by transfers 7, 8, 9"
     */
    std::string WaitsFor(uint32_t transfer) const;

  private:
    struct State
    {
        Trigger trigger;
        std::vector<uint32_t> waiting;    //!< transfers that it starts
        std::vector<uint32_t> activators; //!< transfers that activate it, twice if they do so twice
        uint32_t activations{0};          //!< so far
    };

    /** Places of triggers in m_states, of those that a transfer names. */
    struct Links
    {
        std::optional<uint32_t> start;
        std::optional<uint32_t> sendDone;
        std::optional<uint32_t> recvDone;
    };

    std::vector<uint32_t> Activate(const std::optional<uint32_t>& state);
    void CheckActivators(const State& state) const;
    void CheckAllStart() const;
    std::vector<uint32_t> Cycle(uint32_t first, const std::vector<char>& started) const;
    std::string CycleText(const std::vector<uint32_t>& cycle) const;
    std::string TransferName(uint32_t transfer) const;
    template <typename Item>
    [[noreturn]] void Fail(const Item& item, const std::string& message) const;

    std::string m_name;
    std::vector<Transfer> m_transfers;
    std::vector<State> m_states;
    std::vector<Links> m_links; //!< by transfer
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIGGER_GRAPH_H */
