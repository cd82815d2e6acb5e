/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_BUNDLE_H
#define MRC_QUEUE_PAIR_BUNDLE_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-requestor.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Several queue pairs from a NIC to another, as if they were one [queue-pairs-per-pair]. */
class QueuePairBundle : public Requestor
{
  public:
    /**
     * @param ends the queue pairs, at least one, which outlive it
     * @param payload bytes of a full packet: pieces are whole packets
     */
    QueuePairBundle(const std::vector<Requestor*>& ends, uint32_t payload);
    ~QueuePairBundle() override;

    QueuePairBundle(const QueuePairBundle&) = delete;
    QueuePairBundle& operator=(const QueuePairBundle&) = delete;

    uint64_t Write(uint64_t bytes) override;
    Instant Now() const override;
    const QueuePairCounters& Counters() const override;
    const QueuePairCounters& PeerCounters() const override;
    void Tell(RequestorListener& listener) override;
    void Forget(RequestorListener& listener) override;
    PairOutlook Outlook(const RequestorListener& listener) override;

  private:
    class End;

    /** A Write of which pieces are under way. */
    struct Pending
    {
        uint32_t length;     //!< bytes
        uint32_t arriving;   //!< pieces that have not arrived
        uint32_t completing; //!< pieces that are not complete
        uint32_t ending;     //!< pieces with an end that is not known to come
        Completion worst;    //!< the latest end, or the first bad one
        Completion coming;   //!< likewise, of those known to come, at the latest instant
    };

    void Ending(uint64_t id, const Completion& piece);
    void Due();
    void Completed(uint64_t id, const Completion& piece);
    void Delivered(uint64_t id, const Delivery& piece);

    std::vector<std::unique_ptr<End>> m_ends;
    std::vector<RequestorListener*> m_listeners;
    std::vector<PairOutlook> m_outlooks; //!< of all but the first queue pair, once asked for
    std::deque<Pending> m_pending;       //!< in the order of the posts
    uint64_t m_oldest{0};                //!< id of the first of them
    std::size_t m_told{0};               //!< of m_pending, those with an end that was told early
    Instant m_lastEnd;                   //!< of these
    uint32_t m_payload;
    uint32_t m_turn{0}; //!< the queue pair of the next piece
    mutable QueuePairCounters m_own;
    mutable QueuePairCounters m_peers;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_BUNDLE_H */
