/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The file that a FlowMonitor writes, and the messages of its helper about wrong use.

#include "../mrc-conservation.h"

#include "ns3/double.h"
#include "ns3/mrc-datagram.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-loss-code.h"
#include "ns3/mrc-qp-flow-classifier.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return two NICs on a T0 */
TopologySpec
Pair()
{
    TopologySpec spec;
    spec.nics = 2;
    spec.nicLinkRate = spec.fabricLinkRate = 100000000000;
    return spec;
}

Ptr<Network>
MakePair()
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(Pair());
    return test::Audited(helper.Install());
}

TEST(FlowMonitorFile, HasNs3sElementsAndOurAttributes)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    Ptr<Network> network = MakePair();
    FlowMonitorHelper helper;
    helper.Install(network);
    network->Connect(0, 1)->Write(10000); // three packets
    Simulator::Run();
    const std::string text = helper.SerializeToXmlString(0, true, true);
    Simulator::Destroy();
    for (const char* part :
         {"<FlowMonitor>\n",
          "    <Flow flowId=\"1\" timeFirstTxPacket=",
          " txPackets=\"3\" rxPackets=\"3\" lostPackets=\"0\"",
          "<delayHistogram nBins=",
          "  <Ipv6FlowClassifier seed=\"1\" run=\"1\" reasons=\"data-overflow trimmed-overflow ",
          " unknown-qp silent-fault random-loss stock-trimmed "
          "stock-not-ect no-stack wred headroom-overflow pfc-watchdog no-route trimmed\">\n",
          "    <Flow flowId=\"1\" sourceAddress=\"fd00:6d72:6300::\" "
          "destinationAddress=\"fd00:6d72:6300::1\" protocol=\"17\" sourcePort=\"0\" "
          "destinationPort=\"4791\" sourceNic=\"0\" destinationNic=\"1\" sourceQp=\"16\" "
          "destinationQp=\"17\">\n",
          "      <Dscp value=\"0x1\" packets=\"3\" />\n    </Flow>\n",
          "  </Ipv6FlowClassifier>\n",
          "    <FlowProbe index=\"2\">\n",
          "</FlowMonitor>\n"})
    {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
}

TEST(FlowMonitorFile, HasTheAddressesOfTheEncapsulation)
{
    Simulator::Destroy();
    FabricHelper fabric;
    fabric.SetTopology(Pair());
    fabric.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
    fabric.SetEvAttribute("Format", StringValue("Udp"));
    Ptr<Network> network = test::Audited(fabric.Install());
    FlowMonitorHelper helper;
    helper.Install(network);
    network->Connect(0, 1)->Write(10000);
    Simulator::Run();
    const std::string text = helper.SerializeToXmlString(0, false, false);
    Simulator::Destroy();
    for (const char* part : {"  <Ipv4FlowClassifier seed=",
                             "sourceAddress=\"10.0.0.1\" destinationAddress=\"10.0.0.2\" protocol",
                             "  </Ipv4FlowClassifier>\n"})
    {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
}

TEST(FlowMonitorFile, LeavesThePrecisionOfAStream)
{
    Ptr<Network> network = MakePair();
    FlowMonitorHelper helper;
    helper.Install(network);
    std::ostringstream os;
    os.precision(3);
    helper.SerializeToXmlStream(os, 0, false, false);
    Simulator::Destroy();
    EXPECT_EQ(os.precision(), 3);
}

TEST(FlowMonitorFile, HasExactTimes)
{
    Ptr<Network> network = MakePair();
    FlowMonitorHelper helper;
    Ptr<FlowMonitor> monitor = helper.Install(network);
    Ptr<Qp> qp = network->Connect(0, 1);
    Simulator::Schedule(NanoSeconds(1234567890), [qp] { qp->Write(1); });
    Simulator::Run();
    const Time sent = monitor->GetFlowStats().at(1).timeFirstTxPacket;
    EXPECT_GT(sent, NanoSeconds(1234567890));
    const std::string text = helper.SerializeToXmlString(0, true, true);
    const std::string digits = std::to_string(sent.GetNanoSeconds());
    EXPECT_NE(text.find("timeFirstTxPacket=\"+" + digits), std::string::npos) << text;
    Simulator::Destroy();
}

TEST(FlowMonitorFile, HasTheSameTextAsTheString)
{
    FlowMonitorHelper helper;
    helper.Install(MakePair());
    const std::string path = testing::TempDir() + "mrc-flow-monitor-test.xml";
    helper.SerializeToXmlFile(path, false, false);
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text,
              "<?xml version=\"1.0\" ?>\n<!-- seed 1 run 1 -->\n" +
                  helper.SerializeToXmlString(0, false, false));
    std::remove(path.c_str());
    Simulator::Destroy();
}

