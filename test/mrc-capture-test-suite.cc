/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-topology.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/names.h"
#include "ns3/pcap-file.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return four NICs on two T0s and two T1s in one plane, of which NIC 0 gets an incast */
Ptr<Network>
MakeIncast(const FabricHelper& parts = FabricHelper())
{
    FabricHelper helper = parts;
    helper.AssignStreams(7);
    helper.SetTopology(SmallFabric(4, 2, 2));
    Ptr<Network> network = helper.Install();
    for (uint32_t nic = 1; nic < 4; ++nic)
    {
        network->Connect(nic, 0)->Write(300000);
    }
    return network;
}

/** One record of a capture. */
struct Record
{
    int64_t ns;
    uint32_t length; //!< of the frame
    std::vector<uint8_t> bytes;
};

/** What a capture file says. */
struct Capture
{
    bool isNanoseconds{false};
    uint32_t linkType{0};
    uint32_t snapLength{0};
    std::vector<Record> records;
};

/** @return the capture in a file, without any record if it is none */
Capture
Read(const std::string& path)
{
    Capture capture;
    PcapFile file;
    file.Open(path, std::ios::in);
    if (file.Fail())
    {
        return capture;
    }
    capture.isNanoseconds = file.IsNanoSecMode();
    capture.linkType = file.GetDataLinkType();
    capture.snapLength = file.GetSnapLen();
    std::vector<uint8_t> bytes(65536);
    for (;;)
    {
        uint32_t s = 0;
        uint32_t ns = 0;
        uint32_t kept = 0;
        uint32_t length = 0;
        uint32_t read = 0;
        file.Read(bytes.data(), bytes.size(), s, ns, kept, length, read);
        if (file.Fail())
        {
            return capture;
        }
        capture.records.push_back(
            {s * 1000000000LL + ns, length, {bytes.begin(), bytes.begin() + read}});
    }
}

/** @return the lines of a text file */
std::vector<std::string>
Lines(const std::string& path)
{
    std::vector<std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

/** Captures of all ports hold what the counters count, in order, and change nothing. */
class PcapTestCase : public TestCase
{
  public:
    PcapTestCase()
        : TestCase("captures hold every frame of a port, in the order of time")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> bare = MakeIncast();
        Simulator::Run();
        const uint64_t reference = bare->GetFabric().Fingerprint();
        Simulator::Destroy();

        FabricHelper helper;
        Ptr<Network> network = MakeIncast(helper);
        const std::string prefix = CreateTempDirFilename("all");
        helper.EnablePcapAll(prefix);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(network->GetFabric().Fingerprint(), reference, "the same bits");
        Simulator::Destroy(); // closes the files

        const Topology& topology = network->GetTopology();
        uint64_t trimmed = 0;
        for (PortIndex port = 0; port < topology.PortCount(); ++port)
        {
            std::string name = topology.PortName(port);
            name[name.rfind('.')] = '-';
            const Capture capture = Read(prefix + "-" + name + ".pcap");
            NS_TEST_ASSERT_MSG_EQ(capture.isNanoseconds, true, name);
            NS_TEST_EXPECT_MSG_EQ(capture.linkType, 1, "Ethernet");
            NS_TEST_EXPECT_MSG_EQ(capture.snapLength, 65535, "ns-3's default");
            const Fabric& fabric = network->GetFabric();
            NS_TEST_EXPECT_MSG_EQ(capture.records.size(),
                                  fabric.Counters(port).frames +
                                      fabric.Counters(topology.Peer(port)).frames,
                                  "both directions of " << name);
            Check(capture, name);
            trimmed += std::count_if(capture.records.begin(),
                                     capture.records.end(),
                                     [](const Record& r) { return r.length == 142; });
        }
        NS_TEST_EXPECT_MSG_GT(trimmed, 0, "the case has trims");
    }

    /** Frames are whole but for the FCS, and never come before those in front of them. */
    void Check(const Capture& capture, const std::string& name)
    {
        int64_t last = 0;
        for (const Record& record : capture.records)
        {
            NS_TEST_ASSERT_MSG_EQ(record.bytes.size(), record.length, name);
            NS_TEST_ASSERT_MSG_EQ((record.bytes[12] << 8 | record.bytes[13]), 0x86dd, name);
            NS_TEST_EXPECT_MSG_EQ((last <= record.ns), true, "time goes back in " << name);
            last = record.ns;
        }
    }
};

