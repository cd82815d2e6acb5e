/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAIR_OUTLOOK_H
#define MRC_PAIR_OUTLOOK_H

#include "mrc-user-moment.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class HostOutlook;
class UserCalendar;

/**
 * Both ends of a connection, for a workload that knows beforehand what it will do when.
 *
 * A connection may have several queue pairs. Without hosts that take time there is no beforehand,
 * and so no outlook.
 */
class PairOutlook
{
  public:
    /** There is none. */
    PairOutlook() = default;

    /**
     * @param own of the NIC that posts; must outlive this
     * @param peer of the other NIC; likewise
     * @param slot of the queue pair that posts
     */
    PairOutlook(HostOutlook& own, HostOutlook& peer, SlotIndex slot)
        : m_own(&own),
          m_peer(&peer),
          m_slot(slot)
    {
    }

    /** @return this, and others of the same connection. @param others which outlive the outlook */
    PairOutlook With(const std::vector<PairOutlook>& others) const
    {
        PairOutlook all = *this;
        all.m_others = &others;
        return all;
    }

    /** @return whether there is one; if not, nothing else may be called */
    explicit operator bool() const
    {
        return m_own != nullptr;
    }

    /**
     * From now on listeners may hear of Writes that end before their completion, and late of that:
     * see RequestorListener::Ending. What a listener reads then has to be kept for it.
     */
    void HearEarly() const;

    /** Has the listener of the sender called, for the receiver. @param at a coming instant */
    void CallAt(Instant at) const;

    /** Keeps counters of both ends as they are then. @param moment to come */
    void KeepCounters(const UserMoment& moment) const;

    /** A listener will act at once then, as to stop the run. @param moment to come */
    void MeetAt(const UserMoment& moment) const;

    /**
     * @return what listeners do beside hot events, for all connections; null: they are ordinary
     * events
     */
    std::shared_ptr<UserCalendar> Calendar() const;

  private:
    template <typename Act>
    void ForOthers(Act act) const;

    HostOutlook* m_own{nullptr};
    HostOutlook* m_peer{nullptr};
    SlotIndex m_slot{NO_SLOT};
    const std::vector<PairOutlook>* m_others{nullptr}; //!< null: there are none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAIR_OUTLOOK_H */
