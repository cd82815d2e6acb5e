/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-device.h"

#include "mrc-beside-packet.h"
#include "mrc-ipv6-address.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-ethernet.h"
#include "ns3/mrc-inner-header.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-port.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNicDevice");

namespace
{

/** @return the EtherType of a version of the Internet Protocol */
constexpr uint16_t
TypeOf(uint8_t version)
{
    return static_cast<uint16_t>(version == 6 ? EtherType::IPV6 : EtherType::IPV4);
}

} // namespace

/** Stands between a NIC and its device, either of which may go first. */
class NicDevice::Stack : public StockUser
{
  public:
    Stack(NicDevice& device, StockDesk& desk)
        : desk(desk),
          m_device(device)
    {
    }

    /** The packet goes up in an ordinary event, since ns-3's nodes want one of their own. */
    void Received(const StockPacket& packet, Ecn ecn) override
    {
        const auto& beside = *static_cast<const BesidePacket*>(packet.beside.get());
        Simulator::ScheduleWithContext(m_device.m_node->GetId(),
                                       Time(0),
                                       &NicDevice::Deliver,
                                       Ptr<NicDevice>(&m_device),
                                       WithEcn(beside.packet, beside.protocol, ecn),
                                       beside.protocol,
                                       beside.from);
    }

    /** In an event of its own, for the same reason as HasRoom. */
    void Refused(const StockPacket& packet) override
    {
        Simulator::ScheduleWithContext(
            m_device.m_node->GetId(),
            Time(0),
            &Stack::TellRefused,
            Ptr<NicDevice>(&m_device),
            static_cast<const BesidePacket*>(packet.beside.get())->packet);
    }

    /** In an event of its own: a stack that sends now would have the NIC pull while it pulls. */
    void HasRoom() override
    {
        Simulator::ScheduleWithContext(m_device.m_node->GetId(),
                                       Time(0),
                                       &NicDevice::WakeQueue,
                                       Ptr<NicDevice>(&m_device));
    }

    void Closed() override
    {
        m_device.m_isOver = true;
    }

    StockDesk& desk; //!< of the NIC

  private:
    static void TellRefused(Ptr<NicDevice> device, Ptr<const Packet> packet)
    {
        device->m_macRxDrop(packet);
    }

    NicDevice& m_device;
};

NicDevice::NicDevice()
    : m_largestMtu(MAX_STOCK_BYTES)
{
}

NicDevice::~NicDevice() = default;

void
NicDevice::Attach(Network& network, uint32_t nic)
{
    m_nic = nic;
    m_nics = network.GetTopology().Spec().nics;
    Ipv4Of(m_nics - 1); // a fatal error if there is no room
    if (m_maxBytes < m_mtu)
    {
        NS_FATAL_ERROR("ns3::mrc::NicDevice::MaxBytes is " << m_maxBytes << "; expected at least "
                                                           << m_mtu << ", the attribute Mtu");
    }
    const uint32_t most = MAX_STOCK_BYTES - network.Engine().fabric.State().largest.segments;
    if (m_mtu > most)
    {
        NS_FATAL_ERROR("ns3::mrc::NicDevice::Mtu is " << m_mtu << "; expected at most " << most
                                                      << " beside a segment routing header");
    }
    m_address = ToMac48Address(MacOfNic(nic, 0));
    m_stack = std::make_unique<Stack>(*this, network.Engine().nics.Stock());
    StockConfig config;
    config.limits = {m_maxPackets, m_maxBytes};
    config.spread = m_spread;
    if (!m_stack->desk.Open(nic, config, *m_stack))
    {
        NS_FATAL_ERROR("NIC " << nic << " has a device for stock stacks already; expected one");
    }
    m_largestMtu = m_mtu;
    m_isOver = false;
}

Ipv4Address
NicDevice::Ipv4Of(uint32_t nic) const
{
    const uint32_t hosts = ~m_ipv4Mask.Get();
    if (nic + 1 >= hosts || (m_ipv4Network.Get() & hosts) != 0)
    {
        NS_FATAL_ERROR("ns3::mrc::NicDevice::Ipv4Network "
                       << m_ipv4Network << " with Ipv4Mask " << m_ipv4Mask
                       << " has no address for NIC " << nic
                       << "; expected a network with room for it, its address without host bits");
    }
    return Ipv4Address(m_ipv4Network.Get() + nic + 1);
}

