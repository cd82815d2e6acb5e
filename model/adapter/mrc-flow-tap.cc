/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-tap.h"

#include "mrc-loss-code.h"

#include "ns3/log.h"
#include "ns3/mrc-frame.h"

#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFlowTap");

namespace
{

/** @return bytes of the outer IPv6 packet in a frame of this size: FlowMonitor counts IP packets */
uint32_t
PacketSize(uint16_t frameSize)
{
    return frameSize - ETHERNET_BYTES;
}

} // namespace

FlowTap::FlowTap(Fabric& fabric,
                 PortMap map,
                 Ptr<FlowMonitor> monitor,
                 Ptr<QpFlowClassifier> classifier)
    : m_fabric(fabric),
      m_map(std::move(map)),
      m_monitor(monitor),
      m_classifier(classifier)
{
    for (uint32_t node = 0; node < m_map.nodes; ++node)
    {
        // A probe enters itself in the monitor; the monitor's file numbers probes in this order.
        m_probes.push_back(CreateObject<QpFlowProbe>(monitor));
    }
}

FlowTap::~FlowTap()
{
    // The marks go before the follower: the fabric calls for each marked port, whatever it is
    // marked for.
    for (PortIndex port = 0; port < m_fabric.Tally().PortCount(); ++port)
    {
        m_fabric.Onlookers().Follow(port, 0);
    }
    m_fabric.Onlookers().SetFollower(nullptr);
}

void
FlowTap::Start(FlowTapDepth depth)
{
    NS_LOG_INFO("follows the packets of "
                << m_map.nodes << " nodes"
                << (depth == FlowTapDepth::SWITCHES ? "" : ", NICs only"));
    m_fabric.Onlookers().SetFollower(this);
    for (PortIndex port = 0; port < m_fabric.Tally().PortCount(); ++port)
    {
        // Both directions between NICs and T0s are marked, for sent and received packets. Other
        // ports of switches are marked if switches report forwarded packets; losses are told of all
        // ports.
        const bool ofNic = LeadsToNic(m_map.farEndOf(port));
        uint8_t flags = ofNic || LeadsToNic(port) ? PORT_FOLLOWED : 0;
        if (depth == FlowTapDepth::SWITCHES && !ofNic)
        {
            flags |= PORT_HOP_FOLLOWED;
        }
        m_fabric.Onlookers().Follow(port, flags);
    }
}

bool
FlowTap::LeadsToNic(PortIndex port) const
{
    return m_fabric.State().links.Value(port).IsToNic();
}

/**
 * The number of the packet that a frame carries now; 0 for control packets, and for data that was
 * under way when following began.
 */
FlowPacketId
FlowTap::NumberOf(FrameIndex frame) const
{
    const auto found = m_numbers.find(frame);
    return found == m_numbers.end() ? 0 : found->second;
}

/** The number of a packet that ends: others get its place, or name between processes. */
FlowPacketId
FlowTap::TakeNumber(FrameIndex frame)
{
    const FlowPacketId number = NumberOf(frame);
    m_numbers.erase(frame);
    return number;
}

void
FlowTap::Sent(PortIndex port, FrameIndex index)
{
    const Datagram& datagram = m_fabric.Onlookers().DatagramAt(index);
    if (!QpFlowClassifier::IsOfFlow(datagram))
    {
        return;
    }
    const Frame& frame = m_fabric.Onlookers().FrameAt(index);
    // Counted before the port admits the packet: a NIC's port that refuses it reports a loss.
    const FlowPacketId number = m_classifier->Number(frame, datagram);
    m_numbers[index] = number;
    m_monitor->ReportFirstTx(m_probes[m_map.nodeOf(port)],
                             QpFlowClassifier::FlowOf(datagram),
                             number,
                             PacketSize(frame.size));
}

void
FlowTap::Forwarded(PortIndex port, FrameIndex index)
{
    // The size is that of the packet as it goes on: less behind the port that trimmed it.
    const FlowPacketId number = NumberOf(index);
    if (number != 0)
    {
        m_monitor->ReportForwarding(
            m_probes[m_map.nodeOf(port)],
            QpFlowClassifier::FlowOf(m_fabric.Onlookers().DatagramAt(index)),
            number,
            PacketSize(m_fabric.Onlookers().FrameAt(index).size));
    }
}

void
FlowTap::Received(PortIndex link, FrameIndex index)
{
    const PortIndex at = m_map.farEndOf(link);
    const Datagram& datagram = m_fabric.Onlookers().DatagramAt(index);
    // A trimmed packet has arrived, but the data of the packet is lost to the flow: the sender must
    // send it again.
    if (datagram.trim != TrimMark::WHOLE)
    {
        ReportLoss(at, index, TRIMMED_CODE);
        return;
    }
    // Behind this call the NIC gives the frame back to the pool, so the number of the frame ends
    // here.
    const FlowPacketId number = TakeNumber(index);
    if (number != 0)
    {
        m_monitor->ReportLastRx(m_probes[m_map.nodeOf(at)],
                                QpFlowClassifier::FlowOf(datagram),
                                number,
                                PacketSize(m_fabric.Onlookers().FrameAt(index).size));
    }
}

void
FlowTap::Lost(PortIndex port, FrameIndex index, DropReason reason)
{
    // A packet counts at the probe of the node where it ended, which may be the far end of the
    // link.
    ReportLoss(EndsAtFarEnd(reason) ? m_map.farEndOf(port) : port, index, LossCodeOf(reason));
}

void
FlowTap::ReportLoss(PortIndex at, FrameIndex index, uint32_t code)
{
    const FlowPacketId number = TakeNumber(index);
    if (number != 0)
    {
        // Of a trimmed frame little is left; the flow lost the whole packet.
        const uint32_t lost = PacketSize(m_fabric.Onlookers().FrameAt(index).fullSize);
        m_monitor->ReportDrop(m_probes[m_map.nodeOf(at)],
                              QpFlowClassifier::FlowOf(m_fabric.Onlookers().DatagramAt(index)),
                              number,
                              lost,
                              code);
    }
}

} // namespace mrc
} // namespace ns3
