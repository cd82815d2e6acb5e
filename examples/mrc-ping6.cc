/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ICMPv6 echo requests over the fabric: NIC 0 asks every other NIC, and their stock stacks answer.

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mrc-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint8_t ICMPV6 = 58; // IANA
constexpr uint16_t OUR_ID = 1;
constexpr uint32_t HEADER_BYTES = 40 + 8; // of IPv6 and ICMPv6

/** Sends echo requests by a raw socket, and prints the replies. */
class Pinger
{
  public:
    Pinger(Ptr<Node> node, uint32_t bytes)
        : m_socket(Socket::CreateSocket(node, Ipv6RawSocketFactory::GetTypeId())),
          m_bytes(bytes)
    {
        m_socket->SetAttribute("Protocol", UintegerValue(ICMPV6));
        m_socket->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 0));
        m_socket->SetRecvCallback(MakeCallback(&Pinger::Receive, this));
    }

    /**
     * Sends a request; the number of the request is how many went before. The socket adds the
     * checksum.
     */
    void Ask(Ipv6Address to)
    {
        Ptr<Packet> packet = Create<Packet>(m_bytes);
        Icmpv6Echo echo(true);
        echo.SetId(OUR_ID);
        echo.SetSeq(static_cast<uint16_t>(m_asked.size()));
        packet->AddHeader(echo);
        m_asked.push_back(Simulator::Now());
        m_socket->SendTo(packet, 0, Inet6SocketAddress(to, 0));
    }

    /** @return how many answers came */
    uint32_t Answers() const
    {
        return m_answers;
    }

  private:
    void Receive(Ptr<Socket> socket)
    {
        Address address;
        while (const Ptr<Packet> packet = socket->RecvFrom(address))
        {
            Ipv6Header outer;
            Icmpv6Echo echo(false);
            packet->RemoveHeader(outer);
            if (packet->RemoveHeader(echo) == 0 ||
                echo.GetType() != Icmpv6Header::ICMPV6_ECHO_REPLY || echo.GetId() != OUR_ID)
            {
                continue;
            }
            ++m_answers;
            const Time rtt = Simulator::Now() - m_asked.at(echo.GetSeq());
            std::cout << packet->GetSize() << " bytes from " << outer.GetSource() << ", hop limit "
                      << +outer.GetHopLimit() << ", "
                      << static_cast<double>(rtt.GetNanoSeconds()) / 1000 << " us\n";
        }
    }

    Ptr<Socket> m_socket;
    std::vector<Time> m_asked; //!< when, by number
    uint32_t m_bytes;
    uint32_t m_answers{0};
};

int
Run(int argc, char* argv[])
{
    uint32_t nics = 6;
    uint32_t bytes = 56;
    std::string pcap;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("nics", "NICs of the fabric", nics, 2);
    cmd.AddValue("bytes", "behind the ICMPv6 header of a request", bytes);
    cmd.AddValue("pcap", "Prefix of capture files, one for each port of a NIC", pcap);
    cmd.AddThreads();
    cmd.AddForce();
    cmd.Parse(argc, argv);
    cmd.ClaimCaptures(pcap);

    mrc::TopologySpec topology;
    topology.nics = nics;
    topology.nicsPerT0 = 3;
    topology.t1Count = 2;
    topology.planes = 2;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s
    mrc::FabricHelper fabric;
    fabric.SetTopology(topology);
    Ptr<mrc::Network> network = fabric.Install();
    const mrc::StockStacks stacks = fabric.InstallStacks(network);
    // A raw socket of ns-3 sees the packet of a reply, never one that was put together again.
    const uint32_t most = stacks.devices.Get(0)->GetMtu() - HEADER_BYTES;
    if (bytes > most)
    {
        throw std::invalid_argument("--bytes=" + std::to_string(bytes) + "; expected at most " +
                                    std::to_string(most) + ", which go into one packet");
    }
    if (!pcap.empty())
    {
        fabric.EnablePcap(pcap, network->GetFaces().CreatePorts("nic0,nic1"));
    }

    Pinger pinger(stacks.devices.Get(0)->GetNode(), bytes);
    for (uint32_t nic = 1; nic < nics; ++nic)
    {
        Simulator::Schedule(MicroSeconds(100 * nic),
                            &Pinger::Ask,
                            &pinger,
                            stacks.ipv6.GetAddress(nic, 1));
    }
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    const uint32_t answers = pinger.Answers();
    std::cout << answers << " of " << nics - 1 << " answered; " << mrc::RunOrigin() << '\n';
    Simulator::Destroy();
    return answers == nics - 1 ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
