/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIGGER_LINKS_H
#define MRC_TRIGGER_LINKS_H

#include "mrc-connection-matrix.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A transfer that activates a trigger. */
struct Activator
{
    uint32_t transfer : 31; //!< place
    uint32_t isReceive : 1; //!< activates the trigger when the last byte is placed
};

/**
 * Items of one trigger, which lie behind each other.
 *
 * @tparam Item place of a transfer, or an Activator
 */
template <typename Item>
struct TriggerItems
{
    const Item* first; //!< the first one
    const Item* last;  //!< the end behind the last one

    /** @return the first item */
    const Item* begin() const
    {
        return first;
    }

    /** @return the end behind the last item */
    const Item* end() const
    {
        return last;
    }

    /** @return how many there are */
    std::size_t Size() const
    {
        return static_cast<std::size_t>(last - first);
    }
};

/**
 * Which transfers activate a trigger, and which ones does the trigger start?
 *
 * Transfers and triggers are named by their places in their lists.
 */
class TriggerLinks
{
  public:
    /**
     * @param transfers the workload
     * @param triggers those that the transfers name
     * @param name of the workload, for messages
     * @throws std::invalid_argument `name:line:column: ...` if a trigger is unknown or defined
     * twice
     */
    TriggerLinks(SharedList<Transfer> transfers,
                 SharedList<Trigger> triggers,
                 const std::string& name);

    /** @param transfer place of the transfer @return the transfer */
    const Transfer& At(uint32_t transfer) const
    {
        return m_transfers[transfer];
    }

    /** @param trigger place of the trigger @return the trigger */
    const Trigger& TriggerAt(uint32_t trigger) const
    {
        return m_triggers[trigger];
    }

    /** @return how many transfers there are */
    uint32_t CountTransfers() const
    {
        return static_cast<uint32_t>(m_transfers.size());
    }

    /** @return how many triggers there are */
    uint32_t CountTriggers() const
    {
        return static_cast<uint32_t>(m_triggers.size());
    }

    /** @return the transfers that start at their own time, in the order of the list */
    std::vector<uint32_t> StartedByTime() const;

    /** @param id number of a trigger @return its place, beyond all of them if there is none */
    uint32_t PlaceOf(uint32_t id) const
    {
        // Of 0 the place is the greatest number.
        return m_places.empty() ? id - 1 : ListedPlaceOf(id);
    }

    /** @param trigger one of the list @return the place of its gate, or none [own-part] */
    std::optional<uint32_t> GateOf(uint32_t trigger) const
    {
        const TriggerId gate = TriggerAt(trigger).gate;
        return gate ? std::optional(PlaceOf(*gate)) : std::nullopt;
    }

    /** @param trigger one of the list @return the transfers that it starts, in their order */
    TriggerItems<uint32_t> WaitingOf(uint32_t trigger) const
    {
        return m_waiting.Of(trigger);
    }

    /**
     * @param trigger one of the list
     * @param activation which one of the trigger, from 1
     * @return those of WaitingOf that start with it
     */
    TriggerItems<uint32_t> StartedBy(uint32_t trigger, uint32_t activation) const;

    /** @param trigger one of the list @return what activates it, in the order of the list */
    TriggerItems<Activator> ActivatorsOf(uint32_t trigger) const
    {
        return m_activators.Of(trigger);
    }

    /** @param activator of a trigger @return the NIC that knows first */
    uint32_t NicOf(Activator activator) const;

    /**
     * Refuses the workload, with the item's place if a file has the item.
     *
     * @tparam Item Transfer or Trigger
     * @param item because of which
     * @param message what is wrong, and what was expected
     * @throws std::invalid_argument always
     */
    template <typename Item>
    [[noreturn]] void Fail(const Item& item, const std::string& message) const
    {
        FailAt(item.line, item.column, message);
    }

  private:
    /** Lists of items, one for each trigger, behind each other. */
    template <typename Item>
    struct Lists
    {
        TriggerItems<Item> Of(uint32_t trigger) const
        {
            return {items.data() + firsts[trigger], items.data() + firsts[trigger + 1]};
        }

        std::vector<uint32_t> firsts; //!< by trigger: place of the first of its items; one more
        std::vector<Item> items;
    };

    void FindPlaces();
    void Link();
    uint32_t ListedPlaceOf(uint32_t id) const;
    uint32_t CheckedPlace(uint32_t transfer, uint32_t id) const;
    [[noreturn]] void FailAt(uint32_t line, uint32_t column, const std::string& message) const;

    std::string m_name;
    SharedList<Transfer> m_transfers;
    SharedList<Trigger> m_triggers;
    std::map<uint32_t, uint32_t> m_places; //!< of triggers by id; empty: ids count from 1
    Lists<uint32_t> m_waiting;             //!< by trigger: transfers that it starts
    Lists<Activator> m_activators;         //!< by trigger: transfers that activate it
};

/** @param transfer one of a workload @return its name in messages, as in "transfer 4 (0->1)" */
std::string TransferName(const Transfer& transfer);

/**
 * @param links of a workload
 * @param trigger one of it
 * @return the numbers that the transfers that activate the trigger have in the workload
 */
std::string ActivatorIds(const TriggerLinks& links, uint32_t trigger);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIGGER_LINKS_H */
