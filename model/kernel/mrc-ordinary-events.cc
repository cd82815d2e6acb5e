/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ordinary-events.h"

#include "mrc-older-ns3.h"

#include "ns3/fatal-error.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr int64_t NO_TICK = std::numeric_limits<int64_t>::max();
constexpr uint64_t NEVER = std::numeric_limits<uint64_t>::max();
/** The last uid is not used: that uid marks that uids have run out. */
constexpr uint32_t OUT_OF_UIDS = std::numeric_limits<uint32_t>::max();

} // namespace

void
RequireScheduler(const std::string& where, TypeId type)
{
    const bool isGiven = type != TypeId();
    if (!isGiven || !type.IsChildOf(Scheduler::GetTypeId()) || !type.HasConstructor())
    {
        NS_FATAL_ERROR(where << " = '" << (isGiven ? type.GetName() : "")
                             << "' is no scheduler; expected a TypeId such as ns3::MapScheduler");
    }
}

/** A workload has millions of places, few at a time: each leaves the ring as it goes. */
struct OrdinaryEvents::ListedPlace : public OrdinaryPlace
{
    /** @param place alone in its ring @param ring where this joins; null: in one of its own */
    ListedPlace(const OrdinaryPlace& place, ListedPlace* ring)
        : OrdinaryPlace(place),
          before(ring == nullptr ? this : ring->before),
          behind(ring == nullptr ? this : ring)
    {
        before->behind = this;
        behind->before = this;
    }

    ~ListedPlace()
    {
        before->behind = behind;
        behind->before = before;
    }

    ListedPlace(const ListedPlace&) = delete;
    ListedPlace& operator=(const ListedPlace&) = delete;

    ListedPlace* before;
    ListedPlace* behind;
};

OrdinaryEvents::OrdinaryEvents()
    : m_nextTick(NO_TICK),
      m_nextUid(EventUid::VALID),
      m_currentUid(EventUid::INVALID),
      m_renumberTick(NEVER),
      m_places(std::make_unique<ListedPlace>(OrdinaryPlace{0, 0}, nullptr))
{
}

OrdinaryEvents::~OrdinaryEvents()
{
    Clear();
}

void
OrdinaryEvents::SetNextUid(uint32_t uid)
{
    m_nextUid = uid;
}

/** Events keep their keys on the way, and so their order. */
void
OrdinaryEvents::SetScheduler(const ObjectFactory& factory)
{
    m_factory = factory;
    const Ptr<Scheduler> scheduler = m_factory.Create<Scheduler>();
    while (!IsEmpty())
    {
        scheduler->Insert(m_scheduler->RemoveNext());
    }
    m_scheduler = scheduler;
}

uint32_t
OrdinaryEvents::TakeUid(uint64_t now)
{
    if (m_nextUid == OUT_OF_UIDS)
    {
        Renumber(now);
    }
    return m_nextUid++;
}

uint32_t
OrdinaryEvents::Insert(uint64_t now, uint64_t tick, uint32_t context, EventImpl* event)
{
    const uint32_t uid = TakeUid(now);
    if (tick == m_renumberTick)
    {
        // Uids began anew in this tick, so without an entry InsideUid would take the event for one
        // that ran before.
        m_insideUids.insert({OutsideName{tick, uid, event}, uid});
    }
    m_scheduler->Insert(Scheduler::Event{event, {tick, uid, context}});
    m_nextTick = std::min(m_nextTick, static_cast<int64_t>(tick));
    return uid;
}

std::shared_ptr<OrdinaryPlace>
OrdinaryEvents::Reserve(uint64_t now, uint64_t tick)
{
    const OrdinaryPlace place{tick, TakeUid(now)};
    return std::make_shared<ListedPlace>(place, m_places.get());
}

void
OrdinaryEvents::InsertIn(const OrdinaryPlace& place, uint32_t context, EventImpl* event)
{
    m_scheduler->Insert(Scheduler::Event{event, {place.tick, place.uid, context}});
    m_nextTick = std::min(m_nextTick, static_cast<int64_t>(place.tick));
}

std::vector<OrdinaryPlace*>
OrdinaryEvents::Places() const
{
    std::vector<OrdinaryPlace*> places;
    for (ListedPlace* one = m_places->behind; one != m_places.get(); one = one->behind)
    {
        places.push_back(one);
    }
    std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
        return std::tie(a->tick, a->uid) < std::tie(b->tick, b->uid);
    });
    return places;
}

