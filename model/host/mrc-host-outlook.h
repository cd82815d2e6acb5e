/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOST_OUTLOOK_H
#define MRC_HOST_OUTLOOK_H

#include "mrc-kept-counters.h"
#include "mrc-nic-store.h"
#include "mrc-pair-reports.h"
#include "mrc-user-moment.h"

#include "ns3/mrc-work-request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

namespace ns3
{
namespace mrc
{

class QueuePairSeats;

/**
 * What will users do at instants that are known a window ahead?
 *
 * The host's overhead lies between a NIC's completion and the user's, and between a user's post and
 * the NIC's. A user that hears early of the one has nothing to do at the instant itself, but to
 * read counters, and to post. So counters are kept as they are at that instant, and the user is
 * told when the window is over. Nobody has to stop for that.
 */
class HostOutlook
{
  public:
    /** @param store, seats of the same NICs; must outlive this */
    HostOutlook(NicStore& store, QueuePairSeats& seats)
        : m_store(store),
          m_seats(seats),
          m_kept(store, seats)
    {
    }

    /**
     * The user of a queue pair hears of each end of a work request as the NIC does, and of the
     * completion late. With one shard the user hears of the completion alone, and in time.
     */
    void HearEarly(SlotIndex slot);

    /** From now on the user of a queue pair also acts in time: shards stop for completions. */
    void ActInTime(SlotIndex slot);

    /** @return whether the user of a queue pair hears early of ends of work requests */
    bool HearsEarly(SlotIndex slot) const
    {
        return (HearerOf(slot) & EARLY) != 0;
    }

    /** @return whether the user of a queue pair hears of completions late: nobody stops for them */
    bool ActsLate(SlotIndex slot) const
    {
        return HearerOf(slot) == EARLY;
    }

    /**
     * A work request ended.
     *
     * @param slot of the queue pair
     * @param completion as the user will hear of it, `at` then
     */
    void Ending(SlotIndex slot, const Completion& completion);

    /**
     * Has the user at the other end of a queue pair called, for that is the end that posts.
     *
     * @param slot of the queue pair of this end
     * @param at a coming instant
     */
    void CallAt(SlotIndex slot, Instant at);

    /** Keeps counters of a queue pair as they are at a coming moment, until the user is told. */
    void KeepCounters(SlotIndex slot, const UserMoment& moment);

    /** All shards stop at a coming moment: the user of a queue pair will act at once. */
    void MeetAt(SlotIndex slot, const UserMoment& moment);

    /** @return what users do beside hot events; null: there is one shard */
    std::shared_ptr<UserCalendar> Calendar() const
    {
        return m_store.news == nullptr ? nullptr : m_store.news->calendar;
    }

    /** Fires a HotCode::KEY_USER event. */
    void Fire(Instant now);

    /** @return counters at earlier moments */
    KeptCounters& Kept()
    {
        return m_kept;
    }

    /**
     * Tells a user during a hot event, or when the window is over in which others are active.
     *
     * @tparam Tell a functor without arguments
     * @param slot of the user's queue pair
     * @param tell the same
     */
    template <typename Tell>
    void TellInTime(SlotIndex slot, const Tell& tell)
    {
        RequireNoneHears(m_store, slot);
        if (const std::optional<HotEvent> event = LateEvent(m_store))
        {
            m_store.news->calls.push_back({*event, tell, {}, false, HintOf(slot)});
            return;
        }
        tell();
    }

  private:
    /** A wish for a coming instant. */
    struct Wish
    {
        Instant at;
        uint64_t number; //!< of all wishes: those of an instant come true in this order
        SlotIndex slot;
        bool isCall; //!< or counters are to be kept

        friend bool operator>(const Wish& a, const Wish& b)
        {
            return b.at < a.at || (a.at == b.at && b.number < a.number);
        }
    };

    static constexpr uint8_t EARLY = 1;
    static constexpr uint8_t IN_TIME = 2;

    uint8_t HearerOf(SlotIndex slot) const
    {
        return slot < m_hearers.size() ? m_hearers[slot] : 0;
    }

    HintStep HintOf(SlotIndex slot) const;
    void Note(SlotIndex slot, uint8_t hearer);
    void Add(SlotIndex slot, Instant at, bool isCall);
    void CallPeer(SlotIndex slot);

    NicStore& m_store;
    QueuePairSeats& m_seats;
    std::vector<uint8_t> m_hearers; //!< by slot: how its user hears
    std::priority_queue<Wish, std::vector<Wish>, std::greater<>> m_wishes; //!< the earliest first
    uint64_t m_wished{0};                                                  //!< all wishes so far
    KeptCounters m_kept;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOST_OUTLOOK_H */
