/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-helper.h"

#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/mrc-attribute-check.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-faces.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-network-plan.h"
#include "ns3/mrc-port-queue.h"
#include "ns3/mrc-preset-switches.h"
#include "ns3/mrc-qp-preset.h"
#include "ns3/mrc-select-simulator.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-stock-stacks.h"
#include "ns3/mrc-switch.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"

#include <numeric>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFabricHelper");

FabricHelper::FabricHelper()
    : m_fabric("ns3::mrc::FabricProfile"),
      m_qp("ns3::mrc::QpProfile"),
      m_ev("ns3::mrc::EvProfile"),
      m_cc("ns3::mrc::CcProfile"),
      m_stack("ns3::mrc::NicDevice")
{
    // Here and not in Install: the first Node of a script makes ns-3's simulator, and no other can
    // take its place then.
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

/**
 * ns-3's ObjectFactory ends the program for a bad value; this and its siblings name the error and
 * throw.
 */
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
FabricHelper::SetQpDefaults(const std::string& preset)
{
    for (const auto& [name, value] : QpPreset(preset))
    {
        Config::SetDefault("ns3::mrc::" + name, StringValue(value));
    }
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
FabricHelper::SetStackAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_stack, name, value);
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
    // A user may set defaults of these classes, as of any of ns-3, and see nothing of them: their
    // values come from profiles and topology. So they are refused.
    for (const TypeId& tid :
         {Link::GetTypeId(), Switch::GetTypeId(), PortQueue::GetTypeId(), Qp::GetTypeId()})
    {
        RefuseDefaults(tid);
    }
    // All that is random in a network follows from this one key, hence one stream. The key takes
    // two draws, as ns-3 draws 32 bits.
    Ptr<UniformRandomVariable> seed = CreateObject<UniformRandomVariable>();
    if (m_stream >= 0)
    {
        seed->SetStream(m_stream);
    }
    const uint64_t high = seed->GetInteger(0, UINT32_MAX - 1);
    const uint64_t low = seed->GetInteger(0, UINT32_MAX - 1);
    // One after the other: g++ 12 leaks the first if a later one throws.
    NetworkProfiles profiles;
    profiles.fabric = m_fabric.Create<FabricProfile>();
    if (profiles.fabric->Config().switches == SWITCHES_OF_PRESET)
    {
        profiles.fabric->SetAttribute("SwitchProfile", EnumValue(PresetSwitches(m_spec)));
    }
    profiles.qp = m_qp.Create<QpProfile>();
    profiles.qp->ShapeFabric(*profiles.fabric, m_spec.nicLinkRate);
    profiles.ev = m_ev.Create<EvProfile>();
    profiles.cc = m_cc.Create<CcProfile>();
    const auto network = CreateObject<Network>(m_spec, profiles, high << 32 | low);
    MakeFaces(*network, profiles.fabric->Faces());
    NS_LOG_INFO("fabric " << m_spec.name << ": " << m_spec.nics << " NICs, " << m_spec.planes
                          << " planes, " << network->GetFaces().Nodes().GetN()
                          << " nodes with faces");
    return network;
}

StockStacks
FabricHelper::InstallStacks(const Ptr<Network>& network, const std::vector<uint32_t>& nics) const
{
    std::vector<uint32_t> all(nics);
    if (all.empty())
    {
        all.resize(network->GetTopology().Spec().nics);
        std::iota(all.begin(), all.end(), 0);
    }
    StockStacks made;
    for (const StockStack& stack : InstallStockStacks(*network, all, m_stack))
    {
        const Ptr<Node> node = stack.device->GetNode();
        made.devices.Add(stack.device);
        made.ipv6.Add(node->GetObject<ns3::Ipv6>(), stack.ipv6);
        made.ipv4.Add(node->GetObject<ns3::Ipv4>(), stack.ipv4);
    }
    return made;
}

/**
 * Nodes, devices and channels of ns-3 take far more memory than the state of a port. A huge fabric
 * has only those that the script names.
 */
void
FabricHelper::MakeFaces(Network& network, FacePolicy policy) const
{
    const bool isSmall = network.GetTopology().Spec().nics <= MAX_NICS_WITH_FACES;
    // Each process has the faces that the script names: what others see is not told in all of them.
    const bool areRanks = network.Engine().shards.Ranks() != nullptr;
    if (policy == FACES_ALL || (policy == FACES_AUTO && isSmall && !areRanks))
    {
        network.GetFaces().Create();
    }
    for (const std::string& names : m_faces)
    {
        network.GetFaces().Create(names);
    }
}

} // namespace mrc
} // namespace ns3
