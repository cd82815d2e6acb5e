/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-helper.h"

#include "ns3/log.h"
#include "ns3/mrc-attribute-check.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-port-queue.h"
#include "ns3/mrc-select-simulator.h"
#include "ns3/mrc-switch.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFabricHelper");

FabricHelper::FabricHelper()
    : m_fabric("ns3::mrc::FabricProfile"),
      m_qp("ns3::mrc::QpProfile"),
      m_ev("ns3::mrc::EvProfile"),
      m_cc("ns3::mrc::CcProfile")
{
    SelectFastSimulator();
}

void
FabricHelper::SetTopology(const TopologySpec& spec)
{
    m_spec = spec;
}

void
FabricHelper::SetTopology(const std::string& preset, uint32_t nics)
{
    m_spec = PresetTopology(preset, nics);
}

void
FabricHelper::SetFabricAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_fabric, name, value);
}

void
FabricHelper::SetQpAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_qp, name, value);
}

void
FabricHelper::SetEvAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_ev, name, value);
}

void
FabricHelper::SetCcAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_cc, name, value);
}

void
FabricHelper::AddFaces(const std::string& names)
{
    m_faces.push_back(names);
}

int64_t
FabricHelper::AssignStreams(int64_t stream)
{
    m_stream = stream;
    return 1;
}

Ptr<Network>
FabricHelper::Install() const
{
    for (const TypeId& tid :
         {Link::GetTypeId(), Switch::GetTypeId(), PortQueue::GetTypeId(), Qp::GetTypeId()})
    {
        RefuseDefaults(tid);
    }
    Ptr<UniformRandomVariable> seed = CreateObject<UniformRandomVariable>();
    if (m_stream >= 0)
    {
        seed->SetStream(m_stream);
    }
    const uint64_t high = seed->GetInteger(0, UINT32_MAX - 1);
    const uint64_t low = seed->GetInteger(0, UINT32_MAX - 1);
    NetworkProfiles profiles; // one after the other: g++ 12 leaks the first if a later one throws
    profiles.fabric = m_fabric.Create<FabricProfile>();
    profiles.qp = m_qp.Create<QpProfile>();
    profiles.ev = m_ev.Create<EvProfile>();
    profiles.cc = m_cc.Create<CcProfile>();
    const auto network = CreateObject<Network>(m_spec, profiles, high << 32 | low);
    MakeFaces(*network, profiles.fabric->Faces());
    NS_LOG_INFO("fabric " << m_spec.name << ": " << m_spec.nics << " NICs, " << m_spec.planes
                          << " planes, " << network->GetFaces().Nodes().GetN()
                          << " nodes with faces");
    return network;
}

void
FabricHelper::MakeFaces(Network& network, FacePolicy policy) const
{
    const bool isSmall = network.GetTopology().Spec().nics <= MAX_NICS_WITH_FACES;
    if (policy == FACES_ALL || (policy == FACES_AUTO && isSmall))
    {
        network.CreateFaces();
    }
    for (const std::string& names : m_faces)
    {
        network.CreateFaces(names);
    }
}

} // namespace mrc
} // namespace ns3
