/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WAY_BACK_H
#define MRC_WAY_BACK_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-usid.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The way of a packet that a switch sends to a NIC: configuration of the switch. */
struct WayBack
{
    uint32_t node;              //!< number of the switch, which tells its address
    PortIndex port;             //!< egress
    UsidCarrier destination;    //!< outer destination
    std::array<Usid, 4> behind; //!< as Frame::behind
    uint8_t segments;           //!< as Frame::segments
};

/** The ways that switches have to NICs [switch-errors]. */
struct WaysBack
{
    uint32_t nics{0}; //!< of the fabric; larger numbers are switches. 0: nobody is told of drops
    std::function<std::optional<WayBack>(PortIndex link, uint32_t nic)> find; //!< by the link that
                                                                              //!< leads to a switch
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WAY_BACK_H */
