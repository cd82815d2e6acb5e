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

/** What does an answer of the peer mean for a sender? A view of a SenderStore. */
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
    void OnSack(const SackHeaders& sack, Instant now) const;
    void OnNack(const Neth& nack, Instant now) const;
    void OnTransportAck(const Datagram& ack, Instant now) const;

    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_ANSWERS_H */
