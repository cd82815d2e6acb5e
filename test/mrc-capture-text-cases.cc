/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Ascii traces, and objects that cannot be traced.

#include "mrc-capture-incast.h"
#include "mrc-test-cases.h"
#include "mrc-thrown-text.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

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

/** Lines of an ascii trace name the events, and how often the counters say it did. */
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
            sent += network->Engine().fabric.Tally().Counters(port).frames;
            trims += network->Engine().fabric.Tally().Counters(port).trims;
        }
        std::string last;
        std::map<char, uint64_t> letters;
        std::vector<std::string> lines = Lines(path);
        NS_TEST_EXPECT_MSG_EQ(lines.at(0), "# seed 1 run 1", "said once, by all ports");
        lines.erase(lines.begin());
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

/** Objects that cannot be traced are refused with a message that names object and reason. */
class AsciiRefusalTestCase : public TestCase
{
  public:
    AsciiRefusalTestCase()
        : TestCase("what cannot be traced is refused in words")
    {
    }

  private:
    /** Expects an exception with these words in its text. */
    void Expect(const std::string& words, std::function<void()> act)
    {
        const std::string said = ThrownText(act);
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
        const std::string into = "port nic0.p0 cannot be traced into a null stream; expected";
        Expect(into, [&] { helper.EnableAsciiAll(Ptr<OutputStreamWrapper>()); });
        Expect(into, [&] { helper.EnableAscii(Ptr<OutputStreamWrapper>(), faces.PortAt(0)); });
        Expect("item 'p0.t0.7': expected a node of this fabric such as p0.t0.0",
               [&] { network->GetFaces().CreatePorts("nic0,p0.t0.7"); });
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

} // namespace

std::vector<TestCase*>
CaptureTextCases()
{
    return {new AsciiTestCase, new AsciiRefusalTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
