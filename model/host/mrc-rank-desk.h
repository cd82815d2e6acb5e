/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_DESK_H
#define MRC_RANK_DESK_H

#include "mrc-latest-told.h"
#include "mrc-nic-store.h"
#include "mrc-user-notice.h"

#include "ns3/mrc-fabric-cuts.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/mrc-rank-crew.h"
#include "ns3/mrc-rank-mail.h"
#include "ns3/mrc-work-request.h"

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class ShardSet;

/**
 * What must processes that share a run tell each other beside frames?
 *
 * Every process runs the script. So users hear of an event in all of them, at the same instant and
 * in the same order. Counters of a queue pair are asked for in all of them, and the process that
 * acts for the NIC answers.
 */
class RankDesk : public RankMember
{
  public:
    /**
     * @param link to the other processes
     * @param set of all shards; must outlive this
     */
    RankDesk(std::shared_ptr<RankLink> link, const ShardSet& set);

    /**
     * Tells the user of a queue pair of this process something, and those in the other processes,
     * which wait for news.
     *
     * @param notice the news
     */
    void Tell(const SlotNotice& notice);

    /**
     * Something has happened to a queue pair of this process, and sinks hear of that. If a user is
     * told of something just now, the script has caused that inside a sink, without GiveOrder. One
     * process would tell the other sinks at once. Over ranks some processes would tell them amid
     * the first sink, and others only after it has returned. So the run ends with a message then.
     *
     * @param slot of the queue pair
     */
    void RequireNoneHears(SlotIndex slot) const
    {
        if (m_link->Orders().Now() == RankOrders::Part::HEARS)
        {
            Refuse(slot);
        }
    }

    /**
     * The script has changed the sinks or completion queues of a queue pair: it does so in all
     * processes. Else some of them would miss events in silence, as each process tells others what
     * its own sinks are to hear.
     *
     * @param slot of the queue pair
     * @param hearers a bit for each kind of them
     */
    void NoteHearers(SlotIndex slot, uint32_t hearers);

    /**
     * Asks for the counters of a queue pair; all processes do so at once.
     *
     * @param owner the shard of its NIC
     * @param slot of the queue pair
     * @param here what this process has in that slot
     * @return the counters, until the next call for that slot, or for LatestTold::MOST others
     */
    const QueuePairCounters& CountersOf(ShardIndex owner,
                                        SlotIndex slot,
                                        const QueuePairCounters& here);

    /**
     * While this exists, nothing happens, so counters stay as they are. Those of many queue pairs
     * are then asked for at once: of some thousand, as a job has millions.
     */
    class Reading
    {
      public:
        /** @param desk of the run; null: there are no other processes */
        explicit Reading(RankDesk* desk);
        ~Reading();
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

      private:
        RankDesk* m_desk;
    };

    /** Has instants of all processes become the latest of each. @param instants as many in all */
    void JoinLatest(std::vector<Instant>& instants);

    /** Asks for the counters of RoCEv2 likewise. @return null: the queue pair has none */
    const RoceCounters* RoceOf(ShardIndex owner, SlotIndex slot, const RoceCounters* here);

    /**
     * Has all processes take over a value that one of them knows.
     *
     * @param topic of the value
     * @param owner a shard of the process that knows
     * @param here the value in this process
     * @return that of the owner's process
     */
    template <class T>
    T Share(RankTopic topic, ShardIndex owner, const T& here)
    {
        return m_link->Share(topic, RankOf(owner), here);
    }

    /** As Share. @param topic of the list @param owner knows it @param here the own list
     * @return that of the owner's process */
    template <class T>
    std::vector<T> ShareList(RankTopic topic, ShardIndex owner, const std::vector<T>& here)
    {
        RankBytes own;
        for (const T& value : here)
        {
            PutValue(own, value);
        }
        const RankBytes bytes = m_link->ShareBytes(topic, RankOf(owner), own);
        std::vector<T> all;
        for (RankReader in(bytes); in.HasMore();)
        {
            all.push_back(in.Take<T>());
        }
        return all;
    }

