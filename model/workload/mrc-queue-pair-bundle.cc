/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-pair-bundle.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** One of the queue pairs: which Writes of the bundle do the pieces of this pair belong to? */
class QueuePairBundle::End : public RequestorListener
{
  public:
    End(QueuePairBundle& bundle, Requestor& pair)
        : m_bundle(bundle),
          m_pair(pair)
    {
        m_pair.Tell(*this);
    }

    ~End() override
    {
        m_pair.Forget(*this);
    }

    void Post(uint64_t id, uint64_t bytes)
    {
        // Pieces of one queue pair end in order, so a line of ids tells which Write a piece is of.
        m_completing.push_back(id);
        m_arriving.push_back(id);
        m_pair.Write(bytes);
    }

    void Completed(const Completion& piece) override
    {
        const uint64_t id = m_completing.front();
        m_completing.pop_front();
        m_bundle.Completed(id, piece);
    }

    void Delivered(const Delivery& piece) override
    {
        const uint64_t id = m_arriving.front();
        m_arriving.pop_front();
        m_bundle.Delivered(id, piece);
    }

    Requestor& Pair() const
    {
        return m_pair;
    }

  private:
    QueuePairBundle& m_bundle;
    Requestor& m_pair;
    std::deque<uint64_t> m_completing; //!< Writes with pieces here, in the order of the pair's
                                       //!< posts
    std::deque<uint64_t> m_arriving;   //!< likewise
};

QueuePairBundle::QueuePairBundle(const std::vector<Requestor*>& ends, uint32_t payload)
    : m_payload(payload)
{
    for (Requestor* end : ends)
    {
        m_ends.push_back(std::make_unique<End>(*this, *end));
    }
}

QueuePairBundle::~QueuePairBundle() = default;

/** Pieces of whole packets, as equal as these can be; a short Write has fewer than there are pairs.
 */
uint64_t
QueuePairBundle::Write(uint64_t bytes)
{
    // A Write of 0 bytes still is one packet.
    const uint64_t packets = std::max<uint64_t>((bytes + m_payload - 1) / m_payload, 1);
    const auto pieces = static_cast<uint32_t>(std::min<uint64_t>(packets, m_ends.size()));
    // Ids count up, so the place of a Write in the line follows from its id.
    const uint64_t id = m_oldest + m_pending.size();
    m_pending.push_back({static_cast<uint32_t>(bytes), pieces, pieces, Completion()});
    uint64_t left = bytes;
    for (uint32_t piece = 0; piece < pieces; ++piece)
    {
        const uint64_t share = packets / pieces + (piece < packets % pieces ? 1 : 0);
        const uint64_t size = std::min(left, share * m_payload);
        left -= size;
        m_ends[m_turn]->Post(id, size);
        // Short Writes take turns too, or the first queue pair would carry them all.
        m_turn = (m_turn + 1) % m_ends.size();
    }
    return id;
}

/** Writes end in the order of their posts, as they do on one queue pair. */
void
QueuePairBundle::Completed(uint64_t id, const Completion& piece)
{
    Pending& write = m_pending[id - m_oldest];
    // The first error stays, whatever later pieces end with.
    if (write.worst.status == CompletionStatus::SUCCESS)
    {
        write.worst = piece;
    }
    --write.completing;
    while (!m_pending.empty() && m_pending.front().completing == 0)
    {
        Completion whole = m_pending.front().worst;
        whole.id = m_oldest++;
        whole.length = m_pending.front().length;
        whole.at = Now();
        m_pending.pop_front();
        // A listener may forget itself while it is told: a copy is walked.
        for (RequestorListener* listener : std::vector<RequestorListener*>(m_listeners))
        {
            listener->Completed(whole);
        }
    }
}

void
QueuePairBundle::Delivered(uint64_t id, const Delivery& piece)
{
    if (id < m_oldest)
    {
        // A Write that failed may still have pieces on their way.
        return; // the piece ended badly
    }
    Pending& write = m_pending[id - m_oldest];
    if (--write.arriving != 0)
    {
        return;
    }
    Delivery whole = piece;
    whole.msn = static_cast<uint16_t>(id);
    whole.length = write.length;
    for (RequestorListener* listener : std::vector<RequestorListener*>(m_listeners))
    {
        listener->Delivered(whole);
    }
}

Instant
QueuePairBundle::Now() const
{
    return m_ends.front()->Pair().Now();
}

const QueuePairCounters&
QueuePairBundle::Counters() const
{
    m_own = QueuePairCounters();
    for (const auto& end : m_ends)
    {
        m_own += end->Pair().Counters();
    }
    return m_own;
}

const QueuePairCounters&
QueuePairBundle::PeerCounters() const
{
    m_peers = QueuePairCounters();
    for (const auto& end : m_ends)
    {
        m_peers += end->Pair().PeerCounters();
    }
    return m_peers;
}

void
QueuePairBundle::Tell(RequestorListener& listener)
{
    m_listeners.push_back(&listener);
}

void
QueuePairBundle::Forget(RequestorListener& listener)
{
    m_listeners.erase(std::remove(m_listeners.begin(), m_listeners.end(), &listener),
                      m_listeners.end());
}

} // namespace mrc
} // namespace ns3
