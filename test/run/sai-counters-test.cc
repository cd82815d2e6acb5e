/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The counters of switches, under the names of SAI.

#include "../adapter/stock-rig.h"
#include "../mrc-test-network.h"

#include "ns3/integer.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-sai-counters.h"
#include "ns3/uinteger.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** A six-NIC incast that a script stops in the midst. */
class SaiCountersTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(SixNics());
        helper.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
        helper.SetFabricAttribute("BufferSize", UintegerValue(200000));
        helper.SetFabricAttribute("TrimmedThreshold", IntegerValue(-7));
        helper.SetFabricAttribute("ControlWredMaximum", UintegerValue(100));
        m_network = Audited(helper.Install());
        PostIncast(*m_network);
        m_network->Connect(0, 1)->Write(1000000); // answers to this Write meet those of the incast
    }

    void TearDown() override
    {
        m_network = nullptr;
        Simulator::Destroy();
    }

    /** Runs up to a time, and reads. @return the rows, as in the file but for the values */
    std::map<std::string, uint64_t> RunUntil(Time end)
    {
        Simulator::Stop(end);
        Simulator::Run();
        std::stringstream text;
        WriteSaiCounters(text, *m_network);
        std::string line;
        std::getline(text, line);
        EXPECT_EQ(line, "object,index,counter,value");
        std::map<std::string, uint64_t> rows;
        while (std::getline(text, line))
        {
            const std::size_t comma = line.rfind(',');
            const auto [row, isNew] =
                rows.emplace(line.substr(0, comma), std::stoull(line.substr(comma + 1)));
            EXPECT_TRUE(isNew) << line;
            EXPECT_NE(row->second, 0U) << line;
        }
        return rows;
    }

    Ptr<Network> m_network;
};

