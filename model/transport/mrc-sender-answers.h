/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_ANSWERS_H
#define MRC_SENDER_ANSWERS_H

#include "mrc-sender-store.h"

namespace ns3
{
namespace mrc
{

/** Which consequences has an answer of the peer for a sender? A view of a SenderStore. */
class SenderAnswers
{
  public:
    /** @param store the sender's; must outlive this */
    explicit SenderAnswers(SenderStore& store)
        : m_store(store)
    {
    }

    /** A SACK, NACK or Transport ACK came. */
    void OnAnswer(const Datagram& datagram, Instant now) const;

  private:
    // static: a SACK would else look for the store again and again
    static void OnSack(SenderStore& store, const SackHeaders& sack, Instant now);
    static void NoteNack(SenderStore& store, const Neth& nack, Instant now);
    static void OnNack(SenderStore& store, const Neth& nack, Instant now);
    static void OnTransportAck(SenderStore& store, const Datagram& ack, Instant now);

    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_ANSWERS_H */
