/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_DEVICE_H
#define MRC_NIC_DEVICE_H

#include "mrc-stock-refusal.h"

#include "ns3/ipv4-address.h"
#include "ns3/mrc-fabric-device.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class Network;
class StockReader;
struct NicDeviceConfig;

/**
 * A NIC as stock protocol stacks see it: one interface, whatever ports and planes there are.
 *
 * IP packets of the device cross the fabric encapsulated, beside those of queue pairs
 * [stock-encapsulation]; packet tags and byte tags arrive. FabricHelper::InstallStacks makes the
 * device and sets its addresses.
 */
class NicDevice : public FabricDevice
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    NicDevice();
    ~NicDevice() override;

    /**
     * Ties the device to its NIC, once, after the attributes are set and the device has a node.
     *
     * @param network of the NIC
     * @param nic number of the NIC; a fatal error if another device has this NIC
     */
    void Attach(Network& network, uint32_t nic);

    /** @return number of the device's NIC in the fabric */
    uint32_t Nic() const
    {
        return m_nic;
    }

    /**
     * @param nic number of a NIC
     * @return the IPv4 address of that NIC [stock-addresses]; a fatal error if the network has no
     *         room for so many
     */
    Ipv4Address Ipv4Of(uint32_t nic) const;

    /** @return mask of the device's IPv4 network */
    Ipv4Mask GetIpv4Mask() const;

    /**
     * @param refusal why
     * @return packets of the device's stack that the device did not take
     */
    uint64_t Refusals(StockRefusal refusal) const
    {
        return m_refusals[static_cast<unsigned>(refusal)];
    }

    /** To be called when the link of a port of the NIC went down or came up. */
    void PortChanged();

    // NetDevice
    Ptr<Channel> GetChannel() const override;
    /**
     * @param mtu bytes of an IP packet, 1280 .. 65477; once the stack is installed, at most the MTU
     *        of that time, since the fabric's queues were checked for that
     * @return whether the MTU is in that range; if not, nothing changes
     */
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    bool IsMulticast() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& destination, uint16_t protocol) override;
    void SetReceiveCallback(NetDevice::ReceiveCallback callback) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback) override;

    /** Signature of trace source "Refused". */
    typedef void (*RefusedCallback)(Ptr<const Packet> packet, StockRefusal refusal);

  protected:
    void DoDispose() override;

  private:
    class Stack;

    static void AddAttributes(TypeId tid);
    static void AddTraces(TypeId tid);
    void RequireNoStack(const char* attribute) const;
    bool Refuse(const Ptr<Packet>& packet, StockRefusal refusal);
    void MindQueue();
    void WakeQueue();
    void Deliver(Ptr<Packet> packet, uint16_t protocol, Mac48Address from);

    std::unique_ptr<Stack> m_stack; //!< none before Attach
    uint32_t m_nic{0};
    uint32_t m_mtu{0};
    uint32_t m_largestMtu; //!< once attached: queues of the fabric were checked for this one
    std::unique_ptr<NicDeviceConfig> m_config;
    std::unique_ptr<const StockReader> m_reader; //!< none before Attach
    bool m_isOver{true}; //!< not attached yet, or device or network have ended
    std::array<uint64_t, STOCK_REFUSALS> m_refusals{};
    NetDevice::ReceiveCallback m_receive;
    NetDevice::PromiscReceiveCallback m_promiscReceive;
    TracedCallback<> m_linkChange;
    TracedCallback<Ptr<const Packet>> m_macTx;
    TracedCallback<Ptr<const Packet>> m_macTxDrop;
    TracedCallback<Ptr<const Packet>> m_macRx;
    TracedCallback<Ptr<const Packet>> m_macRxDrop;
    TracedCallback<Ptr<const Packet>, StockRefusal> m_refused;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_DEVICE_H */
