/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-device.h"

#include "mrc-beside-packet.h"
#include "mrc-ipv6-address.h"
#include "mrc-nic-device-rows.h"
#include "mrc-nic-device-settings.h"
#include "mrc-stock-reader.h"

#include "ns3/channel.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-network-plan.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-port.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-stock-packet.h"
#include "ns3/mrc-stock-pair.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNicDevice");

NS_OBJECT_ENSURE_REGISTERED(NicDevice);

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
        const BesidePacket beside = Beside(packet);
        Simulator::ScheduleWithContext(m_device.GetNode()->GetId(),
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
        Simulator::ScheduleWithContext(m_device.GetNode()->GetId(),
                                       Time(0),
                                       &Stack::TellRefused,
                                       Ptr<NicDevice>(&m_device),
                                       Beside(packet).packet);
    }

    /**
     * In an event of its own: a stack that sends now would have the NIC pull during another pull.
     */
    void HasRoom() override
    {
        Simulator::ScheduleWithContext(m_device.GetNode()->GetId(),
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
    /** @return the sender's packet; of a switch's, which has none, one of the same bytes */
    static BesidePacket Beside(const StockPacket& packet)
    {
        const auto* const beside = static_cast<const BesidePacket*>(packet.beside.get());
        return beside != nullptr
                   ? BesidePacket{AsArrived(beside->packet, packet.bytes),
                                  beside->from,
                                  IpEtherType(packet.bytes[0] >> 4)}
                   : BesidePacket{Create<Packet>(packet.bytes.data(), packet.bytes.size()),
                                  Mac48Address(),
                                  IpEtherType(packet.bytes[0] >> 4)};
    }

    static void TellRefused(Ptr<NicDevice> device, Ptr<const Packet> packet)
    {
        device->m_macRxDrop(packet);
    }

    NicDevice& m_device;
};

TypeId
NicDevice::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::NicDevice")
                       .SetParent<NetDevice>()
                       .SetGroupName("Mrc")
                       .AddConstructor<NicDevice>();
        AddAttributes(t);
        AddNicDeviceLimits({t, &NicDevice::m_config});
        AddNicDeviceAddresses({t, &NicDevice::m_config, &NicDevice::RequireNoStack});
        AddTraces(t);
        return t;
    }();
    return tid;
}

void
NicDevice::AddAttributes(TypeId tid)
{
    // Mtu is no row: ns-3 reads and sets it by methods of NetDevice too.
    tid.AddAttribute("Mtu",
                     "Largest IP packet that the stack may send, in bytes; not raised once the "
                     "stack is installed [stock-encapsulation]",
                     UintegerValue(9000),
                     MakeUintegerAccessor(&NicDevice::SetMtu, &NicDevice::GetMtu),
                     MakeUintegerChecker<uint16_t>(MIN_STOCK_MTU, MAX_STOCK_BYTES));
    tid.AddAttribute("Number",
                     "Which NIC of its fabric this is, from 0",
                     TypeId::ATTR_GET,
                     UintegerValue(0),
                     MakeUintegerAccessor(&NicDevice::m_nic),
                     MakeUintegerChecker<uint32_t>());
}

/** Refuses an attribute that was read when the stack was installed. */
void
NicDevice::RequireNoStack(const char* attribute) const
{
    if (m_stack)
    {
        NS_FATAL_ERROR("ns3::mrc::NicDevice::"
                       << attribute << " is set on NIC " << m_nic
                       << ", which has its stack; expected before the stack is installed");
    }
}

Ipv4Mask
NicDevice::GetIpv4Mask() const
{
    return m_config->ipv4Mask;
}

