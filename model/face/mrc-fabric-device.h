/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_DEVICE_H
#define MRC_FABRIC_DEVICE_H

#include "ns3/address.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The answers to ns-3's NetDevice that all devices of a fabric have in common. Devices have a MAC
 * address and a node, are no bridges, and need no ARP.
 */
class FabricDevice : public NetDevice
{
  public:
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    Address GetBroadcast() const override;
    Address GetMulticast(Ipv4Address group) const override;
    Address GetMulticast(Ipv6Address group) const override;
    bool IsBridge() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& destination,
                  uint16_t protocol) override;
    bool SupportsSendFrom() const override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;

  protected:
    FabricDevice() = default;

    /** @param address MAC address of the device */
    explicit FabricDevice(Mac48Address address)
        : m_address(address)
    {
    }

    /** @return MAC address of the device */
    Mac48Address Mac() const
    {
        return m_address;
    }

    void DoDispose() override;

  private:
    Mac48Address m_address;
    uint32_t m_ifIndex{0};
    Node* m_node{nullptr}; //!< owns this device
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_DEVICE_H */