bool
OrdinaryEvents::IsEmpty() const
{
    return !m_scheduler || m_scheduler->IsEmpty();
}

/** The next tick is kept at hand, as the run loop asks for it before and after hot events. */
void
OrdinaryEvents::Peek()
{
    m_nextTick = IsEmpty() ? NO_TICK : static_cast<int64_t>(m_scheduler->PeekNext().key.m_ts);
}

Scheduler::Event
OrdinaryEvents::TakeNext()
{
    const Scheduler::Event event = m_scheduler->RemoveNext();
    m_currentUid = event.key.m_uid;
    // No code asks for the uid of an event after its tick: IsPending compares ticks first.
    while (!m_insideUids.empty() && std::get<0>(m_insideUids.begin()->first) < event.key.m_ts)
    {
        m_insideUids.erase(m_insideUids.begin());
    }
    Peek();
    return event;
}

/**
 * Finds an event's uid in the scheduler. The event is part of its name: after the wrap another one
 * of the same tick may have its uid.
 */
uint32_t
OrdinaryEvents::InsideUid(const EventId& id) const
{
    const auto inside = m_insideUids.find(OutsideName{id.GetTs(), id.GetUid(), id.PeekEventImpl()});
    if (inside != m_insideUids.end())
    {
        return inside->second;
    }
    // Events that waited at the renumbering, or came since, have an entry, so in that tick the
    // others have run.
    return id.GetTs() == m_renumberTick ? 0 : id.GetUid();
}

/**
 * Events run in the order of (tick, uid), so an event that is not behind the one taken last has
 * run.
 */
bool
OrdinaryEvents::IsPending(const EventId& id, uint64_t now) const
{
    if (id.PeekEventImpl() == nullptr || id.PeekEventImpl()->IsCancelled())
    {
        return false;
    }
    return id.GetTs() > now || (id.GetTs() == now && InsideUid(id) > m_currentUid);
}

void
OrdinaryEvents::Remove(const EventId& id)
{
    EventImpl* impl = id.PeekEventImpl();
    const Scheduler::Event event{impl, {id.GetTs(), InsideUid(id), id.GetContext()}};
    m_scheduler->Remove(event);
    m_insideUids.erase(OutsideName{id.GetTs(), id.GetUid(), impl});
    impl->Cancel();
    // The scheduler held this reference.
    impl->Unref();
    if (static_cast<int64_t>(id.GetTs()) == m_nextTick)
    {
        Peek();
    }
}

/** Called once in 2^32 events, when uids have run out. */
void
OrdinaryEvents::Renumber(uint64_t now)
{
    std::vector<Scheduler::Event> waiting;
    while (!m_scheduler->IsEmpty())
    {
        waiting.push_back(m_scheduler->RemoveNext());
    }
    // CalendarScheduler takes no event earlier than one that was taken out: a new scheduler.
    m_scheduler = m_factory.Create<Scheduler>();
    std::map<uint32_t, OutsideName> known; // by the uid in the scheduler
    for (const auto& [outside, inside] : m_insideUids)
    {
        // Events may wait through two wraps: their owners still know them by their first uid.
        known.insert({inside, outside});
    }
    m_insideUids.clear();
    m_nextUid = EventUid::VALID;
    m_currentUid = EventUid::INVALID;
    m_renumberTick = now;
    const auto places = Places();
    auto place = places.begin();
    for (Scheduler::Event& event : waiting)
    {
        const auto key = std::make_pair(event.key.m_ts, event.key.m_uid);
        for (; place != places.end() && std::make_pair((*place)->tick, (*place)->uid) < key;
             ++place)
        {
            (*place)->uid = m_nextUid++;
        }
        const auto outside = known.find(event.key.m_uid);
        m_insideUids.insert({outside != known.end()
                                 ? outside->second
                                 : OutsideName{event.key.m_ts, event.key.m_uid, event.impl},
                             m_nextUid});
        event.key.m_uid = m_nextUid++;
        m_scheduler->Insert(event);
    }
    for (; place != places.end(); ++place)
    {
        (*place)->uid = m_nextUid++;
    }
}

void
OrdinaryEvents::Clear()
{
    while (!IsEmpty())
    {
        m_scheduler->RemoveNext().impl->Unref();
    }
    m_insideUids.clear();
    m_nextTick = NO_TICK;
}

} // namespace mrc
} // namespace ns3
