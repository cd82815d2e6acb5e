/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_WAY_H
#define MRC_STOCK_WAY_H

#include "mrc-dscp.h"
#include "mrc-ids.h"
#include "mrc-locator-block.h"
#include "mrc-usid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The outer headers of a stock packet that a stack has encapsulated by itself [stock-ways]. */
struct StockWay
{
    UsidCarrier destination;      //!< outer destination
    std::array<Usid, 4> behind{}; //!< as Frame::behind
    uint8_t segments{0};          //!< as Frame::segments
    uint8_t hopLimit{0};          //!< outer hop limit
    uint8_t dscp{0};              //!< outer DSCP
    Ecn ecn{Ecn::NOT_ECT};        //!< outer ECN
    uint32_t label{0};            //!< outer flow label, 20 bits
    PlaneMask planes{0};          //!< that the packet may leave by
};

/** What a stack's packet to an address of the fabric's block turned out to be. */
struct StockWayReading
{
    StockWay way;           //!< the outer headers
    std::size_t innerAt{0}; //!< bytes in front of the packet inside; 0: there is none, or a segment
                            //!< routing header that no frame has room for
};

/**
 * @param bytes an IPv6 packet of a NIC's stack
 * @param size how many bytes
 * @param nic number of that NIC, of which the outer source has to be
 * @param block of the fabric
 * @return the packet's outer headers; none if its destination is not of the block
 */
std::optional<StockWayReading> ReadStockWay(const uint8_t* bytes,
                                            std::size_t size,
                                            uint32_t nic,
                                            const LocatorBlock& block);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_WAY_H */
