/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_DEVICE_SETTINGS_H
#define MRC_NIC_DEVICE_SETTINGS_H

#include "ns3/ipv4-address.h"
#include "ns3/mrc-stock-pair.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The settings of a NIC's device that are read when its stack is installed. */
struct NicDeviceConfig
{
    uint32_t maxPackets{StockLimits().packets}; //!< that may wait; [stock-queue]
    uint32_t maxBytes{StockLimits().bytes};     //!< of packets that may wait; [stock-queue]
    StockSpread spread{StockConfig().spread};   //!< over paths; [stock-path]
    Ipv4Address ipv4Network{"10.0.0.0"};        //!< of NICs; [stock-addresses]
    Ipv4Mask ipv4Mask{"255.0.0.0"};             //!< of that network; [stock-addresses]
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_DEVICE_SETTINGS_H */
