/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// TCP and UDP of stock stacks beside an incast of queue pairs. Four NICs write to NIC 0. NIC 5
// sends NIC 0 a file by TCP, and NIC 6 sends NIC 7 a stream by UDP. Two FlowMonitors count, ns-3's
// and our own.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/flow-monitor-module.h"
#include "ns3/internet-module.h"
#include "ns3/mrc-module.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;

/** Prints the counters of a FlowMonitor, a line for each flow. */
void
Print(const std::string& name, Ptr<FlowMonitor> monitor)
{
    monitor->CheckForLostPackets();
    for (const auto& [id, flow] : monitor->GetFlowStats())
    {
        const double mean = flow.rxPackets == 0 ? 0 : flow.delaySum.GetSeconds() / flow.rxPackets;
        std::cout << name << " flow " << id << ": " << flow.txPackets << " packets sent, "
                  << flow.rxPackets << " received, mean delay " << mean * 1e6 << " us\n";
    }
}

/** Has nodes send to each other by stock applications. @return the receiver of the file */
Ptr<PacketSink>
InstallApplications(const mrc::StockStacks& stacks, uint32_t fileBytes)
{
    const Inet6SocketAddress file(stacks.ipv6.GetAddress(0, 1), PORT);
    PacketSinkHelper files("ns3::TcpSocketFactory", file);
    const ApplicationContainer sinks = files.Install(stacks.devices.Get(0)->GetNode());
    BulkSendHelper bulk("ns3::TcpSocketFactory", file);
    bulk.SetAttribute("MaxBytes", UintegerValue(fileBytes));
    bulk.Install(stacks.devices.Get(1)->GetNode());

    const InetSocketAddress stream(stacks.ipv4.GetAddress(3), PORT);
    PacketSinkHelper streams("ns3::UdpSocketFactory", stream);
    streams.Install(stacks.devices.Get(3)->GetNode());
    OnOffHelper onOff("ns3::UdpSocketFactory", stream);
    onOff.SetConstantRate(DataRate("20Gbps"), 1400);
    onOff.Install(stacks.devices.Get(2)->GetNode()).Stop(MicroSeconds(500));
    return DynamicCast<PacketSink>(sinks.Get(0));
}

int
Run(int argc, char* argv[])
{
    uint32_t fileBytes = 2000000;
    std::string pcap;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("bytes", "of the file that TCP sends", fileBytes, 1);
    cmd.AddValue("pcap", "Prefix of capture files, one for each port of a NIC", pcap);
    cmd.AddThreads();
    cmd.AddForce();
    cmd.Parse(argc, argv);
    cmd.ClaimCaptures(pcap);

    mrc::TopologySpec topology;
    topology.nics = 8;
    topology.nicsPerT0 = 4;
    topology.t1Count = 2;
    topology.planes = 2;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s
    mrc::FabricHelper fabric;
    fabric.SetTopology(topology);
    Ptr<mrc::Network> network = fabric.Install();
    const mrc::StockStacks stacks = fabric.InstallStacks(network, {0, 5, 6, 7});
    if (!pcap.empty())
    {
        fabric.EnablePcap(pcap, network->GetFaces().CreatePorts("nic0,nic5"));
    }

    const Ptr<PacketSink> file = InstallApplications(stacks, fileBytes);
    for (uint32_t nic = 1; nic <= 4; ++nic)
    {
        network->Connect(nic, 0)->Write(2000000);
    }
    ns3::FlowMonitorHelper stock;
    NodeContainer nodes;
    for (uint32_t i = 0; i < stacks.devices.GetN(); ++i)
    {
        nodes.Add(stacks.devices.Get(i)->GetNode());
    }
    const Ptr<FlowMonitor> ofStacks = stock.Install(nodes);
    mrc::FlowMonitorHelper own;
    const Ptr<FlowMonitor> ofPairs = own.Install(network);

    Simulator::Stop(MilliSeconds(100)); // FlowMonitors look once a second, for ever
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    Print("stock", ofStacks);
    Print("mrc", ofPairs);
    std::cout << "TCP delivered " << file->GetTotalRx() << " bytes; " << mrc::RunOrigin() << '\n';
    Simulator::Destroy();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