/** Addresses are configuration: which NIC has which follows from its number [stock-addresses]. */
std::optional<uint32_t>
NicDevice::DestinationOf(const InnerHeader& header) const
{
    uint32_t nic = m_nics;
    if (header.version == 6)
    {
        NicOfAddress(header.destination, nic);
    }
    else
    {
        nic = static_cast<uint32_t>(header.destination.low) - m_ipv4Network.Get() - 1;
    }
    return nic < m_nics && nic != m_nic ? std::optional(nic) : std::nullopt;
}

bool
NicDevice::Refuse(const Ptr<Packet>& packet, StockRefusal refusal)
{
    NS_LOG_WARN("NIC " << m_nic << " refuses a packet of its stack: " << refusal);
    ++m_refusals[static_cast<unsigned>(refusal)];
    m_macTxDrop(packet);
    m_refused(packet, refusal);
    return false;
}

bool
NicDevice::Send(Ptr<Packet> packet, const Address&, uint16_t protocol)
{
    if (m_isOver)
    {
        return Refuse(packet, StockRefusal::OVER);
    }
    const uint32_t size = packet->GetSize();
    if (size > m_mtu)
    {
        return Refuse(packet, StockRefusal::TOO_LONG);
    }
    std::vector<uint8_t> bytes(size);
    packet->CopyData(bytes.data(), size);
    InnerHeader header;
    if (!ReadInnerHeader(bytes.data(), size, header) || protocol != TypeOf(header.version))
    {
        return Refuse(packet, StockRefusal::NO_IP);
    }
    const auto destination = DestinationOf(header);
    if (!destination)
    {
        return Refuse(packet, StockRefusal::DESTINATION);
    }
    if (!m_stack->desk.HasRoom(m_nic, size))
    {
        return Refuse(packet, StockRefusal::QUEUE_FULL);
    }
    m_macTx(packet);
    // The stack may go on to use its packet: what is under way is a copy, which has the tags.
    auto beside =
        std::make_shared<const BesidePacket>(BesidePacket{packet->Copy(), m_address, protocol});
    m_stack->desk.Send({m_nic, *destination, std::move(bytes), std::move(beside)});
    MindQueue();
    return true;
}

/** Stops traffic control while the NIC has no room for a packet of any size [stock-queue]. */
void
NicDevice::MindQueue()
{
    const Ptr<NetDeviceQueueInterface> queues = GetObject<NetDeviceQueueInterface>();
    if (queues != nullptr && !m_stack->desk.HasRoom(m_nic, m_mtu))
    {
        queues->GetTxQueue(0)->Stop();
        m_stack->desk.AwaitRoom(m_nic);
    }
}

void
NicDevice::WakeQueue()
{
    if (m_isOver)
    {
        return;
    }
    if (!m_stack->desk.HasRoom(m_nic, m_mtu))
    {
        m_stack->desk.AwaitRoom(m_nic); // the packet that left was shorter
        return;
    }
    GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->Wake();
}

void
NicDevice::Deliver(Ptr<Packet> packet, uint16_t protocol, Mac48Address from)
{
    m_macRx(packet);
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet, protocol, from, m_address, NetDevice::PACKET_HOST);
    }
    if (!m_receive.IsNull())
    {
        m_receive(this, packet, protocol, from);
    }
}

void
NicDevice::PortChanged()
{
    m_linkChange();
}

/** A NIC is reachable as long as one of its ports has a link. */
bool
NicDevice::IsLinkUp() const
{
    for (uint32_t i = 0; m_node != nullptr && i < m_node->GetNDevices(); ++i)
    {
        const auto port = DynamicCast<Port>(m_node->GetDevice(i));
        if (port != nullptr && port->IsLinkUp())
        {
            return true;
        }
    }
    return false;
}

void
NicDevice::DoDispose()
{
    if (!std::exchange(m_isOver, true))
    {
        m_stack->desk.Close(m_nic);
    }
    m_node = nullptr;
    m_receive = NetDevice::ReceiveCallback();
    m_promiscReceive = NetDevice::PromiscReceiveCallback();
    NetDevice::DoDispose();
}

} // namespace mrc
} // namespace ns3
