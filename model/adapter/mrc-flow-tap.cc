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

/** @return bytes of the outer IPv6 packet in a frame of this size */
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
        m_probes.push_back(CreateObject<QpFlowProbe>(monitor));
    }
}

FlowTap::~FlowTap()
{
    for (PortIndex port = 0; port < m_fabric.PortCount(); ++port)
    {
        m_fabric.Follow(port, 0);
    }
    m_fabric.SetFollower(nullptr);
}

void
FlowTap::Start(FlowTapDepth depth)
{
    NS_LOG_INFO("follows the packets of "
                << m_map.nodes << " nodes"
                << (depth == FlowTapDepth::SWITCHES ? "" : ", NICs only"));
    m_fabric.SetFollower(this);
    for (PortIndex port = 0; port < m_fabric.PortCount(); ++port)
    {
        const bool ofNic = LeadsToNic(m_map.farEndOf(port));
        uint8_t flags = ofNic || LeadsToNic(port) ? PORT_FOLLOWED : 0;
        if (depth == FlowTapDepth::SWITCHES && !ofNic)
        {
            flags |= PORT_HOP_FOLLOWED;
        }
        m_fabric.Follow(port, flags);
    }
}

bool
FlowTap::LeadsToNic(PortIndex port) const
{
    return (m_fabric.Port(port).far & PortState::FAR_NIC) != 0;
}

FlowPacketId&
FlowTap::NumberOf(FrameIndex frame)
{
    if (frame >= m_numbers.size())
    {
        m_numbers.resize(frame + 1, 0);
    }
    return m_numbers[frame];
}

void
FlowTap::Sent(PortIndex port, FrameIndex index)
{
    const Datagram& datagram = m_fabric.Pool().DatagramAt(index);
    if (!QpFlowClassifier::IsOfFlow(datagram))
    {
        return;
    }
    const Frame& frame = m_fabric.Pool().At(index);
    const FlowPacketId number = NumberOf(index) = m_classifier->Number(frame, datagram);
    m_monitor->ReportFirstTx(m_probes[m_map.nodeOf(port)],
                             QpFlowClassifier::FlowOf(datagram),
                             number,
                             PacketSize(frame.size));
}

void
FlowTap::Forwarded(PortIndex port, FrameIndex index)
{
    const FlowPacketId number = NumberOf(index);
    if (number != 0)
    {
        m_monitor->ReportForwarding(m_probes[m_map.nodeOf(port)],
                                    QpFlowClassifier::FlowOf(m_fabric.Pool().DatagramAt(index)),
                                    number,
                                    PacketSize(m_fabric.Pool().At(index).size));
    }
}

void
FlowTap::Received(PortIndex link, FrameIndex index)
{
    const PortIndex at = m_map.farEndOf(link);
    const Datagram& datagram = m_fabric.Pool().DatagramAt(index);
    if (datagram.trim != TrimMark::WHOLE)
    {
        ReportLoss(at, index, TRIMMED_CODE);
        return;
    }
    const FlowPacketId number = std::exchange(NumberOf(index), 0);
    if (number != 0)
    {
        m_monitor->ReportLastRx(m_probes[m_map.nodeOf(at)],
                                QpFlowClassifier::FlowOf(datagram),
                                number,
                                PacketSize(m_fabric.Pool().At(index).size));
    }
}

void
FlowTap::Lost(PortIndex port, FrameIndex index, DropReason reason)
{
    ReportLoss(EndsAtFarEnd(reason) ? m_map.farEndOf(port) : port, index, LossCodeOf(reason));
}

void
FlowTap::ReportLoss(PortIndex at, FrameIndex index, uint32_t code)
{
    const FlowPacketId number = std::exchange(NumberOf(index), 0);
    if (number != 0)
    {
        m_monitor->ReportDrop(m_probes[m_map.nodeOf(at)],
                              QpFlowClassifier::FlowOf(m_fabric.Pool().DatagramAt(index)),
                              number,
                              PacketSize(m_fabric.Pool().At(index).fullSize),
                              code);
    }
}

} // namespace mrc
} // namespace ns3
