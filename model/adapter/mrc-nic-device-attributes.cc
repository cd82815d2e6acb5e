/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-device.h"

#include "ns3/enum.h"
#include "ns3/fatal-error.h"
#include "ns3/mrc-enum-accessor.h"
#include "ns3/mrc-stock-packet.h"
#include "ns3/mrc-stock-paths.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <ostream>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(NicDevice);

TypeId
NicDevice::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::NicDevice")
                       .SetParent<NetDevice>()
                       .SetGroupName("Mrc")
                       .AddConstructor<NicDevice>();
        AddAttributes(t);
        AddTraces(t);
        return t;
    }();
    return tid;
}

void
NicDevice::AddAttributes(TypeId tid)
{
    tid.AddAttribute(
           "Mtu",
           "Largest IP packet that the stack may send, in bytes; not raised once the stack "
           "is installed [stock-encapsulation]",
           UintegerValue(9000),
           MakeUintegerAccessor(&NicDevice::SetMtu, &NicDevice::GetMtu),
           MakeUintegerChecker<uint16_t>(MIN_STOCK_MTU, MAX_STOCK_BYTES))
        .AddAttribute(
            "MaxPackets",
            "IP packets that may wait in the NIC for its ports; further ones are refused; "
            "read when the stack is installed [stock-queue]",
            UintegerValue(1000),
            MakeUintegerAccessor(&NicDevice::m_maxPackets),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute(
            "MaxBytes",
            "Bytes of IP packets that may wait in the NIC for its ports; at least Mtu; read "
            "when the stack is installed [stock-queue]",
            UintegerValue(1500000),
            MakeUintegerAccessor(&NicDevice::m_maxBytes),
            MakeUintegerChecker<uint32_t>(MIN_STOCK_MTU))
        .AddAttribute("Spread",
                      "How packets are spread over paths: Flow, all packets of a flow on one path, "
                      "or Packet, each packet on the next path; not changed once the stack is "
                      "installed [stock-path]",
                      EnumValue(STOCK_BY_FLOW),
                      EnumAccessor<StockSpread>(&NicDevice::SetSpread, &NicDevice::GetSpread),
                      MakeEnumChecker(STOCK_BY_FLOW, "Flow", STOCK_BY_PACKET, "Packet"))
        .AddAttribute(
            "Ipv4Network",
            "Network of the IPv4 addresses of NICs: NIC n has number n + 1 in it; not "
            "changed once the stack is installed [stock-addresses]",
            Ipv4AddressValue("10.0.0.0"),
            MakeIpv4AddressAccessor(&NicDevice::SetIpv4Network, &NicDevice::GetIpv4Network),
            MakeIpv4AddressChecker())
        .AddAttribute("Ipv4Mask",
                      "Mask of Ipv4Network; it leaves room for all NICs of the fabric; not changed "
                      "once the stack is installed [stock-addresses]",
                      Ipv4MaskValue("255.0.0.0"),
                      MakeIpv4MaskAccessor(&NicDevice::SetIpv4Mask, &NicDevice::GetIpv4Mask),
                      MakeIpv4MaskChecker())
        .AddAttribute("Number",
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

void
NicDevice::SetSpread(StockSpread spread)
{
    RequireNoStack("Spread");
    m_spread = spread;
}

StockSpread
NicDevice::GetSpread() const
{
    return m_spread;
}

void
NicDevice::SetIpv4Network(Ipv4Address network)
{
    RequireNoStack("Ipv4Network");
    m_ipv4Network = network;
}

Ipv4Address
NicDevice::GetIpv4Network() const
{
    return m_ipv4Network;
}

void
NicDevice::SetIpv4Mask(Ipv4Mask mask)
{
    RequireNoStack("Ipv4Mask");
    m_ipv4Mask = mask;
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

std::ostream&
operator<<(std::ostream& out, StockRefusal refusal)
{
    // In the order of the enumerators.
    static constexpr const char* NAMES[STOCK_REFUSALS] = {
        "no-ip",
        "too-long",
        "destination",
        "queue-full",
        "over",
    };
    const auto index = static_cast<unsigned>(refusal);
    return out << (index < STOCK_REFUSALS ? NAMES[index] : "unknown");
}

} // namespace mrc
} // namespace ns3
