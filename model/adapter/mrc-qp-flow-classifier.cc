/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-flow-classifier.h"

#include "mrc-loss-code.h"

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/mrc-address-plan.h"
#include "ns3/mrc-datagram.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-ipv6.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/rng-seed-manager.h"

#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * @return the own address of a NIC, of the inner header: the outer destination may be a carrier,
 * which changes with path and hop
 */
std::string
AddressOf(uint32_t nic, Encapsulation encapsulation)
{
    std::ostringstream text;
    if (encapsulation == ENCAPSULATION_IPV4)
    {
        text << Ipv4Address(Ipv4OfNic(nic));
        return text.str();
    }
    const AddressBits bits = AddressOfNic(nic);
    uint8_t bytes[16];
    for (unsigned i = 0; i < 8; ++i)
    {
        bytes[i] = static_cast<uint8_t>(bits.high >> (56 - 8 * i));
        bytes[8 + i] = static_cast<uint8_t>(bits.low >> (56 - 8 * i));
    }
    text << Ipv6Address(bytes);
    return text.str();
}

/** @return the name of ns-3's classifier of such addresses */
const char*
ClassifierOf(Encapsulation encapsulation)
{
    return encapsulation == ENCAPSULATION_IPV4 ? "Ipv4FlowClassifier" : "Ipv6FlowClassifier";
}

} // namespace

QpFlowClassifier::QpFlowClassifier(uint16_t udpPort, Encapsulation encapsulation)
    : m_udpPort(udpPort),
      m_encapsulation(encapsulation)
{
}

bool
QpFlowClassifier::IsOfFlow(const Datagram& datagram)
{
    return CarriesData(datagram.bth.opcode) && datagram.bth.destination.value >= FIRST_QP_NUMBER;
}

/** ns-3 counts flows from 1. */
FlowId
QpFlowClassifier::FlowOfSender(QpNumber sender)
{
    return sender.value - FIRST_QP_NUMBER + 1;
}

FlowId
QpFlowClassifier::FlowOf(const Datagram& datagram)
{
    // The BTH names the receiver only; the other end of the connection has sent the packet.
    const SlotIndex receiver = datagram.bth.destination.value - FIRST_QP_NUMBER;
    return FlowOfSender(QpNumberOf(PeerOf(receiver)));
}

FlowPacketId
QpFlowClassifier::Number(const Frame& frame, const Datagram& datagram)
{
    const FlowId id = FlowOf(datagram);
    if (id > m_flows.size())
    {
        m_flows.resize(id);
    }
    Flow& flow = m_flows[id - 1];
    // A flow is known from its first packet on, so that idle queue pairs stay out of the file.
    if (flow.packets == 0)
    {
        flow.source = datagram.source;
        flow.destination = datagram.destination;
        flow.sourceQp = QpNumberOf(id - 1);
        flow.destinationQp = datagram.bth.destination;
    }
    ++flow.byDscp[frame.dscp];
    return ++flow.packets;
}

const QpFlowClassifier::Flow*
QpFlowClassifier::FindFlow(FlowId flow) const
{
    const bool known = flow >= 1 && flow <= m_flows.size() && m_flows[flow - 1].packets != 0;
    return known ? &m_flows[flow - 1] : nullptr;
}

/**
 * The element has the name of ns-3's classifier, so that existing readers of such files find the
 * flows. Drops are numbered there; `reasons` gives the names in the order of their codes.
 */
void
QpFlowClassifier::SerializeToXmlStream(std::ostream& os, uint16_t indent) const
{
    Indent(os, indent);
    os << "<" << ClassifierOf(m_encapsulation) << " seed=\"" << RngSeedManager::GetSeed()
       << "\" run=\"" << RngSeedManager::GetRun() << "\" reasons=\"";
    for (uint32_t code = 0; code < LOSS_CODES; ++code)
    {
        os << (code == 0 ? "" : " ") << LossCodeName(code);
    }
    os << "\">\n";
    for (FlowId id = 1; id <= m_flows.size(); ++id)
    {
        if (FindFlow(id) != nullptr)
        {
            WriteFlow(os, indent + 2, id);
        }
    }
    Indent(os, indent);
    os << "</" << ClassifierOf(m_encapsulation) << ">\n";
}

void
QpFlowClassifier::WriteFlow(std::ostream& os, uint16_t indent, FlowId id) const
{
    // Up to destinationPort the attributes are those of ns-3's file; the others are ours.
    const Flow& flow = m_flows[id - 1];
    Indent(os, indent);
    os << "<Flow flowId=\"" << id << "\" sourceAddress=\""
       << AddressOf(flow.source, m_encapsulation) << "\" destinationAddress=\""
       << AddressOf(flow.destination, m_encapsulation) << "\" protocol=\""
       << static_cast<unsigned>(NextHeader::UDP) << "\" sourcePort=\"0\" destinationPort=\""
       << m_udpPort << "\" sourceNic=\"" << flow.source << "\" destinationNic=\""
       << flow.destination << "\" sourceQp=\"" << flow.sourceQp.value << "\" destinationQp=\""
       << flow.destinationQp.value << "\">\n";
    for (const auto& [dscp, packets] : flow.byDscp)
    {
        Indent(os, indent + 2);
        os << "<Dscp value=\"0x" << std::hex << static_cast<unsigned>(dscp) << std::dec
           << "\" packets=\"" << packets << "\" />\n";
    }
    Indent(os, indent);
    os << "</Flow>\n";
}

} // namespace mrc
} // namespace ns3
