/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Calls that end a program with a message: faces and queue pairs without a network, values out of
// range.

#include "../mrc-conservation.h"
#include "../mrc-test-topology.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-nic.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-switch.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return four NICs on one T0 in each of two planes, with the faces named */
Ptr<Network>
MakeNetwork(const std::string& names)
{
    FabricHelper helper;
    helper.SetTopology(test::SmallFabric(4, 4, 0, 2));
    helper.SetFabricAttribute("Faces", StringValue("Named"));
    helper.AddFaces(names);
    return helper.Install();
}

TEST(FacesDeathTest, AMissingFaceSaysHowToGetIt)
{
    const Ptr<Network> network = test::Audited(MakeNetwork("nic1"));
    EXPECT_DEATH(network->GetFaces().NodeAt(3), "node 3 .*AddFaces\\(\"nic3\"\\)");
    EXPECT_DEATH(network->GetFaces().PortAt(7), "port 7 .* nic3.p1, .*Create\\(\"nic3\"\\)");
    EXPECT_DEATH(network->GetFaces().NodeAt(6), "no node 6; its nodes are 0 .. 5");
    EXPECT_DEATH(network->GetFaces().PortAt(16), "no port 16; its ports are 0 .. 15");
    EXPECT_THROW(network->GetFaces().Create("nic4"), std::invalid_argument);
    EXPECT_THROW(MakeNetwork("p1.t0.1"), std::invalid_argument);
    Simulator::Destroy();
}

TEST(FacesDeathTest, AFaceOfNoNetworkRefuses)
{
    const Ptr<Port> port = CreateObject<Port>();
    EXPECT_DEATH(port->Counters(), "Port::Counters: this object belongs to no network");
    EXPECT_DEATH(port->Drops(DropReason::LINK_DOWN), "Port::Drops: this object belongs");
    EXPECT_FALSE(port->IsLinkUp());
    EXPECT_EQ(port->GetChannel(), nullptr);
    const Ptr<Link> link = CreateObject<Link>();
    EXPECT_EQ(link->GetNDevices(), 0U);
    EXPECT_DEATH(link->GetDevice(0), "Link::GetDevice: this object belongs");
    EXPECT_DEATH(link->SetAttribute("DataRate", StringValue("1Gbps")), "Link::DataRate: this obj");
    EXPECT_DEATH(link->SetAttribute("Delay", StringValue("1us")), "Link::Delay: this object");
    EXPECT_DEATH(link->SetAttribute("Up", BooleanValue(true)), "Link::Up: this object");
    EXPECT_DEATH(link->SetAttribute("ErrorModelUp", PointerValue(CreateObject<RateErrorModel>())),
                 "ErrorModel: this object");
    EXPECT_DEATH(CreateObject<Switch>()->SetAttribute("Latency", StringValue("1us")),
                 "Switch::Latency: this object");
    EXPECT_DEATH(CreateObject<Qp>()->Write(1), "belongs to no NIC");
    EXPECT_DEATH(CreateObject<Qp>()->Counters(), "belongs to no NIC");
    for (const Ptr<Object>& face : {Ptr<Object>(port), Ptr<Object>(link)})
    {
        face->Dispose(); // as ns-3 does at the end
    }
}

TEST(FacesDeathTest, WhatOutlivesItsNetworkRefuses)
{
    Ptr<Network> network = MakeNetwork("nic0,p0.t0.0");
    const Ptr<Port> port = network->GetFaces().PortAt(0);
    const Ptr<Channel> link = port->GetChannel();
    const Ptr<Switch> box = network->GetFaces().NodeAt(4)->GetObject<Switch>();
    const Ptr<Qp> qp = network->Connect(0, 1);
    port->TraceConnectWithoutContext("Drop", Callback<void, Ptr<const Packet>, DropReason>());
    network->ScheduleFaults("port:0.0@1us");
    Simulator::Stop(MicroSeconds(2)); // NIC 0 has yet to be told
    Simulator::Run();
    network = nullptr;
    Simulator::Run();
    EXPECT_DEATH(port->Counters(), "its network is gone");
    EXPECT_DEATH(link->SetAttribute("Delay", StringValue("1us")), "its network is gone");
    EXPECT_DEATH(box->SetAttribute("Latency", StringValue("1us")), "its network is gone");
    EXPECT_DEATH(qp->Write(1), "they end with their Network");
    EXPECT_DEATH(qp->Query(), "they end with their Network");
    UintegerValue destination;
    qp->GetAttribute("Destination", destination);
    EXPECT_EQ(destination.Get(), 1U);
    EXPECT_FALSE(port->IsLinkUp());
    port->TraceConnectWithoutContext("Drop", Callback<void, Ptr<const Packet>, DropReason>());
    Simulator::Destroy();
}

