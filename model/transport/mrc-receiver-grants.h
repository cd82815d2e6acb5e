/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVER_GRANTS_H
#define MRC_RECEIVER_GRANTS_H

#include "mrc-receiver-store.h"

namespace ns3
{
namespace mrc
{

/**
 * @param qp of the responder
 * @param peerOffer what the requestor can do
 * @return what the responder grants at first
 */
Grant FirstGrant(const QpConfig& qp, const QpCapabilities& peerOffer);

/** What may the requestor do, and how is it told? A view of a ReceiverStore. */
class ReceiverGrants
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit ReceiverGrants(ReceiverStore& store)
        : m_store(store)
    {
    }

    /** Changes what the requestor may do (QueuePairAdmin::SetGrant). */
    bool Set(const Grant& grant) const;

    /** Writes what it may do into a SACK. */
    void Fill(SackHeaders& sack) const;

    /** A data packet came: which penalty do the next SACKs ask for, by the receiver's own rule? */
    void WeighIncast(Instant now) const;

  private:
    void NarrowWindow() const;

    ReceiverStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVER_GRANTS_H */
