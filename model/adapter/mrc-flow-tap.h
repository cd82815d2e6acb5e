/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_TAP_H
#define MRC_FLOW_TAP_H

#include "mrc-qp-flow-classifier.h"
#include "mrc-qp-flow-probe.h"

#include "ns3/flow-monitor.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-packet-follower.h"

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which nodes of a fabric report forwarded packets. */
enum class FlowTapDepth : uint8_t
{
    NICS,     //!< none: transmissions, deliveries and losses only
    SWITCHES, //!< all switches: their probes count forwarded packets
};

/** How the ports of a fabric belong together. */
struct PortMap
{
    uint32_t nodes{0};                            //!< NICs and switches
    std::function<uint32_t(PortIndex)> nodeOf;    //!< the node that a port belongs to
    std::function<PortIndex(PortIndex)> farEndOf; //!< the port at the other end of the link
};

/**
 * Reports the events of a fabric's data packets to a FlowMonitor.
 *
 * A packet counts once as transmitted and then once as received or as lost. The size of a packet is
 * that of the outer IPv6 packet, for a lost one as the sender sent the packet.
 */
class FlowTap : public PacketFollower
{
  public:
    /**
     * @param fabric must have no follower yet and outlive this
     * @param map of the fabric's ports
     * @param monitor gets a probe for each node, in their order
     * @param classifier numbers the packets
     */
    FlowTap(Fabric& fabric,
            PortMap map,
            Ptr<FlowMonitor> monitor,
            Ptr<QpFlowClassifier> classifier);
    ~FlowTap() override;

    FlowTap(const FlowTap&) = delete;
    FlowTap& operator=(const FlowTap&) = delete;

    /**
     * Begins to report; packets that are under way already are left out.
     *
     * @param depth which nodes report forwarded packets
     */
    void Start(FlowTapDepth depth);

    void Sent(PortIndex port, FrameIndex frame) override;
    void Forwarded(PortIndex port, FrameIndex frame) override;
    void Received(PortIndex link, FrameIndex frame) override;
    void Lost(PortIndex port, FrameIndex frame, DropReason reason) override;

  private:
    FlowPacketId NumberOf(FrameIndex frame) const;
    FlowPacketId TakeNumber(FrameIndex frame);
    bool LeadsToNic(PortIndex port) const;
    void ReportLoss(PortIndex at, FrameIndex frame, uint32_t code);

    Fabric& m_fabric;
    PortMap m_map;
    Ptr<FlowMonitor> m_monitor;
    Ptr<QpFlowClassifier> m_classifier;
    std::vector<Ptr<QpFlowProbe>> m_probes;                 //!< by node
    std::unordered_map<FrameIndex, FlowPacketId> m_numbers; //!< by frame, of those followed
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_TAP_H */