    /** Has all processes know the drops at all links. */
    void GatherDrops();

    /** Has the processes of senders know how much has arrived over their links. */
    void GatherArrivals();

    /** @return the way to the other processes */
    RankLink& Link() const
    {
        return *m_link;
    }

    // RankMember
    void Pack(uint32_t to, RankBytes& out) override;
    void Unpack(RankReader& in) override;
    void Hear(uint32_t teller) override;
    void HearPacked(RankReader& in) override;
    void TellPacked(const RankBytes& call) override;
    void EndTurn() override;

  private:
    /** Counters of queue pairs in consecutive slots, as told by others. */
    struct Page
    {
        SlotIndex first{0};
        std::vector<QueuePairCounters> counters; //!< those of this process are not kept
    };

    static constexpr SlotIndex PAGE = 4096; // slots of a page: their counters take about 1 MB

    const QueuePairCounters& OnPage(SlotIndex slot);
    void Turn(SlotIndex slot);
    void HearAtOnce(const RankBytes& call);
    void TellUser(const SlotNotice& notice);
    [[noreturn]] void Refuse(SlotIndex slot) const;
    uint32_t RankOf(ShardIndex shard) const;
    RankMail Mail() const;

    std::shared_ptr<RankLink> m_link;
    const ShardSet& m_set;
    LatestTold<QueuePairCounters> m_counters; //!< of others
    LatestTold<RoceCounters> m_roce;          //!< likewise
    uint64_t m_hearers{0};                    //!< a hash of all changes of these
    uint32_t m_readings{0};                   //!< that exist
    Page m_page;                              //!< of these
};

/** @return what tells other processes of these NICs; null: there are none */
inline RankDesk*
RankDeskOf(const NicStore& store)
{
    return store.news == nullptr ? nullptr : store.news->desk;
}

/**
 * An ordinary event changes one of several queue pairs, in all processes alike. Sinks hear of
 * several such changes in this order.
 *
 * @param store of these
 */
inline void
CountOrder(const NicStore& store)
{
    if (RankDesk* desk = RankDeskOf(store))
    {
        desk->Link().Orders().Count();
    }
}

/** @return the one of several shards that has a queue pair. @param store any of them may tell */
inline ShardIndex
OwnerOf(const NicStore& store, SlotIndex slot)
{
    // Of other processes' queue pairs the store is that of a shard which stands for several.
    const PortIndex port = store.nics[store.slots[slot].nic].firstPort;
    return store.fabric.State().cuts->Cuts()->senders[port];
}

/**
 * The script orders something of one queue pair, in all processes alike. Amid what a user does, the
 * process of the queue pair acts, and the others listen. So all sinks hear of that at once, as in
 * one process. An order that fails there ends all.
 *
 * @tparam Act a functor without arguments
 * @param store any that may tell which NIC has the queue pair
 * @param slot of the queue pair
 * @param act the order
 */
template <typename Act>
void
GiveOrder(const NicStore& store, SlotIndex slot, const Act& act)
{
    RankDesk* const desk = RankDeskOf(store);
    if (desk == nullptr)
    {
        act();
        return;
    }
    RankOrders& orders = desk->Link().Orders();
    orders.Count();
    if (orders.Now() != RankOrders::Part::HEARS)
    {
        act(); // sinks of other processes hear of that when the ordinary event is over
        return;
    }
    const uint32_t owner = store.fabric.State().cuts->Cuts()->RankOf(OwnerOf(store, slot));
    if (owner != desk->Link().Own())
    {
        act();
        desk->Hear(owner);
        return;
    }
    try
    {
        const RankOrders::Acting tells(orders, RankOrders::Part::TELLS);
        act();
    }
    catch (const std::exception& error)
    {
        desk->Link().Abort(error.what()); // the others listen, and do not fail
    }
    desk->EndTurn();
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_DESK_H */