TEST_F(SaiCountersTest, AreThoseOfPortsQueuesAndBuffers)
{
    std::map<std::string, uint64_t> rows = RunUntil(MicroSeconds(60));
    const std::size_t count = rows.size();
    const Topology& topology = m_network->GetTopology();
    const FabricTally tally = m_network->Engine().fabric.Tally();
    const FabricWatch watch = m_network->Engine().fabric.Onlookers();
    const Instant now = m_network->Engine().kernel.Now();
    std::map<std::string, uint64_t> sums; // by counter: each must occur
    const auto expect = [&](const std::string& key, uint64_t value) {
        EXPECT_EQ(rows[key], value) << key; // makes a row of a missing one: 0
        sums[key.substr(key.rfind(','))] += value;
    };
    std::map<std::string, uint64_t> switchTrims;
    std::map<std::string, uint64_t> switchDrops;
    std::map<std::string, uint64_t> switchSent;
    for (PortIndex p = 0; p < topology.PortCount(); ++p)
    {
        const std::string port = PortName(topology, p);
        const bool isSwitch = topology.NodeOf(p) >= topology.Spec().nics;
        const PortCounters counters = isSwitch ? tally.Counters(p) : PortCounters();
        const auto drops = [&](DropReason reason) {
            return isSwitch ? tally.DropsAt(p, reason) : 0;
        };
        const auto waits = [&](TrafficClass where) {
            return isSwitch ? watch.Backlog(p, where, now) : 0;
        };
        expect("port," + port + ",SAI_PORT_STAT_IF_OUT_OCTETS", counters.bytes);
        expect("port," + port + ",SAI_PORT_STAT_IF_OUT_UCAST_PKTS", counters.frames);
        expect("port," + port + ",SAI_PORT_STAT_TRIM_PACKETS", counters.trims);
        const uint64_t cut = drops(DropReason::TRIMMED_OVERFLOW);
        expect("port," + port + ",SAI_PORT_STAT_DROPPED_TRIM_PACKETS", cut);
        expect("queue," + port + ":data,SAI_QUEUE_STAT_TRIM_PACKETS", counters.trims);
        expect("queue," + port + ":data,SAI_QUEUE_STAT_DROPPED_TRIM_PACKETS", cut);
        const uint64_t sent = isSwitch ? watch.SentTrims(p, now) : 0;
        EXPECT_LE(sent, counters.trims) << port;
        expect("port," + port + ",SAI_PORT_STAT_TX_TRIM_PACKETS", sent);
        expect("queue," + port + ":data,SAI_QUEUE_STAT_TX_TRIM_PACKETS", sent);
        switchSent[NodeName(topology, topology.NodeOf(p))] += sent;
        switchTrims[NodeName(topology, topology.NodeOf(p))] += counters.trims;
        switchDrops[NodeName(topology, topology.NodeOf(p))] += cut;
        expect("port," + port + ",SAI_PORT_STAT_WRED_DROPPED_PACKETS", drops(DropReason::WRED));
        const std::string queue = "queue," + port;
        expect(queue + ":data,SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", counters.marks);
        expect(queue + ":data,SAI_QUEUE_STAT_DROPPED_PACKETS",
               counters.trims + drops(DropReason::DATA_OVERFLOW));
        expect(queue + ":trimmed,SAI_QUEUE_STAT_DROPPED_PACKETS", cut);
        expect(queue + ":control,SAI_QUEUE_STAT_DROPPED_PACKETS",
               drops(DropReason::CONTROL_OVERFLOW));
        expect(queue + ":data,SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES", waits(TrafficClass::DATA));
        expect(queue + ":trimmed,SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES",
               waits(TrafficClass::TRIMMED));
        expect(queue + ":control,SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES",
               waits(TrafficClass::CONTROL));
        if (isSwitch)
        {
            const SharedBuffer& buffer = *watch.Buffer(p, now);
            const std::string pool = "buffer_pool," + NodeName(topology, topology.NodeOf(p));
            expect(pool + ",SAI_BUFFER_POOL_STAT_CURR_OCCUPANCY_BYTES", buffer.Used());
            expect(pool + ",SAI_BUFFER_POOL_STAT_WATERMARK_BYTES", buffer.Peak());
        }
    }
    for (const auto& [name, trims] : switchTrims)
    {
        expect("switch," + name + ",SAI_SWITCH_STAT_TRIM_PACKETS", trims);
        expect("switch," + name + ",SAI_SWITCH_STAT_DROPPED_TRIM_PACKETS", switchDrops[name]);
        expect("switch," + name + ",SAI_SWITCH_STAT_TX_TRIM_PACKETS", switchSent[name]);
    }
    std::size_t found = 0;
    for (const auto& [key, value] : rows)
    {
        found += value != 0;
    }
    EXPECT_EQ(found, count) << "there are no other rows";
    EXPECT_EQ(sums.size(), 17U);
    for (const auto& [counter, sum] : sums)
    {
        EXPECT_NE(sum, 0U) << counter << " is not tried";
    }
}

