/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAIR_OUTLOOK_H
#define MRC_PAIR_OUTLOOK_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

class HostOutlook;

/**
 * Both ends of a connection, for a workload that knows beforehand what it will do when.
 *
 * Without hosts that take time there is no beforehand, and so no outlook.
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

    /** Keeps counters of both ends as they are then. @param at a coming instant */
    void KeepCounters(Instant at) const;

    /** A listener will act at once then, as to stop the run. @param at a coming instant */
    void MeetAt(Instant at) const;

  private:
    HostOutlook* m_own{nullptr};
    HostOutlook* m_peer{nullptr};
    SlotIndex m_slot{NO_SLOT};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAIR_OUTLOOK_H */
