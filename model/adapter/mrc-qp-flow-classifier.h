/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_FLOW_CLASSIFIER_H
#define MRC_QP_FLOW_CLASSIFIER_H

#include "ns3/flow-classifier.h"
#include "ns3/mrc-ids.h"

#include <cstdint>
#include <map>
#include <ostream>
#include <vector>

namespace ns3
{
namespace mrc
{

enum Encapsulation : uint8_t;
struct Datagram;
struct Frame;

/**
 * Says which flow a data packet belongs to. Each queue pair, one direction of a connection, has one
 * flow, whatever entropy value and path the packet has.
 *
 * Packets of the queue pair numbered FIRST_QP_NUMBER + i are flow i + 1.
 */
class QpFlowClassifier : public FlowClassifier
{
  public:
    /** The values that the packets of a flow share. */
    struct Flow
    {
        uint32_t source{0};                   //!< number of the NIC that sends
        uint32_t destination{0};              //!< number of the NIC that receives
        QpNumber sourceQp;                    //!< queue pair that sends
        QpNumber destinationQp;               //!< queue pair that receives
        uint32_t packets{0};                  //!< transmissions so far
        std::map<uint8_t, uint32_t> byDscp{}; //!< the same by outer DSCP
    };

    /**
     * @param udpPort UDP destination port of all packets, for the file
     * @param encapsulation which addresses NICs have in the file
     */
    QpFlowClassifier(uint16_t udpPort, Encapsulation encapsulation);

    /**
     * @param datagram of the packet
     * @return whether the packet is one of a flow: an RDMA Write of a queue pair
     */
    static bool IsOfFlow(const Datagram& datagram);

    /**
     * @param sender number of the queue pair
     * @return the flow of packets of a queue pair; the number must be one of a queue pair
     */
    static FlowId FlowOfSender(QpNumber sender);

    /**
     * @param datagram of the packet
     * @return the flow of a packet of a flow
     */
    static FlowId FlowOf(const Datagram& datagram);

    /**
     * Counts a transmission.
     *
     * @param frame the packet as it leaves the NIC; one of a flow
     * @param datagram the packet's datagram
     * @return the packet's number in its flow, from 1; a retransmission is another packet
     */
    FlowPacketId Number(const Frame& frame, const Datagram& datagram);

    /**
     * @param flow id of the flow
     * @return a flow, null if none of the flow's packets has been sent
     */
    const Flow* FindFlow(FlowId flow) const;

    /**
     * Writes an Ipv6FlowClassifier or Ipv4FlowClassifier element as ns-3's own classifier does,
     * with more attributes.
     *
     * The UDP source port is the entropy value, which changes with each packet: the port is written
     * as 0.
     *
     * @param os where to
     * @param indent spaces in front of each line
     */
    void SerializeToXmlStream(std::ostream& os, uint16_t indent) const override;

  private:
    void WriteFlow(std::ostream& os, uint16_t indent, FlowId id) const;

    std::vector<Flow> m_flows; //!< by flow id - 1
    uint16_t m_udpPort;
    Encapsulation m_encapsulation;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_FLOW_CLASSIFIER_H */
