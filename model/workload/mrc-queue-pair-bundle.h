/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_BUNDLE_H
#define MRC_QUEUE_PAIR_BUNDLE_H

#include "ns3/mrc-requestor.h"

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

  private:
    class End;

    /** A Write of which pieces are under way. */
    struct Pending
    {
        uint32_t length;     //!< bytes
        uint32_t arriving;   //!< pieces that have not arrived
        uint32_t completing; //!< pieces that are not complete
        Completion worst;    //!< the latest end, or the first bad one
    };

    void Completed(uint64_t id, const Completion& piece);
    void Delivered(uint64_t id, const Delivery& piece);

    std::vector<std::unique_ptr<End>> m_ends;
    std::vector<RequestorListener*> m_listeners;
    std::deque<Pending> m_pending; //!< in the order of the posts
    uint64_t m_oldest{0};          //!< id of the first of them
    uint32_t m_payload;
    uint32_t m_turn{0}; //!< the queue pair of the next piece
    mutable QueuePairCounters m_own;
    mutable QueuePairCounters m_peers;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_BUNDLE_H */
