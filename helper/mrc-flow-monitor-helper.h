/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_MONITOR_HELPER_H
#define MRC_FLOW_MONITOR_HELPER_H

#include "ns3/attribute.h"
#include "ns3/flow-classifier.h"
#include "ns3/flow-monitor.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

class FlowTap;
class Network;
class Qp;
class QpFlowClassifier;
enum class FlowTapDepth : uint8_t;

/**
 * Puts a FlowMonitor of its own on a network: one flow for each queue pair and direction.
 *
 * Used as ns-3's helper of that name. Classifiers and probes of ns-3 cannot follow a packet if its
 * addresses and ports change with its path. Must live until the results have been read.
 */
class FlowMonitorHelper
{
  public:
    FlowMonitorHelper();
    ~FlowMonitorHelper();

    FlowMonitorHelper(const FlowMonitorHelper&) = delete;
    FlowMonitorHelper& operator=(const FlowMonitorHelper&) = delete;

    /**
     * Sets an attribute of ns3::FlowMonitor, such as DelayBinWidth; a fatal error once the monitor
     * has been made.
     *
     * @param name of the attribute
     * @param value of the attribute's type and in its range
     */
    void SetMonitorAttribute(std::string name, const AttributeValue& value);

    /**
     * Begins to count transmissions and deliveries at the NICs, and losses wherever they are.
     * Queue pairs may be made before or after; packets that are under way already are left out.
     *
     * @param network the one to watch; a fatal error if the network has a FlowMonitor, or this
     * helper a network
     * @return the monitor
     */
    Ptr<FlowMonitor> Install(Ptr<Network> network);

    /**
     * As Install; besides, the probes of all switches count forwarded packets, which is slower.
     *
     * @param network as for Install
     * @return the monitor
     */
    Ptr<FlowMonitor> InstallAll(Ptr<Network> network);

    /** @return the monitor; without flows as long as nothing is installed */
    Ptr<FlowMonitor> GetMonitor();

    /** @return the classifier that knows the flows; null as long as nothing is installed */
    Ptr<FlowClassifier> GetClassifier() const;

    /**
     * @param qp a queue pair of the network
     * @return the flow of the Writes that this end posts; FlowMonitor::GetFlowStats has its figures
     */
    static FlowId FlowOf(const Qp& qp);

    /**
     * Writes the results; a fatal error if nothing is installed.
     *
     * @param os where to
     * @param indent spaces in front of each line
     * @param enableHistograms whether histograms are written
     * @param enableProbes whether the counts of each NIC and switch are written
     */
    void SerializeToXmlStream(std::ostream& os,
                              uint16_t indent,
                              bool enableHistograms,
                              bool enableProbes);

    /**
     * As SerializeToXmlStream.
     *
     * @param indent spaces in front of each line
     * @param enableHistograms whether histograms are written
     * @param enableProbes whether the counts of each NIC and switch are written
     * @return the text
     */
    std::string SerializeToXmlString(uint16_t indent, bool enableHistograms, bool enableProbes);

    /**
     * As SerializeToXmlStream, as a whole file in a folder that there is.
     *
     * @param fileName the file
     * @param enableHistograms whether histograms are written
     * @param enableProbes whether the counts of each NIC and switch are written
     * @throws std::runtime_error naming the file if that cannot be written
     */
    void SerializeToXmlFile(std::string fileName, bool enableHistograms, bool enableProbes);

  private:
    Ptr<FlowMonitor> InstallTap(Ptr<Network> network, FlowTapDepth depth);

    ObjectFactory m_factory;
    Ptr<Network> m_network;
    Ptr<FlowMonitor> m_monitor;
    Ptr<QpFlowClassifier> m_classifier;
    std::unique_ptr<FlowTap> m_tap;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_MONITOR_HELPER_H */
