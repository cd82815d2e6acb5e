/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shared-queue-pair.h"

#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-listener-list.h"
#include "ns3/mrc-pair-outlook.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** One transfer's side of the queue pair. */
class SharedQueuePair::User : public Requestor
{
  public:
    explicit User(SharedQueuePair& shared)
        : m_shared(shared)
    {
    }

    uint64_t Write(uint64_t bytes) override
    {
        m_shared.Post(*this, bytes);
        return m_shared.m_pair.Write(bytes);
    }

    Instant Now() const override
    {
        return m_shared.m_pair.Now();
    }

    const QueuePairCounters& Counters() const override
    {
        return m_shared.m_pair.Counters();
    }

    const QueuePairCounters& PeerCounters() const override
    {
        return m_shared.m_pair.PeerCounters();
    }

    uint64_t PlacedBytes() const override
    {
        return m_shared.PlacedOf(*this);
    }

    const RoceCounters* Roce() const override
    {
        return m_shared.m_pair.Roce();
    }

    const RoceCounters* PeerRoce() const override
    {
        return m_shared.m_pair.PeerRoce();
    }

    void Tell(RequestorListener& listener) override
    {
        m_listeners.Add(listener);
    }

    void Forget(RequestorListener& listener) override
    {
        m_listeners.Remove(listener);
    }

    PairOutlook Outlook(const RequestorListener&) override
    {
        return m_shared.m_pair.Outlook(m_shared);
    }

    HintStep HintOfWrite() const override
    {
        HintAt(&m_shared);
        return {&HintPair, &m_shared};
    }

    /** @return a step to the first listener */
    HintStep HintOfListener(bool isArrival) const
    {
        const auto go = [](const void* who, uint32_t arrival) {
            const RequestorListener* first = static_cast<const User*>(who)->m_listeners.First();
            HintAt(first);
            const auto hint = [](const void* listener, uint32_t what) {
                return static_cast<const RequestorListener*>(listener)->Hint(what != 0);
            };
            return first == nullptr ? HintStep() : HintStep{hint, first, arrival};
        };
        return {go, this, isArrival ? 1U : 0U};
    }

    void Ending(const Completion& completion)
    {
        m_listeners.ForEach([&](RequestorListener& one) { one.Ending(completion); });
    }

    void Due()
    {
        m_listeners.ForEach([](RequestorListener& one) { one.Due(); });
    }

    void Completed(const Completion& completion)
    {
        m_listeners.ForEach([&](RequestorListener& one) { one.Completed(completion); });
    }

    void Delivered(uint64_t bytes, const Delivery& delivery)
    {
        m_delivered += bytes;
        m_listeners.ForEach([&](RequestorListener& one) { one.Delivered(delivery); });
    }

    /** @return bytes of Writes that arrived whole */
    uint64_t DeliveredBytes() const
    {
        return m_delivered;
    }

  private:
    SharedQueuePair& m_shared;
    ListenerList<RequestorListener> m_listeners;
    uint64_t m_delivered{0};
};

SharedQueuePair::SharedQueuePair(Requestor& pair)
    : m_pair(pair)
{
    m_pair.Tell(*this);
}

SharedQueuePair::~SharedQueuePair()
{
    m_pair.Forget(*this);
}

Requestor&
SharedQueuePair::Seat()
{
    m_users.emplace_front(*this);
    return m_users.front();
}

void
SharedQueuePair::Post(User& user, uint64_t bytes)
{
    m_completing.Push(&user);
    m_arriving.Push({&user, static_cast<uint32_t>(bytes), false});
}

/** Asks for the queue pair below. @param shared a SharedQueuePair */
HintStep
SharedQueuePair::HintPair(const void* shared, uint32_t)
{
    const Requestor& pair = static_cast<const SharedQueuePair*>(shared)->m_pair;
    HintAt(&pair);
    return {
        [](const void* who, uint32_t) { return static_cast<const Requestor*>(who)->HintOfWrite(); },
        &pair};
}

/** The oldest Write tells most often: others of its queue pair are mostly none. */
HintStep
SharedQueuePair::Hint(bool isArrival) const
{
    HintAt(&m_pair);
    const User* user = nullptr;
    if (isArrival && !m_arriving.Empty())
    {
        user = m_arriving[0].user;
    }
    else if (!m_completing.Empty())
    {
        user = m_completing[0];
    }
    HintAt(user);
    return user == nullptr ? HintStep() : user->HintOfListener(isArrival);
}

/** Writes end in the order of their posts, also when they fail. */
void
SharedQueuePair::Ending(const Completion& completion)
{
    m_completing[m_ending++]->Ending(completion);
}

/** All seats are one workload's, so any of them may tell it. */
void
SharedQueuePair::Due()
{
    m_users.front().Due();
}

void
SharedQueuePair::Completed(const Completion& completion)
{
    User& user = *m_completing.Front();
    m_completing.Pop();
    m_ending -= m_ending == 0 ? 0 : 1; // one shard tells no end early
    m_completing.Shrink();             // most queue pairs of a job have nothing under way
    user.Completed(completion);
}

/**
 * The number tells which Write arrived. On several queue pairs a short one overtakes a long one,
 * and of Writes that failed some arrive and some do not.
 */
void
SharedQueuePair::Delivered(const Delivery& delivery)
{
    const auto place = static_cast<uint16_t>(delivery.msn - m_oldest);
    if (place >= m_arriving.Size() || m_arriving[place].hasArrived)
    {
        return; // numbers tell nothing 2^16 Writes behind one that failed
    }
    Arriving& arrived = m_arriving[place];
    arrived.hasArrived = true;
    m_delivered += arrived.bytes;
    User& user = *arrived.user;
    const uint64_t bytes = arrived.bytes;
    for (; !m_arriving.Empty() && m_arriving.Front().hasArrived; ++m_oldest)
    {
        m_arriving.Pop();
    }
    m_arriving.Shrink();
    user.Delivered(bytes, delivery); // last: the user may post
}

/** Placed bytes that belong to no whole Write are counted for the oldest Write. */
uint64_t
SharedQueuePair::PlacedOf(const User& user) const
{
    if (m_arriving.Empty() || m_arriving[0].user != &user)
    {
        return user.DeliveredBytes();
    }
    const uint64_t placed = m_pair.PlacedBytes();
    const uint64_t begun = placed - std::min(placed, m_delivered);
    return user.DeliveredBytes() + std::min<uint64_t>(begun, m_arriving[0].bytes);
}

} // namespace mrc
} // namespace ns3
