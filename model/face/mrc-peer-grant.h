/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PEER_GRANT_H
#define MRC_PEER_GRANT_H

#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class NicTable;
class QueuePairAdmin;

/** Which limits does the other end of a connection set to this end? */
class PeerGrant
{
  public:
    /** @param nics of both ends; must outlive this
     *  @param slot this end */
    PeerGrant(NicTable& nics, SlotIndex slot);

    /** @return the receive window in units of 128 PSNs [dynamic-mpr] */
    uint8_t Mpr() const;

    /**
     * @param units of 128 PSNs, at least 1. A fatal error follows if the ends agreed on an MPR that
     * stays, or if the peer is not in state RTR yet
     */
    void SetMpr(uint8_t units);

    /** @return rcv_cwnd_pen, 0 .. 127 [receiver-penalty] */
    uint8_t Penalty() const;

    /** @param penalty rcv_cwnd_pen, 0 .. 127; a fatal error before the peer is in state RTR */
    void SetPenalty(uint8_t penalty);

  private:
    QueuePairAdmin& PeerThatGrants(const char* attribute) const;

    NicTable& m_nics;
    SlotIndex m_slot;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PEER_GRANT_H */
