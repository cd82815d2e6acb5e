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

    void Ending(const Completion& piece) override
    {
        m_bundle.Ending(m_completing[m_ending++], piece);
    }

    void Due() override
    {
        m_bundle.Due();
    }

    void Completed(const Completion& piece) override
    {
        const uint64_t id = m_completing.front();
        m_completing.pop_front();
        m_ending -= m_ending == 0 ? 0 : 1; // one shard tells no end early
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
    std::size_t m_ending{0};           //!< of m_completing, those that have heard of their end
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
    m_pending.push_back(
        {static_cast<uint32_t>(bytes), pieces, pieces, pieces, Completion(), Completion()});
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

/** A Write ends with the last of its pieces, and not before those that were posted before it. */
void
QueuePairBundle::Ending(uint64_t id, const Completion& piece)
{
    Pending& write = m_pending[id - m_oldest];
    const Instant latest = std::max(write.coming.at, piece.at);
    if (write.coming.status == CompletionStatus::SUCCESS)
    {
        write.coming = piece;
    }
    write.coming.at = latest;
    --write.ending;
    while (m_told < m_pending.size() && m_pending[m_told].ending == 0)
    {
        Completion whole = m_pending[m_told].coming;
        whole.id = m_oldest + m_told;
        whole.length = m_pending[m_told].length;
        m_lastEnd = std::max(m_lastEnd, whole.at);
        whole.at = m_lastEnd;
        ++m_told;
        for (RequestorListener* listener : std::vector<RequestorListener*>(m_listeners))
        {
            listener->Ending(whole);
        }
    }
}

/** Listeners are one workload's, so any of them may tell it. */
void
QueuePairBundle::Due()
{
    if (!m_listeners.empty())
    {
        m_listeners.front()->Due();
    }
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
        m_told -= m_told == 0 ? 0 : 1;
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

/** There is one if each queue pair has one. */
PairOutlook
QueuePairBundle::Outlook(const RequestorListener& listener)
{
    if (m_listeners.empty() || m_listeners.front() != &listener)
    {
        return {};
    }
    m_outlooks.clear();
    PairOutlook first;
    for (const auto& end : m_ends)
    {
        const PairOutlook one = end->Pair().Outlook(*end);
        if (!one)
        {
            return {};
        }
        if (first)
        {
            m_outlooks.push_back(one);
        }
        else
        {
            first = one;
        }
    }
    return first.With(m_outlooks);
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