/** Most trace sources have the names that ns-3's devices give them. */
void
NicDevice::AddTraces(TypeId tid)
{
    const char* packet = "ns3::Packet::TracedCallback";
    tid.AddTraceSource("MacTx",
                       "The NIC took a packet of its stack",
                       MakeTraceSourceAccessor(&NicDevice::m_macTx),
                       packet)
        .AddTraceSource("MacTxDrop",
                        "The NIC did not take a packet of its stack",
                        MakeTraceSourceAccessor(&NicDevice::m_macTxDrop),
                        packet)
        .AddTraceSource("MacRx",
                        "A packet arrived and goes to the stack",
                        MakeTraceSourceAccessor(&NicDevice::m_macRx),
                        packet)
        .AddTraceSource("MacRxDrop",
                        "A packet arrived trimmed, or with a mark that its stack does not know: "
                        "the stack does not see it",
                        MakeTraceSourceAccessor(&NicDevice::m_macRxDrop),
                        packet)
        .AddTraceSource("Refused",
                        "The NIC did not take a packet of its stack, for this reason",
                        MakeTraceSourceAccessor(&NicDevice::m_refused),
                        "ns3::mrc::NicDevice::RefusedCallback");
}

NicDevice::NicDevice()
    : m_largestMtu(MAX_STOCK_BYTES),
      m_config(std::make_unique<NicDeviceConfig>())
{
}

NicDevice::~NicDevice() = default;

/**
 * Opens the NIC for a stack. What cannot work is refused here: addresses, queues and headers depend
 * on the fabric.
 */
void
NicDevice::Attach(Network& network, uint32_t nic)
{
    m_nic = nic;
    const uint32_t nics = network.GetTopology().Spec().nics;
    // Here, and not at the first packet: a script is wrong from the start.
    Ipv4Of(nics - 1); // a fatal error if there is no room
    if (m_config->maxBytes < m_mtu)
    {
        NS_FATAL_ERROR("ns3::mrc::NicDevice::MaxBytes is " << m_config->maxBytes
                                                           << "; expected at least " << m_mtu
                                                           << ", the attribute Mtu");
    }
    const uint32_t most = MAX_STOCK_BYTES - network.Engine().fabric.State().largest.segments;
    if (m_mtu > most)
    {
        NS_FATAL_ERROR("ns3::mrc::NicDevice::Mtu is " << m_mtu << "; expected at most " << most
                                                      << " beside a segment routing header");
    }
    SetAddress(ToMac48Address(MacOfNic(nic, 0)));
    m_stack = std::make_unique<Stack>(*this, network.Engine().shards.Of(nic).GetNics().Stock());
    StockConfig config;
    config.limits = {m_config->maxPackets, m_config->maxBytes};
    config.spread = m_config->spread;
    if (!m_stack->desk.Open(nic, config, *m_stack))
    {
        NS_FATAL_ERROR("NIC " << nic << " has a device for stock stacks already; expected one");
    }
    // Queue pairs have the same slots in all shards, so each shard keeps those of this stack.
    for (const auto& shard : network.Engine().shards.All())
    {
        shard->GetNics().Stock().Hold(nic);
    }
    const FabricConfig fabric = network.Engine().profiles.fabric->Config();
    StockReader::Edge edge;
    edge.nic = nic;
    edge.nics = nics;
    edge.ipv4Network = m_config->ipv4Network.Get();
    // A trimmed packet must keep its segment header, which bounds the length of ways.
    edge.mostSegments = !fabric.trimming
                            ? MAX_STOCK_BYTES
                            : std::max<uint32_t>(fabric.trimSize, MIN_TRIM_BYTES) - MIN_TRIM_BYTES;
    if (fabric.encapsulation == ENCAPSULATION_SRV6)
    {
        edge.block = fabric.block;
    }
    m_reader = std::make_unique<StockReader>(edge);
    // Queues were found to have room for this Mtu, so later ones may only be smaller.
    m_largestMtu = m_mtu;
    m_isOver = false;
}

