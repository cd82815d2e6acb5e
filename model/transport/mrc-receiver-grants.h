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
 * @param peerOffer the requestor's capabilities
 * @return the first grant of the responder
 */
Grant FirstGrant(const QpConfig& qp, const QpCapabilities& peerOffer);

/**
 * Which limits does the requestor have, and how does the requestor hear of them? A view of a
 * ReceiverStore.
 */
class ReceiverGrants
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit ReceiverGrants(ReceiverStore& store)
        : m_store(store)
    {
    }

    /** Changes the grant of the requestor (QueuePairAdmin::SetGrant). */
    bool Set(const Grant& grant) const;

    /** Writes the requestor's limits into a SACK. */
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
