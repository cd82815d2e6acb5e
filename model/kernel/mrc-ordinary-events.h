/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ORDINARY_EVENTS_H
#define MRC_ORDINARY_EVENTS_H

#include "mrc-ordinary-place.h"

#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/scheduler.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Ends the program, with words, if a type is no Scheduler that can be made: ns-3 itself would
 * crash.
 *
 * @param where the place that gave the type
 * @param type the one to look at; that of the default constructor: none was given
 */
void RequireScheduler(const std::string& where, TypeId type);

/**
 * The ns-3 events that wait in a Scheduler, in the order of (tick, scheduling) without end.
 *
 * A Scheduler breaks ties by a uid of 32 bits. Before the uid wraps, all waiting events are taken
 * out and put back in their order, with new uids from the beginning. Owners hold EventIds with old
 * uids, by which the events can be found until they have run.
 */
class OrdinaryEvents
{
  public:
    OrdinaryEvents();
    ~OrdinaryEvents();
    OrdinaryEvents(const OrdinaryEvents&) = delete;
    OrdinaryEvents& operator=(const OrdinaryEvents&) = delete;

    /** @param uid of the next event, at least EventUid::VALID */
    void SetNextUid(uint32_t uid);

    /** @param factory of the scheduler in which events wait from now on, also those that do so */
    void SetScheduler(const ObjectFactory& factory);

    /**
     * @param now the current tick
     * @param tick when to run the event, not before now
     * @param context the node that the event runs for
     * @param event takes over one reference
     * @return the uid of the event
     */
    uint32_t Insert(uint64_t now, uint64_t tick, uint32_t context, EventImpl* event);

    /**
     * @param now the current tick
     * @param tick of an event that may be inserted later
     * @return the place that the event would have if it were inserted now
     */
    std::shared_ptr<OrdinaryPlace> Reserve(uint64_t now, uint64_t tick);

    /**
     * @param place reserved before
     * @param now the current tick
     * @return whether no event behind the place has run
     */
    bool IsAhead(const OrdinaryPlace& place, uint64_t now) const
    {
        return place.tick > now || (place.tick == now && place.uid > m_currentUid);
    }

    /**
     * Inserts an event where it would be if it had been inserted earlier.
     *
     * @param place reserved before, and ahead
     * @param context the node that the event runs for
     * @param event takes over one reference
     */
    void InsertIn(const OrdinaryPlace& place, uint32_t context, EventImpl* event);

    /** @return whether no event waits */
    bool IsEmpty() const;

    /** @return the tick of the next event, the largest int64_t if there is none */
    int64_t NextTick() const
    {
        return m_nextTick;
    }

    /** @return the next event, which hereby counts as run; there must be one */
    Scheduler::Event TakeNext();

    /**
     * @param id of an inserted event
     * @param now the current tick
     * @return whether the event waits and is not cancelled
     */
    bool IsPending(const EventId& id, uint64_t now) const;

    /** @param id of a pending event, which is cancelled and forgotten */
    void Remove(const EventId& id);

    /** Drops all events. */
    void Clear();

  private:
    /** A place that knows its neighbours in a ring. */
    struct ListedPlace;

    /** An event as the EventIds of its owners name it: tick, uid, event. */
    using OutsideName = std::tuple<uint64_t, uint32_t, const EventImpl*>;

    /** @return the next uid */
    uint32_t TakeUid(uint64_t now);
    /** Gives all waiting events new uids, from the beginning; now is the current tick. */
    void Renumber(uint64_t now);
    /** @return all reserved places, in order */
    std::vector<OrdinaryPlace*> Places() const;
    /** @return the uid in the scheduler of an event, 0 if it ran in the tick of the renumbering */
    uint32_t InsideUid(const EventId& id) const;
    /** Brings m_nextTick up to date. */
    void Peek();

    ObjectFactory m_factory; //!< of the scheduler
    Ptr<Scheduler> m_scheduler;
    int64_t m_nextTick;
    uint32_t m_nextUid;
    uint32_t m_currentUid;   //!< of the event taken last
    uint64_t m_renumberTick; //!< current when events were renumbered, NEVER before that
    /**
     * The uid in the scheduler of events that waited when uids wrapped, and of those inserted for
     * that tick since; until their tick is over.
     */
    std::map<OutsideName, uint32_t> m_insideUids;
    std::unique_ptr<ListedPlace> m_places; //!< no place: all reserved ones are in its ring
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ORDINARY_EVENTS_H */