Ipv4Address
NicDevice::Ipv4Of(uint32_t nic) const
{
    const Ipv4Address network = m_config->ipv4Network;
    const uint32_t hosts = ~m_config->ipv4Mask.Get();
    if (nic + 1 >= hosts || (network.Get() & hosts) != 0)
    {
        NS_FATAL_ERROR("ns3::mrc::NicDevice::Ipv4Network "
                       << network << " with Ipv4Mask " << m_config->ipv4Mask
                       << " has no address for NIC " << nic
                       << "; expected a network with room for it, its address without host bits");
    }
    return Ipv4Address(network.Get() + nic + 1);
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
        // Stacks send on while a simulation is torn down.
        return Refuse(packet, StockRefusal::OVER);
    }
    const uint32_t size = packet->GetSize();
    if (size > m_mtu)
    {
        return Refuse(packet, StockRefusal::TOO_LONG);
    }
    // The reader sees bytes, so that any stack's headers will do.
    std::vector<uint8_t> bytes(size);
    packet->CopyData(bytes.data(), size);
    const auto read = m_reader->Read(bytes, protocol);
    if (const auto* const refusal = std::get_if<StockRefusal>(&read))
    {
        return Refuse(packet, *refusal);
    }
    const auto& errand = std::get<StockErrand>(read);
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(errand.innerAt));
    // Room counts the packet as the stack sent it, with the headers that are taken off.
    if (!m_stack->desk.HasRoom(m_nic, size))
    {
        return Refuse(packet, StockRefusal::QUEUE_FULL);
    }
    m_macTx(packet);
    // The stack may go on to use the packet: a copy is under way, and has the tags.
    const Ptr<Packet> inner = packet->Copy();
    inner->RemoveAtStart(errand.innerAt);
    auto beside = std::make_shared<const BesidePacket>(BesidePacket{inner, Mac(), errand.protocol});
    m_stack->desk.Send(
        {m_nic, errand.destination, std::move(bytes), std::move(beside), errand.way});
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
        // ns-3's queue discs hand down packets of any size, and lose those that Send refuses.
        queues->GetTxQueue(0)->Stop();
        m_stack->desk.AwaitRoom(m_nic);
    }
}

void
NicDevice::WakeQueue()
{
    // The network may have ended between the event and its call.
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
        m_promiscReceive(this, packet, protocol, from, Mac(), NetDevice::PACKET_HOST);
    }
    if (!m_receive.IsNull())
    {
        m_receive(this, packet, protocol, from);
    }
}

void
NicDevice::PortChanged()
{
    // The stack asks IsLinkUp itself: a port of several may have changed without any effect.
    m_linkChange();
}

/** A NIC is reachable as long as one of the NIC's ports has a link. */
bool
NicDevice::IsLinkUp() const
{
    const Ptr<Node> node = GetNode();
    for (uint32_t i = 0; node != nullptr && i < node->GetNDevices(); ++i)
    {
        const auto port = DynamicCast<Port>(node->GetDevice(i));
        if (port != nullptr && port->IsLinkUp())
        {
            return true;
        }
    }
    return false;
}

/** A NIC has a link for each of the NIC's ports, and no channel of its own. */
Ptr<Channel>
NicDevice::GetChannel() const
{
    return nullptr;
}

bool
NicDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_STOCK_MTU || mtu > m_largestMtu)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
NicDevice::GetMtu() const
{
    return static_cast<uint16_t>(m_mtu);
}

void
NicDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
NicDevice::IsBroadcast() const
{
    return true;
}

/** The fabric has no multicast; stacks want to try, and Send refuses. */
bool
NicDevice::IsMulticast() const
{
    return true;
}

bool
NicDevice::IsPointToPoint() const
{
    return false;
}

void
NicDevice::SetReceiveCallback(NetDevice::ReceiveCallback callback)
{
    m_receive = callback;
}

void
NicDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback)
{
    m_promiscReceive = callback;
}

void
NicDevice::DoDispose()
{
    // A network that ended before has closed the desk itself.
    if (!std::exchange(m_isOver, true))
    {
        m_stack->desk.Close(m_nic);
    }
    m_receive = NetDevice::ReceiveCallback();
    m_promiscReceive = NetDevice::PromiscReceiveCallback();
    FabricDevice::DoDispose();
}

} // namespace mrc
} // namespace ns3
