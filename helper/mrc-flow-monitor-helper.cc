/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-monitor-helper.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-flow-tap.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-qp-flow-classifier.h"
#include "ns3/mrc-run-origin.h"
#include "ns3/mrc-topology.h"

#include <sstream>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFlowMonitorHelper");

namespace
{

/**
 * As many digits as each double has; by default a stream keeps six. FlowMonitor writes times as
 * nanoseconds in a double, which then are exact to the nanosecond.
 */
constexpr int EXACT_DIGITS = 15;

} // namespace

FlowMonitorHelper::FlowMonitorHelper()
    : m_factory("ns3::mrc::QpFlowMonitor")
{
}

FlowMonitorHelper::~FlowMonitorHelper()
{
    // The tap goes first: the tap takes itself off the fabric, which m_network still keeps.
    m_tap = nullptr;
    if (m_monitor)
    {
        m_monitor->Dispose(); // the monitor's probes keep the monitor otherwise
    }
}

/** Attributes wait in a factory: the monitor is made by the first call that needs one. */
void
FlowMonitorHelper::SetMonitorAttribute(std::string name, const AttributeValue& value)
{
    if (m_monitor)
    {
        NS_FATAL_ERROR("the attribute " << name
                                        << " comes too late: the FlowMonitor has been made");
    }
    m_factory.Set(name, value);
}

Ptr<FlowMonitor>
FlowMonitorHelper::Install(Ptr<Network> network)
{
    return InstallTap(network, FlowTapDepth::NICS);
}

Ptr<FlowMonitor>
FlowMonitorHelper::InstallAll(Ptr<Network> network)
{
    return InstallTap(network, FlowTapDepth::SWITCHES);
}

Ptr<FlowMonitor>
FlowMonitorHelper::InstallTap(Ptr<Network> network, FlowTapDepth depth)
{
    if (!network)
    {
        NS_FATAL_ERROR("a FlowMonitor needs a network: the result of FabricHelper::Install");
    }
    if (m_tap)
    {
        NS_FATAL_ERROR("this ns3::mrc::FlowMonitorHelper is installed on a network already; make "
                       "another helper for another network");
    }
    // The fabric has one place for a follower; a second tap would silence the first.
    Fabric& fabric = network->Engine().fabric;
    if (fabric.Onlookers().Follower() != nullptr)
    {
        NS_FATAL_ERROR("this network has a FlowMonitor already: that of the "
                       "ns3::mrc::FlowMonitorHelper that was installed first");
    }
    const Topology& topology = network->GetTopology();
    NS_LOG_INFO("monitors " << topology.Spec().name << " of " << topology.NodeCount() << " nodes");
    PortMap map;
    map.nodes = topology.NodeCount();
    // The topology belongs to the network, which m_network keeps for as long as the tap asks the
    // topology.
    map.nodeOf = [&topology](PortIndex port) { return topology.NodeOf(port); };
    map.farEndOf = [&topology](PortIndex port) { return topology.Peer(port); };
    m_network = network;
    m_classifier = Create<QpFlowClassifier>(fabric.State().format.udpPort,
                                            fabric.State().format.encapsulation);
    // The monitor needs the classifier for the file only; the tap numbers flows and packets itself.
    GetMonitor()->AddFlowClassifier(m_classifier);
    m_tap = std::make_unique<FlowTap>(fabric, map, m_monitor, m_classifier);
    m_tap->Start(depth);
    return m_monitor;
}

Ptr<FlowMonitor>
FlowMonitorHelper::GetMonitor()
{
    if (!m_monitor)
    {
        m_monitor = m_factory.Create<FlowMonitor>();
    }
    return m_monitor;
}

Ptr<FlowClassifier>
FlowMonitorHelper::GetClassifier() const
{
    return m_classifier;
}

FlowId
FlowMonitorHelper::FlowOf(const Qp& qp)
{
    return QpFlowClassifier::FlowOfSender(qp.Query().number);
}

void
FlowMonitorHelper::SerializeToXmlStream(std::ostream& os,
                                        uint16_t indent,
                                        bool enableHistograms,
                                        bool enableProbes)
{
    if (!m_tap)
    {
        NS_FATAL_ERROR("this ns3::mrc::FlowMonitorHelper has no results: call Install before the "
                       "simulation runs");
    }
    // The stream is the user's and gets its precision back.
    const auto before = os.precision(EXACT_DIGITS);
    m_monitor->SerializeToXmlStream(os, indent, enableHistograms, enableProbes);
    os.precision(before);
}

std::string
FlowMonitorHelper::SerializeToXmlString(uint16_t indent, bool enableHistograms, bool enableProbes)
{
    std::ostringstream text;
    SerializeToXmlStream(text, indent, enableHistograms, enableProbes);
    return text.str();
}

void
FlowMonitorHelper::SerializeToXmlFile(std::string fileName,
                                      bool enableHistograms,
                                      bool enableProbes)
{
    OutputFile file(fileName);
    // FlowMonitor writes this line itself in its SerializeToXmlFile, which says nothing if the file
    // cannot be written; hence this line here.
    file.Stream() << "<?xml version=\"1.0\" ?>\n<!-- " << RunOrigin() << " -->\n";
    SerializeToXmlStream(file.Stream(), 0, enableHistograms, enableProbes);
    file.Close();
}

} // namespace mrc
} // namespace ns3
