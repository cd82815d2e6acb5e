/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_STOCK_RIG_H
#define MRC_TEST_STOCK_RIG_H

#include "../mrc-test-network.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/mrc-nic-device.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The Internet Protocol of a test's sockets. */
enum class IpVersion
{
    IPV4,
    IPV6,
};

/** A packet that a stack received. */
struct StockArrival
{
    Time at;
    Ptr<Packet> packet;
};

/** A fabric in which all NICs have stock stacks, with UDP sockets on port 9 that note arrivals.
 */
class StockRig
{
  public:
    using Settings = std::vector<std::pair<std::string, std::string>>;

    /**
     * @param spec the topology
     * @param fabric attributes of FabricProfile
     * @param device attributes of NicDevice
     * @param evs attributes of EvProfile
     */
    explicit StockRig(const TopologySpec& spec,
                      const Settings& fabric = {},
                      const Settings& device = {},
                      const Settings& evs = {})
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(3);
        helper.SetTopology(spec);
        for (const auto& [name, value] : fabric)
        {
            helper.SetFabricAttribute(name, StringValue(value));
        }
        for (const auto& [name, value] : evs)
        {
            helper.SetEvAttribute(name, StringValue(value));
        }
        for (const auto& [name, value] : device)
        {
            helper.SetStackAttribute(name, StringValue(value));
        }
        network = Audited(helper.Install());
        stacks = helper.InstallStacks(network);
        arrivals.resize(spec.nics);
        for (uint32_t nic = 0; nic < spec.nics; ++nic)
        {
            Listen(nic, Inet6SocketAddress(Ipv6Address::GetAny(), 9));
            Listen(nic, InetSocketAddress(Ipv4Address::GetAny(), 9));
        }
    }

    ~StockRig()
    {
        Simulator::Destroy();
    }

    /** @return where a NIC listens */
    Address AddressOf(uint32_t nic, IpVersion version) const
    {
        return version == IpVersion::IPV6
                   ? Address(Inet6SocketAddress(stacks.ipv6.GetAddress(nic, 1), 9))
                   : Address(InetSocketAddress(stacks.ipv4.GetAddress(nic), 9));
    }

    /** @return a new UDP socket, and so a flow, of a NIC to another one */
    Ptr<Socket> Udp(uint32_t from, uint32_t to, IpVersion version = IpVersion::IPV6) const
    {
        auto socket = Socket::CreateSocket(stacks.devices.Get(from)->GetNode(),
                                           UdpSocketFactory::GetTypeId());
        version == IpVersion::IPV6 ? socket->Bind6() : socket->Bind();
        socket->Connect(AddressOf(to, version));
        return socket;
    }

    /** Sends datagrams of a flow, one each so many nanoseconds from now on. */
    void Send(const Ptr<Socket>& socket, uint32_t count, uint32_t bytes, uint32_t gap)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            Simulator::ScheduleWithContext(
                socket->GetNode()->GetId(),
                NanoSeconds(static_cast<uint64_t>(i) * gap),
                [socket, bytes] { socket->Send(Create<Packet>(bytes)); });
        }
    }

    /** @return the device of a NIC */
    Ptr<NicDevice> Device(uint32_t nic) const
    {
        return DynamicCast<NicDevice>(stacks.devices.Get(nic));
    }

    /** @return frames that ended for this reason */
    uint64_t Drops(DropReason reason) const
    {
        return network->Engine().fabric.Tally().Drops(reason);
    }

    /** @return whether neither frames nor their packets are left */
    bool IsEmpty() const
    {
        return network->Engine().fabric.Pool().Live() == 0 &&
               network->Engine().fabric.Stock().Live() == 0;
    }

    Ptr<Network> network;
    StockStacks stacks;
    std::vector<std::vector<StockArrival>> arrivals; //!< by NIC

  private:
    void Listen(uint32_t nic, const Address& address)
    {
        auto socket =
            Socket::CreateSocket(stacks.devices.Get(nic)->GetNode(), UdpSocketFactory::GetTypeId());
        socket->Bind(address);
        socket->SetRecvCallback(CallbackOf<Ptr<Socket>>([this, nic](Ptr<Socket> from) {
            while (const Ptr<Packet> packet = from->Recv())
            {
                arrivals[nic].push_back({Simulator::Now(), packet});
            }
        }));
        m_sockets.push_back(socket);
    }

    std::vector<Ptr<Socket>> m_sockets;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_STOCK_RIG_H */
