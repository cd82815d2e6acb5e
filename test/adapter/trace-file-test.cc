/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Files of captures and ascii traces: one writer each, in folders that there are.

#include "../mrc-conservation.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-file-claim.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/simulator.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

using test::ThrownText;

/** A folder of its own for the files of a test, and two NICs on a cable to a T0. */
class TraceFileTest : public testing::Test
{
  protected:
    TraceFileTest()
        : m_folder(testing::TempDir() + "mrc-trace-files")
    {
        Simulator::Destroy(); // EnablePcapAll asks ports of all nodes, those of earlier tests too
        std::filesystem::create_directories(m_folder);
        TopologySpec spec;
        spec.nics = 2;
        spec.nicLinkRate = spec.fabricLinkRate = 100000000000;
        m_helper.SetTopology(spec);
        m_network = test::Audited(m_helper.Install());
    }

    ~TraceFileTest() override
    {
        Simulator::Destroy();
        std::filesystem::remove_all(m_folder);
    }

    std::string In(const std::string& name) const
    {
        return (m_folder / name).string();
    }

    Ptr<NetDevice> Port(PortIndex index) const
    {
        return m_network->GetFaces().PortAt(index);
    }

    std::filesystem::path m_folder;
    FabricHelper m_helper;
    Ptr<Network> m_network;
};

TEST_F(TraceFileTest, APortIsNotCapturedTwiceIntoOneFile)
{
    const std::string words = "the file " + In("a-nic0-p0.pcap") + " is being written by another";
    m_helper.EnablePcap(In("a"), Port(0));
    EXPECT_EQ(ThrownText([&] { m_helper.EnablePcap(In("a"), Port(0)); }).substr(0, words.size()),
              words);
    const std::string otherWay = In("../mrc-trace-files/a-nic0-p0.pcap");
    EXPECT_NE(ThrownText([&] { m_helper.EnablePcap(otherWay, Port(1), true, true); }), "no error");
    EXPECT_NE(ThrownText([&] { m_helper.EnablePcapAll(In("a")); }), "no error");
    EXPECT_EQ(ThrownText([&] { m_helper.EnablePcap(In("b"), Port(0)); }), "no error");
}

TEST_F(TraceFileTest, AnAsciiTraceOverwritesNoOtherOne)
{
    const std::string words = "the file " + In("a-nic0-p0.tr") + " is being written by another";
    m_helper.EnableAscii(In("a"), Port(0));
    m_network->Connect(0, 1)->Write(10000);
    Simulator::Run();
    EXPECT_EQ(ThrownText([&] { m_helper.EnableAscii(In("a"), Port(0)); }).substr(0, words.size()),
              words);
    EXPECT_NE(ThrownText([&] { m_helper.EnablePcap(In("a-nic0-p0.tr"), Port(1), true, true); }),
              "no error");
    Simulator::Destroy();
    std::ifstream file(In("a-nic0-p0.tr"));
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    EXPECT_NE(text.find("nic0.p0 RDMA-Write-First"), std::string::npos);
}

TEST_F(TraceFileTest, APrefixIsNoDevice)
{
    const std::string link = In("sink");
    std::filesystem::create_symlink("/dev/null", link);
    const std::pair<std::string, std::string> cases[] = {
        {"/dev/null", "/dev/null is a device; expected the beginning of names of files"},
        {link, link + " is a device; expected "},
        {"/dev/../dev/mine", "/dev/../dev/mine lies in /dev; expected "},
    };
    for (const auto& [prefix, words] : cases)
    {
        const std::string name = prefix;
        const auto pcap = [&] { m_helper.EnablePcap(name, Port(0)); };
        const auto ascii = [&] { m_helper.EnableAscii(name, Port(0)); };
        EXPECT_EQ(ThrownText<std::invalid_argument>(pcap).substr(0, words.size()), words);
        EXPECT_EQ(ThrownText<std::invalid_argument>(ascii).substr(0, words.size()), words);
    }
    EXPECT_EQ(ThrownText([&] { m_helper.EnablePcap(In("."), Port(0)); }), "no error");
}

TEST_F(TraceFileTest, PortsOfTwoNetworksNeedTwoPrefixes)
{
    const Ptr<Network> second = test::Audited(m_helper.Install());
    m_helper.EnablePcap(In("a"), Port(0));
    const Ptr<NetDevice> twin = second->GetFaces().PortAt(0);
    EXPECT_NE(ThrownText([&] { m_helper.EnablePcap(In("a"), twin); }), "no error");
    EXPECT_EQ(ThrownText([&] { m_helper.EnablePcap(In("b"), twin); }), "no error");
}

TEST_F(TraceFileTest, IsFreeWhenItsSimulationIsOver)
{
    m_helper.EnablePcap(In("a"), Port(0));
    m_helper.EnableAscii(In("a"), Port(0));
    Simulator::Destroy();
    const Ptr<Network> next = test::Audited(m_helper.Install());
    const Ptr<NetDevice> port = next->GetFaces().PortAt(0);
    EXPECT_EQ(ThrownText([&] { m_helper.EnablePcap(In("a"), port); }), "no error");
    EXPECT_EQ(ThrownText([&] { m_helper.EnableAscii(In("a"), port); }), "no error");
}

TEST_F(TraceFileTest, DevicesAreForEverybody)
{
    m_helper.EnablePcap("/dev/null", Port(0), true, true);
    EXPECT_EQ(ThrownText([&] { m_helper.EnablePcap("/dev/null", Port(1), true, true); }),
              "no error");
}

TEST_F(TraceFileTest, NobodyMakesFolders)
{
    FlowMonitorHelper monitor;
    monitor.Install(m_network);
    const std::string end = ": No such file or directory; there is no folder " + In("none");
    EXPECT_EQ(ThrownText([&] { m_helper.EnablePcap(In("none/a"), Port(0)); }),
              "cannot write the file " + In("none/a-nic0-p0.pcap") + end);
    EXPECT_EQ(ThrownText([&] { m_helper.EnableAscii(In("none/a"), Port(0)); }),
              "cannot write the file " + In("none/a-nic0-p0.tr") + end);
    EXPECT_EQ(ThrownText([&] { monitor.SerializeToXmlFile(In("none/a.xml"), true, true); }),
              "cannot write the file " + In("none/a.xml") + end);
    EXPECT_FALSE(std::filesystem::exists(In("none")));
}

TEST(FileClaimTest, EndsWithItsOwner)
{
    auto claim = std::make_unique<FileClaim>("claimed");
    EXPECT_THROW(FileClaim("./claimed"), std::invalid_argument);
    EXPECT_THROW(FileClaim("claimed"), std::invalid_argument) << "a refusal gives nothing free";
    claim = nullptr;
    EXPECT_NO_THROW(FileClaim("claimed"));
    EXPECT_NO_THROW(FileClaim("")); // an empty name, which opening refuses
}

} // namespace
} // namespace mrc
} // namespace ns3