TEST(FacesTest, PortsMadeLateShowTheQueuePairsOfTheirNic)
{
    const Ptr<Network> network = test::Audited(MakeNetwork("nic1"));
    network->Connect(0, 1);
    network->GetFaces().CreatePorts("nic0.p0");
    network->Connect(0, 2);
    const Ptr<Nic> nic = network->GetFaces().FindNic(0);
    ASSERT_EQ(nic->GetQueuePairs().size(), 2U);
    EXPECT_EQ(nic->GetQueuePairs()[0]->Query().peerNic, 1U);
    EXPECT_EQ(nic->GetQueuePairs()[1]->Query().peerNic, 2U);
    Simulator::Destroy();
}

TEST(FacesTest, AQueuePairThatAScriptDisposedOfIsInNobodysWay)
{
    const Ptr<Network> network = test::Audited(MakeNetwork("nic1"));
    network->Connect(0, 1)->Dispose();
    network->Connect(0, 2);
    network->GetFaces().CreatePorts("nic0.p0");
    EXPECT_EQ(network->GetFaces().FindNic(0)->GetQueuePairs().size(), 2U);
    Simulator::Destroy();
}

TEST(FacesDeathTest, DelaysHaveAnUpperBound)
{
    const Ptr<Network> network = test::Audited(MakeNetwork("nic0,p0.t0.0"));
    const Ptr<Channel> link = network->GetFaces().PortAt(0)->GetChannel();
    const Ptr<Switch> box = network->GetFaces().NodeAt(4)->GetObject<Switch>();
    link->SetAttribute("Delay", StringValue("1s"));
    EXPECT_DEATH(link->SetAttribute("Delay", StringValue("1000000001ns")),
                 "Link::Delay is .*; expected 0 .. 1 s");
    box->SetAttribute("Latency", StringValue("1s"));
    EXPECT_DEATH(box->SetAttribute("Latency", StringValue("1000000001ns")),
                 "Switch::Latency is .*; expected 0 .. 1 s");
    const auto install = [](const char* attribute) {
        FabricHelper helper;
        helper.SetTopology("clos-8x100g", 8);
        helper.SetFabricAttribute(attribute, StringValue("1000000001ns"));
        helper.Install();
    };
    EXPECT_THROW(install("HostDelay"), std::invalid_argument);
    EXPECT_THROW(install("DetectDelay"), std::invalid_argument);
    EXPECT_FALSE(link->SetAttributeFailSafe("Delay", StringValue("-1ns")));
    EXPECT_DEATH(link->SetAttribute("DataRate", StringValue("1bps")), "expected 1 Mb/s");
    Simulator::Destroy();
}

TEST(FacesTest, TheMtuIsThatOfTheLargestPacket)
{
    const Ptr<Network> network = test::Audited(MakeNetwork("nic0"));
    const Ptr<Port> port = network->GetFaces().PortAt(0);
    EXPECT_EQ(port->GetMtu(), 4096 + 146 + 4 - 18); // headers, immediate; without Ethernet
    EXPECT_TRUE(port->SetMtu(port->GetMtu()));
    EXPECT_FALSE(port->SetMtu(1500));
    Simulator::Destroy();
}

/** A list of names and its meaning; no nodes: it is refused. */
struct NamesCase
{
    const char* names;
    std::vector<uint32_t> nodes;
};

TEST(NodeNamesTest, AreThoseOfTheTopology)
{
    const Topology topology(test::SixNics());
    std::string all;
    std::vector<uint32_t> numbers;
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        all += NodeName(topology, node) + ",";
        numbers.push_back(node);
    }
    const NamesCase cases[] = {{"", {}},
                               {"nic0", {0}},
                               {"nic5,nic0", {5, 0}},
                               {"p0.t0.0,p1.t1.1", {6, 13}},
                               {all.c_str(), numbers}};
    for (const NamesCase& c : cases)
    {
        EXPECT_EQ(NodesNamed(topology, c.names), c.nodes) << c.names;
    }
    const char* refused[] = {"nic6",
                             "nic",
                             "nic-1",
                             "nic00",
                             "nic0 ",
                             "nic0,,nic1",
                             "p2.t0.0",
                             "p0.t0.2",
                             "p0.t1.2",
                             "p0.t2.0",
                             "p0.t0.",
                             "0",
                             "nic0.p0",
                             "p0.t0.00",
                             "NIC0",
                             "nic4294967296"};
    for (const char* names : refused)
    {
        EXPECT_THROW(NodesNamed(topology, names), std::invalid_argument) << names;
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
