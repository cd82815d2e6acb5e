/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GUARDED_WRITES_H
#define MRC_GUARDED_WRITES_H

#include "mrc-receiver-store.h"

namespace ns3
{
namespace mrc
{

/**
 * Which fate has data while a ResponderGuard has a say? Memory, buffers or order are limited, the
 * responder asks for penalties, or the responder has failed. A view of a ReceiverStore.
 *
 * Packets of usual queue pairs never come here.
 */
class GuardedWrites
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit GuardedWrites(ReceiverStore& store)
        : m_store(store)
    {
    }

    /**
     * @return whether the packet is answered and gone. Comes before ReceivedSet::Insert: a packet
     * that is turned away has not arrived, and is sent again
     */
    bool TurnsAway(const Datagram& packet, uint64_t sequence, Instant now) const;

    /** Places an accepted packet, or holds that packet back until its turn. */
    void Place(const Datagram& packet, uint64_t sequence, Instant now) const;

  private:
    void PlaceOrHold(const Datagram& packet, uint64_t sequence) const;
    uint64_t TurnOf(const Datagram& packet, uint64_t sequence) const;
    uint64_t TurnsBelow() const;

    ReceiverStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GUARDED_WRITES_H */
