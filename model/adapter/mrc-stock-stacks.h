/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_STACKS_H
#define MRC_STOCK_STACKS_H

#include "ns3/net-device.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

class Network;

/** The stock stacks of a NIC: its device, and the numbers of its interfaces. */
struct StockStack
{
    Ptr<NetDevice> device; //!< an ns3::mrc::NicDevice
    uint32_t ipv6{0};      //!< address 0 is link-local, address 1 that of the NIC
    uint32_t ipv4{0};      //!< with one address
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
 * @return the installed stacks, in the order of the numbers
 * @throws std::invalid_argument if the fabric's Encapsulation is Ipv4, or a queue has no room for
 *         a packet of the device's Mtu
 */
std::vector<StockStack> InstallStockStacks(Network& network,
                                           const std::vector<uint32_t>& nics,
                                           const ObjectFactory& device);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_STACKS_H */