/** The time of a record is that of the wire, and a snap length cuts. */
class RecordTestCase : public TestCase
{
  public:
    RecordTestCase()
        : TestCase("records have the time of the wire and at most the snap length")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(100));
        FabricHelper helper;
        Ptr<Network> network = MakeIncast(helper);
        const std::string path = CreateTempDirFilename("first.pcap");
        helper.EnablePcap(path, network->GetFaces().PortAt(1), true, true);
        std::vector<int64_t> ns;
        const Ptr<Port> port = network->GetFaces().PortAt(1);
        port->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>(
                [&ns, port](Ptr<const Packet>) { ns.push_back(port->TraceTime().Ps() / 1000); }));
        Simulator::Run();
        Simulator::Destroy();
        Config::Reset();
        const Capture capture = Read(path);
        NS_TEST_EXPECT_MSG_EQ(capture.snapLength, 100, "snap length");
        NS_TEST_ASSERT_MSG_GT(capture.records.size(), 70, "frames");
        // A NIC's second frame leaves when its first, of 4096 + 146 + 20 bytes, is out: 340.96 ns
        // at 100 Gb/s, behind a host delay of 4,450 ns.
        const int64_t wanted[] = {4450, 4790, 5131, 5472};
        for (unsigned i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(capture.records[i].ns, wanted[i], "time of frame " << i);
            NS_TEST_EXPECT_MSG_EQ(capture.records[i].ns, ns[i], "TraceTime");
            NS_TEST_EXPECT_MSG_EQ(capture.records[i].length, 4096 + 146 - 4, "without FCS");
            NS_TEST_EXPECT_MSG_EQ(capture.records[i].bytes.size(), 100, "cut");
        }
    }
};

/** ns-3's forms of EnablePcap and EnableAscii make the files that they should. */
class FormsTestCase : public TestCase
{
  public:
    FormsTestCase()
        : TestCase("every form of EnablePcap and EnableAscii makes its files")
    {
    }

  private:
    /** Runs one form and expects the given files, and no others of some forty. */
    void Expect(const std::string& what,
                const std::set<std::string>& endings,
                std::function<void(FabricHelper&, Network&, const std::string&)> enable)
    {
        FabricHelper helper;
        Ptr<Network> network = MakeIncast(helper);
        const std::string prefix = CreateTempDirFilename(what);
        enable(helper, *network, prefix);
        Simulator::Run();
        Simulator::Destroy();
        for (const char* node : {"nic0-p0",
                                 "nic1-p0",
                                 "p0.t0.0-down0",
                                 "p0.t0.0-down1",
                                 "p0.t0.0-up0",
                                 "p0.t0.0-up1",
                                 "p0.t1.1-down1",
                                 "boss-eye"})
        {
            for (const char* type : {".pcap", ".tr"})
            {
                const std::string ending = std::string(node) + type;
                const bool exists = std::ifstream(prefix + "-" + ending).good();
                NS_TEST_EXPECT_MSG_EQ(exists, (endings.count(ending) != 0), what << ' ' << ending);
            }
        }
    }

    void DoRun() override
    {
        using H = FabricHelper;
        using N = Network;
        using S = std::string;
        Expect("device", {"nic1-p0.pcap"}, [](H& h, N& n, const S& p) {
            h.EnablePcap(p, n.GetFaces().PortAt(1));
        });
        Expect("devices", {"nic0-p0.pcap", "p0.t0.0-up1.pcap"}, [](H& h, N& n, const S& p) {
            h.EnablePcap(p, n.CreatePorts("nic0.p0,p0.t0.0.up1"));
        });
        Expect("nodes", {"nic0-p0.pcap", "nic1-p0.pcap"}, [](H& h, N& n, const S& p) {
            h.EnablePcap(p, NodeContainer(n.GetFaces().NodeAt(0), n.GetFaces().NodeAt(1)));
        });
        Expect("ids", {"p0.t0.0-down1.pcap"}, [](H& h, N&, const S& p) { h.EnablePcap(p, 4, 1); });
        Expect("names", {"boss-eye.pcap", "boss-eye.tr"}, [](H& h, N& n, const S& p) {
            Names::Add("boss", n.GetFaces().NodeAt(0));
            Names::Add("boss/eye", n.GetFaces().PortAt(0));
            h.EnablePcap(p, "boss/eye");
            h.EnableAscii(p, "boss/eye");
            Names::Clear();
        });
        Expect("ascii-device", {"nic1-p0.tr"}, [](H& h, N& n, const S& p) {
            h.EnableAscii(p, n.GetFaces().PortAt(1));
        });
        Expect("ascii-ids", {"p0.t0.0-down1.tr"}, [](H& h, N&, const S& p) {
            h.EnableAscii(p, 4, 1, false);
        });
        Expect("ascii-all",
               {"nic0-p0.tr",
                "nic1-p0.tr",
                "p0.t0.0-down0.tr",
                "p0.t0.0-down1.tr",
                "p0.t0.0-up0.tr",
                "p0.t0.0-up1.tr",
                "p0.t1.1-down1.tr"},
               [](H& h, N&, const S& p) { h.EnableAsciiAll(p); });
    }
};

/** Lines of an ascii trace say what happened, and how often the counters say it did. */
class AsciiTestCase : public TestCase
{
  public:
    AsciiTestCase()
        : TestCase("an ascii trace has a line for each thing that happens")
    {
    }

