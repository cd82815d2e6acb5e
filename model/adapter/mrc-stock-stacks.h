/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_STACKS_H
#define MRC_STOCK_STACKS_H

#include "ns3/ipv4-interface-container.h"
#include "ns3/ipv6-interface-container.h"
#include "ns3/mrc-network.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The stock stacks of some NICs; entry i of each container is of the i-th of them. */
struct StockStacks
{
    NetDeviceContainer devices;  //!< ns3::mrc::NicDevice
    Ipv6InterfaceContainer ipv6; //!< address 0 is link-local, address 1 that of the NIC
    Ipv4InterfaceContainer ipv4; //!< with one address
};

/**
 * Puts stock stacks on NICs [stock-addresses].
 *
 * A node without a stack gets both of ns-3's with their default routing. The node's NIC becomes an
 * interface of both stacks, with addresses and ns-3's default queue disc.
 *
 * @param network of the NICs
 * @param nics their numbers; a fatal error if one does not exist or has a stack
 * @param device makes devices: a factory of ns3::mrc::NicDevice
 * @return the installed stacks
 * @throws std::invalid_argument if the fabric's Encapsulation is not Srv6, or a queue has no room
 *         for a packet of the device's Mtu
 */
StockStacks InstallStockStacks(Network& network,
                               const std::vector<uint32_t>& nics,
                               const ObjectFactory& device);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_STACKS_H */
