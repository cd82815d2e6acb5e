/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-device-rows.h"

#include "ns3/enum.h"
#include "ns3/mrc-stock-paths.h"

namespace ns3
{
namespace mrc
{

void
AddNicDeviceLimits(NicDeviceRows rows)
{
    rows.Row("MaxPackets",
             &NicDeviceConfig::maxPackets,
             1,
             UINT32_MAX,
             "IP packets that may wait in the NIC for its ports; further ones are refused; "
             "read when the stack is installed [stock-queue]")
        .Row("MaxBytes",
             &NicDeviceConfig::maxBytes,
             MIN_STOCK_MTU,
             UINT32_MAX,
             "Bytes of IP packets that may wait in the NIC for its ports; at least Mtu; read "
             "when the stack is installed [stock-queue]");
}

void
AddNicDeviceAddresses(NicDeviceRows rows)
{
    const ValueForm<Ipv4Address, Ipv4AddressValue> address{
        [](const Ipv4Address& network) { return Ipv4AddressValue(network); },
        [](const Ipv4AddressValue& value) { return std::optional(value.Get()); },
        &MakeIpv4AddressChecker};
    const ValueForm<Ipv4Mask, Ipv4MaskValue> mask{
        [](const Ipv4Mask& network) { return Ipv4MaskValue(network); },
        [](const Ipv4MaskValue& value) { return std::optional(value.Get()); },
        &MakeIpv4MaskChecker};
    rows.Row("Spread",
             &NicDeviceConfig::spread,
             MakeEnumChecker(STOCK_BY_FLOW, "Flow", STOCK_BY_PACKET, "Packet"),
             "How packets are spread over paths: Flow, all packets of a flow on one path, "
             "or Packet, each packet on the next path. Spread is not changed once the stack "
             "is installed [stock-path]")
        .Row("Ipv4Network",
             &NicDeviceConfig::ipv4Network,
             address,
             "Network of the IPv4 addresses of NICs: NIC n has number n + 1 in it; not "
             "changed once the stack is installed [stock-addresses]")
        .Row("Ipv4Mask",
             &NicDeviceConfig::ipv4Mask,
             mask,
             "Mask of Ipv4Network; it leaves room for all NICs of the fabric; not changed "
             "once the stack is installed [stock-addresses]");
}

} // namespace mrc
} // namespace ns3
