/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Wrong values and calls that throw, one by one: each with words that name the value, its place and
// the expected one.

#include "../helper/bad-input.h"
#include "mrc-stream-benchmark.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-topo-reader.h"
#include "ns3/mrc-topology-tiers.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

ConnectionMatrix
Matrix(const std::string& text)
{
    std::istringstream in(text);
    return ReadConnectionMatrix(in, "m.cm");
}

void
ConnectWith(const std::string& attribute, const AttributeValue& value)
{
    const Ptr<QpProfile> profile = CreateObject<QpProfile>();
    profile->SetAttribute(attribute, value);
    Install()->Connect(0, 1, QpProfilePair{profile, profile});
}

TEST(BadInputTest, NamesWhatIsWrongWithARun)
{
    const ConnectionMatrix nine = Matrix("Nodes 9\nConnections 1\n0->8 start 0 size 1\n");
    const ConnectionMatrix two = Matrix("Nodes 2\nConnections 1\n0->1 start 0 size 1\n");
    ExpectThrows({
        {"m.cm: no network; expected one", [&] { WorkloadRun(nullptr, two, 1); }},
        {"m.cm: ranks 9, NICs 8: does not fit; expected a NIC for each rank",
         [&] { WorkloadRun(Install(), nine, 1); }},
        {"0 repetitions; expected 1 .. 1000000000", [&] { WorkloadRun(Install(), two, 0); }},
        {"expected none below 0",
         [&] {
             RunLimits limits;
             limits.wallSeconds = -1;
             WorkloadRun(Install(), two, 1).SetLimits(limits);
         }},
        {"m.cm: Run was called a second time",
         [&] {
             WorkloadRun run(Install(), two, 1);
             run.Run();
             run.Run();
         }},
        {"fault list, item 1 'link:0.0.2@1us', character 10: expected a T1, 0 .. 1",
         [] { Install()->ScheduleFaults("link:0.0.2@1us"); }},
        {" ns, ns3::mrc::QpProfile::AckTimeoutExponent 0 means 1024 ns; expected at least 1",
         [] { ConnectWith("AckTimeoutExponent", UintegerValue(0)); }},
        {" ns, ns3::mrc::QpProfile::PacketTimeout is 1000 ns; expected more",
         [] { ConnectWith("PacketTimeout", TimeValue(MicroSeconds(1))); }},
        {"ReceiverCredit is true, and ns3::mrc::CcProfile::Algorithm takes grants for penalties",
         [] { ConnectWith("ReceiverCredit", BooleanValue(true)); }},
        {"EvProfile::Active = 1 with 2 planes; expected at least one EV for each plane",
         [] {
             const Ptr<EvProfile> one = CreateObject<EvProfile>();
             one->SetAttribute("Active", UintegerValue(1));
             Install()->Connect(0, 1, one);
         }},
        {"a load of 0 flows", [] { StreamBenchmark(Install(), StreamLoad()); }},
        {"with 0 queue pairs of 1 Writes of 1 bytes; expected at least 1 of each",
         [] {
             StreamBenchmark(Install(), {{{0, 1}}, 0, 1, 1});
         }},
        {"a StreamBenchmark without a network",
         [] {
             StreamBenchmark(nullptr, {{{0, 1}}, 1, 1, 1});
         }},
        {"a measurement of 1 steps of +0us after +0us; expected a length above 0",
         [] {
             StreamBenchmark(Install(), {{{0, 1}}, 1, 1, 1}).Run({Seconds(0), Seconds(0)});
         }},
        {"a measurement of 0 steps of",
         [] {
             StreamSampler({}, {Seconds(0), Seconds(1), 0});
         }},
        {"a StreamSampler of a null queue pair",
         [] {
             StreamSampler({nullptr}, {Seconds(0), Seconds(1)});
         }},
    });
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
}

TEST(BadInputTest, NamesFilesThatCannotBeReadOrWritten)
{
    const Ptr<Network> network = Install();
    const ConnectionMatrix two = Matrix("Nodes 2\nConnections 1\n0->1 start 0 size 1\n");
    WorkloadRun run(network, two, 1);
    ExpectThrows({
        {"no/such.cm:1:1: cannot open the file; expected a traffic matrix (.cm)",
         [] { ReadConnectionMatrixFile("no/such.cm"); }},
        {"cannot read the file; expected a readable text", [] { ReadConnectionMatrixFile("/"); }},
        {"no/such.topo:1:1: cannot open the file; expected a topology, .topo, or",
         [] { ReadTopologyFile("no/such.topo"); }},
        {"cannot read the file; expected a readable text", [] { ReadTopologyFile("/"); }},
        {"cannot write the file /dev/null/flows.csv: Not a directory; expected a folder",
         [&] { run.WriteFlows("/dev/null"); }},
        {"cannot write the file /proc/flows.csv: ", [&] { run.WriteFlows("/proc"); }},
        {"cannot write the file /dev/full: No space left on device",
         [] {
             OutputFile file("/dev", "full");
             file.Stream() << "too much";
             file.Close();
         }},
        {"cannot write the file /dev/null/summary.csv: Not a directory",
         [] { RunSummary().WriteCsv("/dev/null"); }},
    });
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
}

TEST(BadInputTest, NamesNumbersThatATopologyLacks)
{
    const Topology topology(Spec());
    ExpectThrows({
        {"NIC 8 does not exist; the topology has 0 .. 7", [&] { topology.NicPort(8, 0); }},
        {"plane 2 does not exist; the topology has 0 .. 1", [&] { topology.NicPort(0, 2); }},
        {"NIC 8 does not exist", [&] { topology.Tiers().T0Of(8); }},
        {"T0 2 does not exist", [&] { topology.Tiers().DownlinksOfT0(2); }},
        {"node 16 does not exist; the topology has 0 .. 15", [&] { topology.PlaceOf(16); }},
        {"port 48 does not exist; the topology has 0 .. 47", [&] { topology.PortPlaceOf(48); }},
        {"port 48 does not exist", [&] { topology.Peer(48); }},
        {"port 48 does not exist", [&] { LineOf(topology, 48); }},
        {"T1 2 does not exist",
         [&] {
             topology.NodeAt({NodeKind::T1, 0, 2});
         }},
        {"T0 2 does not exist",
         [&] {
             topology.NodeAt({NodeKind::T0, 1, 2});
         }},
        {"downlink 4 does not exist; the topology has 0 .. 3",
         [&] {
             topology.PortAt({PortKind::T0_DOWN, 0, 0, 4});
         }},
        {"uplink 2 does not exist",
         [&] {
             topology.PortAt({PortKind::T0_UP, 0, 0, 2});
         }},
        {"T1 2 does not exist",
         [&] {
             topology.PortAt({PortKind::T1_DOWN, 0, 2, 0});
         }},
    });
    EXPECT_EQ(topology.PortCount(), 48u);
    EXPECT_EQ(topology.PortAt({PortKind::T1_DOWN, 1, 1, 1}), 47u) << "the last one";
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
