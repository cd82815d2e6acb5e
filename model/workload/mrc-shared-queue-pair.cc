/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shared-queue-pair.h"

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
        // A copy, as bytes placed differ by seat.
        m_shared.m_peers = m_shared.m_pair.PeerCounters();
        m_shared.m_peers.placedBytes = m_shared.PlacedOf(*this);
        return m_shared.m_peers;
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
        m_listeners.push_back(&listener);
    }

    void Forget(RequestorListener& listener) override
    {
        m_listeners.erase(std::remove(m_listeners.begin(), m_listeners.end(), &listener),
                          m_listeners.end());
    }

    void Completed(const Completion& completion)
    {
        for (RequestorListener* listener : std::vector<RequestorListener*>(m_listeners))
        {
            listener->Completed(completion);
        }
    }

    void Delivered(uint64_t bytes, const Delivery& delivery)
    {
        m_delivered += bytes;
        for (RequestorListener* listener : std::vector<RequestorListener*>(m_listeners))
        {
            listener->Delivered(delivery);
        }
    }

    /** @return bytes of Writes that arrived whole */
    uint64_t DeliveredBytes() const
    {
        return m_delivered;
    }

  private:
    SharedQueuePair& m_shared;
    std::vector<RequestorListener*> m_listeners;
    uint64_t m_delivered{0};
};

SharedQueuePair::SharedQueuePair(Requestor& pair, QueuePairCounters& peers)
    : m_pair(pair),
      m_peers(peers)
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
    m_users.push_back(std::make_unique<User>(*this));
    return *m_users.back();
}

void
SharedQueuePair::Post(User& user, uint64_t bytes)
{
    m_completing.Push(&user);
    m_arriving.Push({&user, bytes, false});
}

/** Writes end in the order of their posts, also when they fail. */
void
SharedQueuePair::Completed(const Completion& completion)
{
    User& user = *m_completing.Front();
    m_completing.Pop();
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
    const uint64_t placed = m_pair.PeerCounters().placedBytes;
    const uint64_t begun = placed - std::min(placed, m_delivered);
    return user.DeliveredBytes() + std::min(begun, m_arriving[0].bytes);
}

} // namespace mrc
} // namespace ns3