// Clauses: [pfc-counters], [pfc-headroom-pool]
TEST(SaiPauses, AreThoseOfPortsAndLinks)
{
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    helper.SetTopology(SmallFabric(6, 3, 2));
    helper.SetFabricAttribute("Trimming", BooleanValue(false));
    helper.SetFabricAttribute("LosslessDscps", StringValue("1,2"));
    helper.SetFabricAttribute("PfcXoff", UintegerValue(10000));
    helper.SetFabricAttribute("PfcHeadroom", UintegerValue(20000)); // too little
    helper.SetFabricAttribute("PfcHeadroomPool",
                              UintegerValue(1000000)); // more than all links have
    helper.SetFabricAttribute("PfcPriority", UintegerValue(5));
    Ptr<Network> network = Audited(helper.Install());
    PostIncast(*network);
    Simulator::Stop(MicroSeconds(60));
    Simulator::Run();
    std::ostringstream out;
    WriteSaiCounters(out, *network);
    const std::string text = out.str();
    const Topology& topology = network->GetTopology();
    const Fabric& fabric = network->Engine().fabric;
    const Instant now = network->Engine().kernel.Now();
    std::map<std::string, uint64_t> sums; // by counter: each must occur
    const auto expect = [&](const std::string& key, uint64_t value) {
        const std::string row = '\n' + key + ',' + std::to_string(value) + '\n';
        EXPECT_EQ(text.find(row) != std::string::npos, value != 0) << row;
        sums[key.substr(key.rfind(','))] += value;
    };
    for (PortIndex p = 0; p < topology.PortCount(); ++p)
    {
        if (topology.NodeOf(p) < topology.Spec().nics)
        {
            continue;
        }
        const std::string port = "port," + PortName(topology, p) + ",SAI_PORT_STAT_PFC_5_";
        const PauseCounters counters = fabric.Tally().Pauses(p, now);
        expect(port + "TX_PKTS", counters.sent);
        expect(port + "RX_PKTS", counters.received);
        expect(port + "RX_PAUSE_DURATION_US", counters.paused.Ps() / 1000000);
        const IngressUse& use = fabric.State().pauses.Use(topology.Peer(p));
        const std::string group = "ingress_priority_group," + PortName(topology, p) +
                                  ":5,SAI_INGRESS_PRIORITY_GROUP_STAT_";
        expect(group + "CURR_OCCUPANCY_BYTES", use.shared + use.headroom);
        expect(group + "XOFF_ROOM_CURR_OCCUPANCY_BYTES", use.headroom);
        expect(group + "XOFF_ROOM_WATERMARK_BYTES", use.peak);
        expect("queue," + PortName(topology, p) + ":data,SAI_QUEUE_STAT_DROPPED_PACKETS",
               fabric.Tally().DropsAt(p, DropReason::HEADROOM_OVERFLOW));
    }
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        uint64_t used = 0;
        for (const uint32_t p : PortsOf(topology, node))
        {
            used += fabric.State().pauses.Use(topology.Peer(p)).headroom;
        }
        const PortIndex first = PortsOf(topology, node).front();
        const std::string pool =
            "buffer_pool," + NodeName(topology, node) + ",SAI_BUFFER_POOL_STAT_XOFF_ROOM_";
        expect(pool + "CURR_OCCUPANCY_BYTES", used);
        expect(pool + "WATERMARK_BYTES", fabric.State().pauses.Pool(topology.Peer(first)).peak);
    }
    EXPECT_EQ(sums.size(), 9U);
    for (const auto& [counter, sum] : sums)
    {
        EXPECT_NE(sum, 0U) << counter << " is not tried";
    }
    network = nullptr;
    Simulator::Destroy();
}

/**
 * Eleven datagrams meet at one port, at one instant. One is sent, the queue has room for two, and
 * of the eight that are cut four find room among the trimmed packets.
 */
// Clauses: [trim-dscps], [queue-limits]
TEST(SaiCountersByHand, OfElevenDatagramsToOneNic)
{
    StockRig rig(SmallFabric(12, 12, 0), {{"TrimmableDscps", "10"}, {"TrimSize", "182"}});
    const Topology& topology = rig.network->GetTopology();
    Fabric& fabric = rig.network->Engine().fabric;
    const PortIndex port = topology.Peer(topology.NicPort(0, 0));
    PortConfig config = fabric.State().ConfigOf(port);
    // Ethernet 18, IPv6 40 for the way, then the packet: IPv6 40, UDP 8, data 4000.
    config.Limit(TrafficClass::DATA) = 2 * 4106;
    config.Limit(TrafficClass::TRIMMED) = 4 * 200;
    fabric.Settings().Configure(port, config, Instant());
    for (uint32_t nic = 1; nic < 12; ++nic)
    {
        const Ptr<Socket> socket = rig.Udp(nic, 0);
        socket->SetIpv6Tclass(10 << 2);
        rig.Send(socket, 1, 4000, 0);
    }
    Simulator::Run();
    std::stringstream text;
    WriteSaiCounters(text, *rig.network);
    const std::string name = PortName(topology, port);
    EXPECT_EQ(text.str(),
              "object,index,counter,value\n"
              "port," +
                  name +
                  ",SAI_PORT_STAT_IF_OUT_OCTETS,13118\n" // 3 x 4106 + 4 x 200
                  "port," +
                  name +
                  ",SAI_PORT_STAT_IF_OUT_UCAST_PKTS,7\n"
                  "port," +
                  name +
                  ",SAI_PORT_STAT_TRIM_PACKETS,4\n"
                  "port," +
                  name +
                  ",SAI_PORT_STAT_DROPPED_TRIM_PACKETS,4\n"
                  "port," +
                  name +
                  ",SAI_PORT_STAT_TX_TRIM_PACKETS,4\n"
                  "queue," +
                  name +
                  ":data,SAI_QUEUE_STAT_TRIM_PACKETS,4\n"
                  "queue," +
                  name +
                  ":data,SAI_QUEUE_STAT_DROPPED_TRIM_PACKETS,4\n"
                  "queue," +
                  name +
                  ":data,SAI_QUEUE_STAT_TX_TRIM_PACKETS,4\n"
                  "queue," +
                  name +
                  ":data,SAI_QUEUE_STAT_DROPPED_PACKETS,4\n"
                  "queue," +
                  name +
                  ":trimmed,SAI_QUEUE_STAT_DROPPED_PACKETS,4\n"
                  "switch,p0.t0.0,SAI_SWITCH_STAT_TRIM_PACKETS,4\n"
                  "switch,p0.t0.0,SAI_SWITCH_STAT_DROPPED_TRIM_PACKETS,4\n"
                  "switch,p0.t0.0,SAI_SWITCH_STAT_TX_TRIM_PACKETS,4\n");
}

