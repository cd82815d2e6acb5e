/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_USER_H
#define MRC_STOCK_USER_H

#include "ns3/mrc-dscp.h"
#include "ns3/mrc-stock-packet.h"

namespace ns3
{
namespace mrc
{

/** The stock stack of a NIC, as the NIC sees it. */
class StockUser
{
  public:
    virtual ~StockUser() = default;

    /**
     * A packet has arrived whole. Called in a hot event: nothing may be sent before that event is
     * over.
     *
     * @param packet the sent packet; the packet's life ends with this call
     * @param ecn the packet's ECN field from now on [stock-ecn]
     */
    virtual void Received(const StockPacket& packet, Ecn ecn) = 0;

    /** A packet has arrived that the stack must not see; called as Received is. */
    virtual void Refused(const StockPacket& packet) = 0;

    /** A packet left a queue that had no room for another one; called as Received is. */
    virtual void HasRoom() = 0;

    /** The NICs are about to go: nothing may be sent or closed any more. */
    virtual void Closed() = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_USER_H */
