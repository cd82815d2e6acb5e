/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The cost of a hop on ns-3's own IPv6 stack, for datagrams through a row of routers. These forward
 * by uN of Srv6RoutingProtocol, or by plain routes of Ipv6StaticRouting.
 *
 *   mrc-bench-srv6 --routers=5 --packets=2000 --segments=true
 *
 * Prints one line of JSON. The first router's neighbour encapsulates, the last node decapsulates;
 * bench.py takes that out by comparing rows of different length.
 */

#include "mrc-bench-measure.h"

#include "ns3/command-line.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#include <string>

using namespace ns3;

namespace
{

constexpr uint32_t MOST_ROUTERS = 5; //!< one carrier names these and the last node
constexpr uint16_t PORT = 9;
constexpr uint32_t PAYLOAD = 1000; //!< bytes
const char* const DESTINATION = "fd00:b::1";

/** A host, routers, a host; link i joins nodes i and i + 1. */
class Row
{
  public:
    Row(uint32_t routers, bool segments)
        : m_nodes(routers + 2),
          m_isSegments(segments)
    {
        Ipv6ListRoutingHelper list;
        if (segments)
        {
            list.Add(mrc::Srv6Helper(), 100);
        }
        list.Add(Ipv6StaticRoutingHelper(), 0);
        InternetStackHelper internet;
        internet.SetIpv4StackInstall(false);
        internet.SetRoutingHelper(list);
        internet.Install(m_nodes);
        for (uint32_t link = 0; link + 1 < m_nodes.GetN(); ++link)
        {
            Connect(link);
        }
        AddAddress(0, 0, "fd00:a::1", 128);
        AddAddress(m_nodes.GetN() - 1, 0, DESTINATION, 128);
        for (uint32_t node = 0; node < m_nodes.GetN(); ++node)
        {
            m_isSegments ? ConfigureSegments(node) : ConfigureRoute(node);
        }
    }

    /** Sends one datagram per microsecond, after neighbours have found each other. */
    void Send(uint32_t packets)
    {
        m_server =
            Socket::CreateSocket(m_nodes.Get(m_nodes.GetN() - 1), UdpSocketFactory::GetTypeId());
        m_server->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
        m_server->SetRecvCallback(MakeCallback(&Row::Receive, this));
        m_client = Socket::CreateSocket(m_nodes.Get(0), UdpSocketFactory::GetTypeId());
        m_client->Bind6();
        Simulator::Schedule(Seconds(2), &Row::SendOne, this);
        for (uint32_t i = 0; i < packets; ++i)
        {
            Simulator::Schedule(Seconds(4) + MicroSeconds(i), &Row::SendOne, this);
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
    }

    /** @return datagrams that arrived, the first one for the neighbours included */
    uint32_t Received() const
    {
        return m_received;
    }

  private:
    Ptr<Ipv6> Stack(uint32_t node) const
    {
        return m_nodes.Get(node)->GetObject<Ipv6>();
    }

    void AddAddress(uint32_t node, uint32_t interface, const std::string& address, uint8_t length)
    {
        Stack(node)->AddAddress(
            interface,
            Ipv6InterfaceAddress(Ipv6Address(address.c_str()), Ipv6Prefix(length)));
    }

    static std::string LinkAddress(uint32_t link, uint32_t side)
    {
        return "fd00:" + std::to_string(link) + "::" + std::to_string(1 + side);
    }

    void Connect(uint32_t link)
    {
        SimpleNetDeviceHelper line;
        line.SetNetDevicePointToPointMode(true);
        const NetDeviceContainer devices =
            line.Install(NodeContainer(m_nodes.Get(link), m_nodes.Get(link + 1)));
        for (uint32_t side = 0; side < 2; ++side)
        {
            Ptr<Ipv6> ipv6 = Stack(link + side);
            const uint32_t interface = ipv6->AddInterface(devices.Get(side));
            AddAddress(link + side, interface, LinkAddress(link, side), 64);
            ipv6->SetUp(interface);
            ipv6->SetForwarding(interface, true);
        }
    }

    /** @return the interface towards the last node: routers have another one to the left */
    static uint32_t Right(uint32_t node)
    {
        return node == 0 ? 1 : 2;
    }

    void ConfigureRoute(uint32_t node)
    {
        if (node + 1 < m_nodes.GetN())
        {
            Ipv6StaticRoutingHelper()
                .GetStaticRouting(Stack(node))
                ->AddNetworkRouteTo(Ipv6Address("fd00:b::"),
                                    Ipv6Prefix(64),
                                    Ipv6Address(LinkAddress(node, 1).c_str()),
                                    Right(node));
        }
    }

    void ConfigureSegments(uint32_t node)
    {
        const auto sid = [](uint32_t of) { return "fcbb:bb00:" + std::to_string(of) + "::/48"; };
        std::string lines = "sid " + sid(node + 1) + " behavior uN\n";
        if (node + 1 < m_nodes.GetN())
        {
            lines += "ipv6 route " + sid(node + 2) + " " + LinkAddress(node, 1) + " " +
                     std::to_string(Right(node)) + "\n";
        }
        if (node == 0)
        {
            std::string carrier = "fcbb:bb00";
            for (uint32_t next = 1; next < m_nodes.GetN(); ++next)
            {
                carrier += ":" + std::to_string(next + 1);
            }
            carrier += m_nodes.GetN() - 1 == 6 ? "" : "::";
            lines += "source-address fd00:a::1\nipv6 route fd00:b::/64 segments " + carrier + "\n";
        }
        mrc::Srv6Helper::Configure(m_nodes.Get(node), lines);
    }

    void SendOne()
    {
        m_client->SendTo(Create<Packet>(PAYLOAD),
                         0,
                         Inet6SocketAddress(Ipv6Address(DESTINATION), PORT));
    }

    void Receive(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++m_received;
        }
    }

    NodeContainer m_nodes;
    bool m_isSegments;
    Ptr<Socket> m_server;
    Ptr<Socket> m_client;
    uint32_t m_received{0};
};

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t routers = MOST_ROUTERS;
    uint32_t packets = 2000;
    bool segments = true;
    CommandLine cmd(__FILE__);
    cmd.AddValue("routers", "Routers in the row, 1 to 5", routers);
    cmd.AddValue("packets", "Datagrams of 1,000 bytes", packets);
    cmd.AddValue("segments", "Whether they go by uN, not by plain routes", segments);
    cmd.Parse(argc, argv);
    if (routers < 1 || routers > MOST_ROUTERS)
    {
        std::cerr << "--routers=" << routers << "; expected 1 to " << MOST_ROUTERS << '\n';
        return 2;
    }
    Row row(routers, segments);
    row.Send(packets);
    JsonLine()
        .AddText("program", "srv6")
        .Add("routers", routers)
        .Add("packets", packets)
        .Add("received", row.Received())
        .Print();
    const bool isWhole = row.Received() == packets + 1;
    Simulator::Destroy();
    return isWhole ? 0 : 1;
}