/** Of eleven datagrams six are of a class that lets two wait; one may be in service. */
// Clauses: [data-classes]
TEST(SaiCountersByHand, AClassOfDataHasAQueueOfItsOwn)
{
    StockRig rig(
        SmallFabric(12, 12, 0),
        {{"TrimmableDscps", "10"}, {"TrimSize", "182"}, {"DataClasses", "dscp=10 limit=8484"}});
    const Topology& topology = rig.network->GetTopology();
    for (uint32_t nic = 1; nic < 12; ++nic)
    {
        const Ptr<Socket> socket = rig.Udp(nic, 0);
        socket->SetIpv6Tclass(nic < 7 ? 10 << 2 : 0);
        rig.Send(socket, 1, 4000, 0);
    }
    Simulator::Stop(NanoSeconds(1500)); // the switch has all, and the line has sent two at most
    Simulator::Run();
    std::stringstream text;
    WriteSaiCounters(text, *rig.network);
    const std::string queue =
        "queue," + PortName(topology, topology.Peer(topology.NicPort(0, 0))) + ":data";
    const auto valueOf = [&](const std::string& row) {
        const std::size_t at = text.str().find(queue + row + ",");
        return at == std::string::npos
                   ? 0
                   : std::stoul(text.str().substr(at + queue.size() + row.size() + 1));
    };
    const uint64_t trims = valueOf("1,SAI_QUEUE_STAT_TRIM_PACKETS");
    EXPECT_GE(trims, 3U);
    EXPECT_LE(trims, 4U);
    EXPECT_EQ(valueOf(",SAI_QUEUE_STAT_TRIM_PACKETS"), trims) << "of all classes";
    EXPECT_EQ(valueOf("0,SAI_QUEUE_STAT_TRIM_PACKETS"), 0U);
    EXPECT_EQ(valueOf("1,SAI_QUEUE_STAT_DROPPED_PACKETS"), trims);
    const uint64_t waiting = valueOf(",SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES");
    EXPECT_GE(waiting, 3U * 4106);
    EXPECT_EQ(valueOf("0,SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES") +
                  valueOf("1,SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES"),
              waiting);
    Simulator::Run();
}