  private:
    void DoRun() override
    {
        FabricHelper helper;
        Ptr<Network> network = MakeIncast(helper);
        const std::string path = CreateTempDirFilename("all.tr");
        helper.EnableAsciiAll(AsciiTraceHelper().CreateFileStream(path));
        Simulator::Run();
        Simulator::Destroy();
        uint64_t sent = 0;
        uint64_t trims = 0;
        for (PortIndex port = 0; port < network->GetTopology().PortCount(); ++port)
        {
            sent += network->GetFabric().Counters(port).frames;
            trims += network->GetFabric().Counters(port).trims;
        }
        std::string last;
        std::map<char, uint64_t> letters;
        const std::vector<std::string> lines = Lines(path);
        for (const std::string& line : lines)
        {
            ++letters[line[0]];
            const std::string time = line.substr(2, 14);
            NS_TEST_EXPECT_MSG_EQ((last <= time), true, line);
            last = time;
        }
        NS_TEST_EXPECT_MSG_EQ(letters['-'], sent, "what left");
        NS_TEST_EXPECT_MSG_EQ(letters['r'], sent, "what arrived");
        NS_TEST_EXPECT_MSG_EQ(letters['+'], sent, "what was queued");
        NS_TEST_EXPECT_MSG_EQ(letters['t'], trims, "what was trimmed");
        NS_TEST_EXPECT_MSG_GT(trims, 0, "the case has trims");
        const std::string first = "+ 0.000004450000 nic1.p0 RDMA-Write-First size=4242 from=1 "
                                  "to=0 qp=";
        NS_TEST_EXPECT_MSG_EQ(
            std::count_if(lines.begin(),
                          lines.end(),
                          [&](const std::string& l) { return l.rfind(first, 0) == 0; }),
            1,
            "NIC 1 queues its first frame");
    }
};

/** What cannot be traced is refused with a message that says what and why. */
class RefusalTestCase : public TestCase
{
  public:
    RefusalTestCase()
        : TestCase("what cannot be traced is refused in words")
    {
    }

  private:
    /** Expects an exception whose text has these words. */
    void Expect(const std::string& words, std::function<void()> act)
    {
        std::string said = "nothing";
        try
        {
            act();
        }
        catch (const std::exception& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ((said.find(words) != std::string::npos),
                              true,
                              "expected '" << words << "', was told '" << said << "'");
    }

    void DoRun() override
    {
        FabricHelper helper;
        Expect("no port to trace", [&] { helper.EnablePcapAll("x"); });
        Expect("no port to trace", [&] { helper.EnableAsciiAll("x"); });
        Expect("no device 0 of node 0: ns-3 has 0 nodes", [&] { helper.EnablePcap("x", 0, 0); });
        Ptr<Network> network = MakeIncast(helper);
        const Faces& faces = network->GetFaces();
        Expect("no device 9 of node 1: it has 1", [&] { helper.EnablePcap("x", 1, 9); });
        Expect("no device 0 of node 99", [&] { helper.EnableAscii("x", 99, 0, false); });
        Expect("no device of this name", [&] { helper.EnablePcap("x", "nobody"); });
        Expect("cannot write the file /nowhere/x-nic1-p0.pcap: No such file",
               [&] { helper.EnablePcap("/nowhere/x", faces.PortAt(1)); });
        Expect("cannot write the file /nowhere/x-nic1-p0.tr: No such file",
               [&] { helper.EnableAscii("/nowhere/x", faces.PortAt(1)); });
        Expect("port nic1.p0 need a file name", [&] { helper.EnablePcap("", faces.PortAt(1)); });
        Expect("item 'p0.t0.7': expected a node of this fabric such as p0.t0.0",
               [&] { network->CreatePorts("nic0,p0.t0.7"); });
        Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(0));
        Expect("snap length of 0", [&] { helper.EnablePcap("x", faces.PortAt(1)); });
        Config::Reset();
        Simulator::Destroy();

        // A disk that is full shows while the simulation runs. A new helper, because Config::Reset
        // chose ns-3's own simulator, which leaks the event that throws.
        FabricHelper another;
        network = MakeIncast(another);
        another.EnablePcap("/dev/full", network->GetFaces().PortAt(1), true, true);
        Expect("cannot write the file /dev/full", [] { Simulator::Run(); });
        Simulator::Destroy();
    }
};

/** The suite of captures and ascii traces. */
class CaptureTestSuite : public TestSuite
{
  public:
    CaptureTestSuite()
        : TestSuite("mrc-capture", TestSuite::Type::UNIT)
    {
        AddTestCase(new PcapTestCase);
        AddTestCase(new RecordTestCase);
        AddTestCase(new FormsTestCase);
        AddTestCase(new AsciiTestCase);
        AddTestCase(new RefusalTestCase);
    }
};

CaptureTestSuite g_captureTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
