/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-callback-of.h"
#include "mrc-capture-incast.h"
#include "mrc-test-cases.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/names.h"
#include "ns3/pcap-file.h"
#include "ns3/simulator.h"
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

/** One record of a capture. */
struct Record
{
    int64_t ns;
    uint32_t length; //!< of the frame
    std::vector<uint8_t> bytes;
};

/** The content of a capture file. */
struct Capture
{
    bool isNanoseconds{false};
    uint32_t linkType{0};
    uint32_t snapLength{0};
    std::vector<Record> records;
};

/** @return the capture in a file, without any record if the file is no capture */
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

/** Captures of all ports hold the frames of the counters, in order, and change nothing. */
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
        const uint64_t reference = bare->Engine().fabric.Tally().Fingerprint();
        Simulator::Destroy();

        FabricHelper helper;
        Ptr<Network> network = MakeIncast(helper);
        const std::string prefix = CreateTempDirFilename("all");
        helper.EnablePcapAll(prefix);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Tally().Fingerprint(),
                              reference,
                              "the same bits");
        Simulator::Destroy(); // closes the files

        const Topology& topology = network->GetTopology();
        uint64_t trimmed = 0;
        for (PortIndex port = 0; port < topology.PortCount(); ++port)
        {
            std::string name = PortName(topology, port);
            name[name.rfind('.')] = '-';
            const Capture capture = Read(prefix + "-" + name + ".pcap");
            NS_TEST_ASSERT_MSG_EQ(capture.isNanoseconds, true, name);
            NS_TEST_EXPECT_MSG_EQ(capture.linkType, 1, "Ethernet");
            NS_TEST_EXPECT_MSG_EQ(capture.snapLength, 65535, "ns-3's default");
            const Fabric& fabric = network->Engine().fabric;
            NS_TEST_EXPECT_MSG_EQ(capture.records.size(),
                                  fabric.Tally().Counters(port).frames +
                                      fabric.Tally().Counters(topology.Peer(port)).frames,
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
            CallbackOf<Ptr<const Packet>>(
                [&ns, port](Ptr<const Packet>) { ns.push_back(port->TraceTime().Ps() / 1000); }));
        Simulator::Run();
        Simulator::Destroy();
        Config::Reset();
        const Capture capture = Read(path);
        NS_TEST_EXPECT_MSG_EQ(capture.snapLength, 100, "snap length");
        NS_TEST_ASSERT_MSG_GT(capture.records.size(), 70, "frames");
        // A NIC's second frame leaves when its first, of 4096 + 146 + 20 bytes, is out. That is
        // 340.96 ns at 100 Gb/s, behind a host delay of 4,450 ns.
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
            h.EnablePcap(p, n.GetFaces().CreatePorts("nic0.p0,p0.t0.0.up1"));
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
        for (TestCase* testCase : CaptureTextCases())
        {
            AddTestCase(testCase);
        }
    }
};

CaptureTestSuite g_captureTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