/** The same, with a link that dies before all four have left. */
// Clauses: [sent-trims]
TEST(SaiCountersByHand, TrimmedPacketsAreSentWhenTheyHaveLeft)
{
    StockRig rig(SmallFabric(12, 12, 0), {{"TrimmableDscps", "10"}, {"TrimSize", "182"}});
    const Topology& topology = rig.network->GetTopology();
    Fabric& fabric = rig.network->Engine().fabric;
    const PortIndex port = topology.Peer(topology.NicPort(0, 0));
    PortConfig config = fabric.State().ConfigOf(port);
    config.Limit(TrafficClass::DATA) = 2 * 4106;
    config.Limit(TrafficClass::TRIMMED) = 4 * 200;
    fabric.Settings().Configure(port, config, Instant());
    for (uint32_t nic = 1; nic < 12; ++nic)
    {
        const Ptr<Socket> socket = rig.Udp(nic, 0);
        socket->SetIpv6Tclass(10 << 2);
        rig.Send(socket, 1, 4000, 0);
    }
    const auto now = [&] { return rig.network->Engine().kernel.Now(); };
    const auto sent = [&] { return fabric.Onlookers().SentTrims(port, now()); };
    while (sent() == 0)
    {
        Simulator::Stop(NanoSeconds(10));
        Simulator::Run();
        const uint32_t told = sent(); // by a port that nobody has asked since then
        const uint32_t waiting = fabric.Onlookers().Backlog(port, TrafficClass::TRIMMED, now());
        EXPECT_EQ(fabric.Tally().Counters(port).trims, told + waiting / 200);
    }
    EXPECT_EQ(sent(), 1U);
    rig.network->ScheduleFaults("port:0.0@" + std::to_string(now().Ps() / 1000) + "ns..1s");
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    EXPECT_EQ(fabric.Tally().Counters(port).trims, 4U);
    EXPECT_EQ(fabric.Onlookers().Backlog(port, TrafficClass::TRIMMED, now()), 0U);
    EXPECT_EQ(sent(), 1U);
}

// Frames that were cut at the first switch pass the last one, which cuts others.
// Clauses: [sent-trims]
TEST(SaiCountersByHand, WhatCameTrimmedIsNotCountedAgain)
{
    const Ptr<Network> network = MakeNetwork(SmallFabric(8, 4, 1));
    std::vector<Ptr<Qp>> qps;
    for (const uint32_t nic : {0, 1, 2, 3, 4, 5}) // four over one uplink, and two beside them
    {
        qps.push_back(network->Connect(nic, 7));
        qps.back()->Write(1000000);
    }
    const Topology& topology = network->GetTopology();
    Fabric& fabric = network->Engine().fabric;
    uint64_t sent = 0;
    uint64_t upstream = 0;
    uint64_t atLast = 0;
    const auto count = [&] {
        sent = upstream = atLast = 0;
        for (PortIndex p = 0; p < topology.PortCount(); ++p)
        {
            const bool isLast = topology.NodeOf(topology.Peer(p)) < topology.Spec().nics;
            (isLast ? atLast : upstream) += fabric.Tally().Counters(p).trims;
            sent += fabric.Onlookers().SentTrims(p, network->Engine().kernel.Now());
        }
        return upstream + atLast;
    };
    for (unsigned i = 0; i < 1000 && count() == sent; ++i)
    {
        Simulator::Stop(NanoSeconds(100));
        Simulator::Run();
    }
    EXPECT_LT(sent, upstream + atLast) << "some wait";
    Simulator::Run();
    EXPECT_EQ(count(), sent);
    EXPECT_GT(upstream, 0U);
    EXPECT_GT(atLast, 0U);
    Simulator::Destroy();
}

TEST_F(SaiCountersTest, ReadingChangesNothing)
{
    RunUntil(MicroSeconds(60));
    Simulator::Run();
    const uint64_t read = m_network->Fingerprint();
    TearDown();
    SetUp();
    Simulator::Run();
    EXPECT_EQ(m_network->Fingerprint(), read);
}

TEST_F(SaiCountersTest, AFolderThatIsNone)
{
    const auto path = std::filesystem::temp_directory_path() / "mrc-sai-counters-test";
    std::filesystem::remove_all(path);
    WriteSaiCounters(path.string(), *m_network);
    EXPECT_TRUE(std::filesystem::exists(path / "sai-counters.csv"));
    EXPECT_THROW(WriteSaiCounters((path / "sai-counters.csv").string(), *m_network), WriteError);
    std::filesystem::remove_all(path);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