TEST(FlowMonitorFile, ThatCannotBeWrittenIsNamed)
{
    FlowMonitorHelper helper;
    helper.Install(MakePair());
    for (const char* path : {"/proc/none/flows.xml", "/dev/full", "/tmp/", ""})
    {
        try
        {
            helper.SerializeToXmlFile(path, true, true);
            ADD_FAILURE() << "wrote '" << path << "'";
        }
        catch (const std::runtime_error& error)
        {
            const std::string words = std::string("cannot write the file ") + path + ": ";
            EXPECT_EQ(std::string(error.what()).substr(0, words.size()), words);
        }
    }
    Simulator::Destroy();
}

TEST(FlowClassifierTest, NumbersFlowsByTheQueuePairThatSends)
{
    QpFlowClassifier classifier(4791, ENCAPSULATION_SRV6);
    Datagram datagram;
    datagram.bth.destination = QpNumber{17};
    datagram.source = 3;
    datagram.destination = 5;
    EXPECT_TRUE(QpFlowClassifier::IsOfFlow(datagram));
    EXPECT_EQ(QpFlowClassifier::FlowOf(datagram), 1U);
    EXPECT_EQ(QpFlowClassifier::FlowOfSender(QpNumber{16}), 1U);
    EXPECT_EQ(classifier.FindFlow(1), nullptr);
    Frame frame;
    EXPECT_EQ(classifier.Number(frame, datagram), 1U);
    datagram.ev = Ev{77}; // another path, the same flow
    EXPECT_EQ(classifier.Number(frame, datagram), 2U);
    EXPECT_EQ(classifier.FindFlow(1)->source, 3U);
    datagram.bth.destination = QpNumber{16}; // the other direction
    EXPECT_EQ(classifier.Number(frame, datagram), 1U);
    EXPECT_EQ(classifier.FindFlow(2)->sourceQp, QpNumber{17});
    EXPECT_EQ(classifier.FindFlow(0), nullptr);
    EXPECT_EQ(classifier.FindFlow(3), nullptr);
}

TEST(FlowClassifierTest, LeavesOutWhatIsNoData)
{
    Datagram datagram;
    datagram.bth.destination = QpNumber{17};
    for (const Opcode opcode : {Opcode::SACK, Opcode::NACK, Opcode::PROBE_REQUEST})
    {
        datagram.bth.opcode = opcode;
        EXPECT_FALSE(QpFlowClassifier::IsOfFlow(datagram));
    }
    datagram.bth.opcode = Opcode::WRITE_ONLY;
    datagram.bth.destination = ENDPOINT_QP;
    EXPECT_FALSE(QpFlowClassifier::IsOfFlow(datagram));
}

// Clauses: [drop-reasons]
TEST(LossCode, EveryReasonHasANameOfItsOwn)
{
    std::set<std::string> names;
    for (uint32_t code = 0; code < LOSS_CODES; ++code)
    {
        names.insert(LossCodeName(code));
    }
    EXPECT_EQ(names.size(), LOSS_CODES);
    EXPECT_STREQ(LossCodeName(TRIMMED_CODE), "trimmed");
    EXPECT_STREQ(LossCodeName(LossCodeOf(DropReason::LINK_DOWN)), "link-down");
}

void
InstallTwice()
{
    Ptr<Network> network = MakePair();
    FlowMonitorHelper helper;
    helper.Install(network);
    helper.InstallAll(network);
}

void
InstallSecond()
{
    Ptr<Network> network = MakePair();
    FlowMonitorHelper first;
    first.Install(network);
    FlowMonitorHelper second;
    second.Install(network);
}

void
ReadWithoutInstall()
{
    FlowMonitorHelper().SerializeToXmlString(0, true, true);
}

void
SetTooLate()
{
    FlowMonitorHelper helper;
    helper.GetMonitor();
    helper.SetMonitorAttribute("DelayBinWidth", DoubleValue(1e-6));
}

TEST(FlowMonitorHelperDeathTest, SaysWhatIsWrong)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_DEATH(InstallTwice(), "is installed on a network already");
    EXPECT_DEATH(InstallSecond(), "this network has a FlowMonitor already");
    EXPECT_DEATH(ReadWithoutInstall(), "has no results: call Install before");
    EXPECT_DEATH(SetTooLate(), "DelayBinWidth comes too late");
}

} // namespace
} // namespace mrc
} // namespace ns3
