/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch.h"

#include "ns3/mrc-tick.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(Switch);

TypeId
Switch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mrc::Switch")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<Switch>()
            .AddAttribute("Latency",
                          "From the arrival of a frame to its admission at the egress port",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Switch::SetLatency, &Switch::GetLatency),
                          MakeTimeChecker(Time(0)));
    return tid;
}

Switch::Switch(FaceTable& faces, std::vector<PortIndex> ports)
    : m_faces(&faces),
      m_ports(std::move(ports))
{
}

void
Switch::SetLatency(Time latency)
{
    Fabric& fabric = m_faces->GetFabric();
    for (const PortIndex port : m_ports)
    {
        const PortIndex ingress = m_faces->PeerOf(port);
        PortConfig config = fabric.Config(ingress);
        config.farLatency = ToSpan(latency);
        fabric.Configure(ingress, config, m_faces->Now());
    }
}

Time
Switch::GetLatency() const
{
    return m_ports.empty()
               ? Time(0)
               : ToTime(m_faces->GetFabric().Config(m_faces->PeerOf(m_ports[0])).farLatency);
}

} // namespace mrc
} // namespace ns3
