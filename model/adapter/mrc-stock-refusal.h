/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_REFUSAL_H
#define MRC_STOCK_REFUSAL_H

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

/** Why a NIC did not take a packet of its stock stack [stock-refusals]. */
enum class StockRefusal : uint8_t
{
    NO_IP,       //!< the packet has no whole IPv4 or IPv6 header
    TOO_LONG,    //!< the packet is longer than the MTU
    DESTINATION, //!< the packet's destination is no other NIC of the fabric: multicast, broadcast,
                 //!< unknown
    QUEUE_FULL,  //!< no room in the NIC's queue [stock-queue]
    OVER,        //!< the network has ended
    WAY,         //!< the packet has outer headers of SRv6 that no frame can have [stock-ways]
};

/** How many refusals there are. */
constexpr unsigned STOCK_REFUSALS = 6;

/**
 * @param out where to
 * @param refusal the name of this refusal is printed, such as "queue-full"
 * @return the stream
 */
std::ostream& operator<<(std::ostream& out, StockRefusal refusal);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_REFUSAL_H */
