/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-stacks.h"

#include "mrc-ipv6-address.h"
#include "mrc-nic-device.h"

#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-port.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-stock-packet.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** A stock packet has an outer IPv6 header, and an IPv4 header has no field for the EV. */
void
CheckEncapsulation(const FabricState& fabric)
{
    if (fabric.format.encapsulation == ENCAPSULATION_IPV4)
    {
        throw std::invalid_argument(
            "stock stacks over a fabric of IPv4; expected ns3::mrc::FabricProfile::Encapsulation = "
            "Srv6 or Ipv6 [stock-encapsulation]");
    }
}

/** A frame that fits into no empty queue would be lost again and again. */
void
CheckRoom(const FabricState& fabric, uint32_t mtu)
{
    const uint32_t most = MAX_STOCK_BYTES - fabric.largest.segments;
    if (mtu > most)
    {
        throw std::invalid_argument("ns3::mrc::NicDevice::Mtu = " + std::to_string(mtu) +
                                    " is more than a frame holds; expected at most " +
                                    std::to_string(most) + " [carrier-segments]");
    }
    const uint32_t needed = mtu + STOCK_ENVELOPE_BYTES + fabric.largest.segments;
    for (PortIndex port = 0; port < fabric.ports.size(); ++port)
    {
        const uint32_t room = fabric.ConfigOf(port).Limit(TrafficClass::DATA);
        // A limit of 0 means that somebody else decides: a shared buffer or a user's policy.
        if (room != 0 && room < needed)
        {
            throw std::invalid_argument(
                "ns3::mrc::NicDevice::Mtu = " + std::to_string(mtu) + " makes frames of " +
                std::to_string(needed) + " bytes, and a queue of port " + std::to_string(port) +
                " has room for " + std::to_string(room) +
                "; expected a smaller Mtu, or a larger limit (ns3::mrc::FabricProfile::DataLimit, "
                "LastHopLimit, UntrimmedLimit)");
        }
    }
}

/** Only missing stacks: a script may have installed one with routing of its own. */
void
InstallStack(const Ptr<Node>& node)
{
    InternetStackHelper stack;
    stack.SetIpv4StackInstall(node->GetObject<ns3::Ipv4>() == nullptr);
    stack.SetIpv6StackInstall(node->GetObject<ns3::Ipv6>() == nullptr);
    if (node->GetObject<ns3::Ipv4>() == nullptr || node->GetObject<ns3::Ipv6>() == nullptr)
    {
        stack.Install(node);
    }
    // Addresses follow from numbers, so none is a duplicate, and nobody would hear a question.
    node->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
}

/** As ns-3's address helpers do for a device that has none. */
void
InstallQueueDisc(const Ptr<NicDevice>& device)
{
    const auto control = device->GetNode()->GetObject<TrafficControlLayer>();
    if (control != nullptr && control->GetRootQueueDiscOnDevice(device) == nullptr)
    {
        TrafficControlHelper::Default().Install(device);
    }
}

/** @return the interface of the device */
uint32_t
AddIpv6(const Ptr<NicDevice>& device)
{
    const Ptr<ns3::Ipv6> ipv6 = device->GetNode()->GetObject<ns3::Ipv6>();
    const uint32_t interface = ipv6->AddInterface(device);
    // No router answers solicitations, and a forwarding interface asks for none.
    ipv6->SetForwarding(interface, true);
    ipv6->SetUp(interface);
    ipv6->SetMetric(interface, 1);
    const Ipv6Address address = ToIpv6Address(AddressOfNic(device->Nic()));
    ipv6->AddAddress(interface, Ipv6InterfaceAddress(address, Ipv6Prefix(64)));
    return interface;
}

/** @return the interface of the device */
uint32_t
AddIpv4(const Ptr<NicDevice>& device)
{
    const Ptr<ns3::Ipv4> ipv4 = device->GetNode()->GetObject<ns3::Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    const Ipv4Address address = device->Ipv4Of(device->Nic());
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, device->GetIpv4Mask()));
    ipv4->SetMetric(interface, 1);
    ipv4->SetUp(interface);
    return interface;
}

/** Makes the device of a NIC and tells it of the NIC's ports. */
Ptr<NicDevice>
MakeDevice(Network& network, uint32_t nic, const ObjectFactory& factory)
{
    network.GetFaces().Create(NodeName(network.GetTopology(), nic)); // NICs are its first nodes
    const Ptr<Node> node = network.GetFaces().NodeAt(nic);
    const auto device = factory.Create<NicDevice>();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (const auto port = DynamicCast<Port>(node->GetDevice(i)))
        {
            port->AddLinkChangeCallback(MakeCallback(&NicDevice::PortChanged, device));
        }
    }
    node->AddDevice(device);
    device->Attach(network, nic);
    // By this interface the NIC stops traffic control and wakes it [stock-queue].
    device->AggregateObject(CreateObject<NetDeviceQueueInterface>());
    return device;
}

} // namespace

std::vector<StockStack>
InstallStockStacks(Network& network,
                   const std::vector<uint32_t>& nics,
                   const ObjectFactory& factory)
{
    // Stacks act in ordinary events of ns-3, for which threads take turns.
    network.Engine().shards.Pace().Merge("stock stacks");
    CheckEncapsulation(network.Engine().fabric.State());
    CheckRoom(network.Engine().fabric.State(), factory.Create<NicDevice>()->GetMtu());
    std::vector<StockStack> made;
    for (const uint32_t nic : nics)
    {
        if (nic >= network.GetTopology().Spec().nics)
        {
            NS_FATAL_ERROR("NIC " << nic << " does not exist; the fabric has NICs 0 .. "
                                  << network.GetTopology().Spec().nics - 1);
        }
        const Ptr<NicDevice> device = MakeDevice(network, nic, factory);
        InstallStack(device->GetNode());
        StockStack stack;
        stack.device = device;
        stack.ipv6 = AddIpv6(device);
        stack.ipv4 = AddIpv4(device);
        InstallQueueDisc(device);
        made.push_back(stack);
    }
    return made;
}

} // namespace mrc
} // namespace ns3
