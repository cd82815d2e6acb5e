/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Wrong values and calls, one by one: each ends with words that name the value, its place and the
// expected one. Those here ns-3 or this module meets with a fatal error, in a process of their own.

#include "bad-input.h"
#include "mrc-incast-benchmark.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/integer.h"
#include "ns3/mrc-port-queue.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return a call that sets an attribute and builds */
template <typename Value>
std::function<void()>
With(void (FabricHelper::*set)(const std::string&, const AttributeValue&),
     const char* name,
     const Value& value)
{
    return [=] { Install([=](FabricHelper& helper) { (helper.*set)(name, value); }); };
}

/** @return a call that builds a changed topology */
std::function<void()>
WithSpec(const std::function<void(TopologySpec&)>& change)
{
    return [=] {
        TopologySpec spec = Spec();
        change(spec);
        Install([&spec](FabricHelper& helper) { helper.SetTopology(spec); });
    };
}

const auto FABRIC = &FabricHelper::SetFabricAttribute;
const auto QP = &FabricHelper::SetQpAttribute;
const auto EV = &FabricHelper::SetEvAttribute;
const auto CC = &FabricHelper::SetCcAttribute;

// Clauses: [trim-minimum], [ev-formats]
TEST(BadInputTest, AttributesNameWhatWasExpected)
{
    ExpectThrows({
        {"ns3::mrc::QpProfile has no attribute 'Payloads' (did you mean 'Payload'?); expected one "
         "of "
         "Mpr, DynamicMpr, ",
         With(QP, "Payloads", UintegerValue(4096))},
        {"ns3::mrc::QpProfile has no attribute 'Selector' (ns3::mrc::EvProfile has it); expected",
         With(QP, "Selector", StringValue("Reps"))},
        {"ns3::mrc::EvProfile has no attribute 'Mpr' (ns3::mrc::QpProfile has it); expected",
         With(EV, "Mpr", UintegerValue(1))}, // the first of the network's own
        {"ns3::mrc::QpProfile has no attribute 'Xyzzy'; expected one of Mpr, ",
         With(QP, "Xyzzy", StringValue(""))},
        {"ns3::mrc::QpProfile::Payload = '255'; expected ns3::UintegerValue uint16_t 256:4096",
         With(QP, "Payload", UintegerValue(255))},
        {"ns3::mrc::QpProfile::Payload = '4097'; expected",
         With(QP, "Payload", UintegerValue(4097))},
        {"ns3::mrc::QpProfile::Payload = 'many'; expected",
         With(QP, "Payload", StringValue("many"))},
        {"ns3::mrc::QpProfile::Payload = a value of another type; expected",
         With(QP, "Payload", EmptyAttributeValue())},
        {"ns3::mrc::QpProfile::Payload = '+1000", With(QP, "Payload", TimeValue(MicroSeconds(1)))},
        {"ns3::mrc::FabricProfile::TrimSize = '47'; expected ns3::UintegerValue uint16_t 48:4000",
         With(FABRIC, "TrimSize", UintegerValue(47))},
        {"ns3::mrc::FabricProfile::TrimSize = 107 cuts headers off; expected 108 or more with this",
         With(FABRIC, "TrimSize", UintegerValue(107))},
        {"ns3::mrc::FabricProfile::HostDelay = 'soon'; expected ns3::TimeValue",
         With(FABRIC, "HostDelay", StringValue("soon"))},
        {"ns3::mrc::CcProfile::Gamma = 'half'; expected ns3::DoubleValue double 0:1",
         With(CC, "Gamma", StringValue("half"))},
        {"ns3::mrc::FabricProfile::HostDelay is +1s; expected 0 .. 1 s",
         With(FABRIC, "HostDelay", TimeValue(NanoSeconds(1000000001)))},
        {"ns3::mrc::FabricProfile::WireMode = 'perhaps'; expected BooleanValue",
         With(FABRIC, "WireMode", StringValue("perhaps"))},
        {"ns3::mrc::FabricProfile::Faces = 'Some'; expected ns3::EnumValue Auto|All|Named",
         With(FABRIC, "Faces", StringValue("Some"))},
        {"ns3::mrc::EvProfile::Active = '0'; expected ns3::UintegerValue uint16_t 1:4096",
         With(EV, "Active", UintegerValue(0))},
        {"ns3::mrc::CcProfile::Gamma = '1.5'; expected ns3::DoubleValue double 0:1",
         With(CC, "Gamma", DoubleValue(1.5))},
    });
}

TEST(BadInputTest, AttributesAgreeWithEachOther)
{
    ExpectThrows({
        {"ns3::mrc::FabricProfile: DSCPs clash; expected different ones for DscpControl (1)",
         With(FABRIC, "DscpControl", UintegerValue(1))},
        {"ns3::mrc::FabricProfile: EcnMinimum 0.9 exceeds EcnMaximum 0.8",
         With(FABRIC, "EcnMinimum", DoubleValue(0.9))},
        {"ns3::mrc::FabricProfile: DataWredMinimum 9 exceeds DataWredMaximum 0",
         With(FABRIC, "DataWredMinimum", UintegerValue(9))},
        {"ns3::mrc::FabricProfile: TrimmedWredMinimum 1 exceeds TrimmedWredMaximum 0",
         With(FABRIC, "TrimmedWredMinimum", UintegerValue(1))},
        {"ns3::mrc::FabricProfile: ControlWredMinimum 2 exceeds ControlWredMaximum 0",
         With(FABRIC, "ControlWredMinimum", UintegerValue(2))},
        {"ns3::mrc::FabricProfile::NicControlLimit = 10; expected 0, or 1",
         With(FABRIC, "NicControlLimit", UintegerValue(10))},
        {"ns3::mrc::FabricProfile: BlackoutMinimum +5s exceeds BlackoutMaximum +1.1s",
         With(FABRIC, "BlackoutMinimum", TimeValue(Seconds(5)))},
        {"ns3::mrc::FabricProfile::DataLimit gives a port between switches room for ",
         With(FABRIC, "DataLimit", DoubleValue(0.01))},
        {"ns3::mrc::FabricProfile::LastHopLimit gives a T0 port towards a NIC room for ",
         With(FABRIC, "LastHopLimit", DoubleValue(0.01))},
        {"ns3::mrc::FabricProfile::DataThreshold = -5 with BufferSize = 100000 has no room for a "
         "packet of 4",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("BufferSize", UintegerValue(100000));
                 helper.SetFabricAttribute("DataThreshold", IntegerValue(-5));
             });
         }},
        {"BufferReserved = 100001 exceeds BufferSize = 100000; expected no more than that",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("BufferSize", UintegerValue(100000));
                 helper.SetFabricAttribute("BufferReserved", UintegerValue(100001));
             });
         }},
        {"are shares of a shared buffer; expected BufferSize, or their defaults",
         With(FABRIC, "BufferReserved", UintegerValue(1000))},
        {"are shares of a shared buffer; expected BufferSize, or their defaults",
         With(FABRIC, "DataThreshold", IntegerValue(-1))},
        {"are shares of a shared buffer; expected BufferSize, or their defaults",
         With(FABRIC, "TrimmedThreshold", IntegerValue(-1))},
        {"are shares of a shared buffer; expected BufferSize, or their defaults",
         With(FABRIC, "ControlThreshold", IntegerValue(-1))},
        {"ns3::mrc::FabricProfile: with a shared buffer (BufferSize) the packet that arrives is "
         "trimmed",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("SwitchProfile", StringValue("tomahawk5-sonic"));
                 helper.SetFabricAttribute("TrimVictim", StringValue("Either"));
             });
         }},
        {"ns3::mrc::FabricProfile: a port between switches would mark from 90000 bytes on, and all "
         "packets from 80000; expected EcnMinimum",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("EcnMinimumBytes", UintegerValue(90000));
                 helper.SetFabricAttribute("EcnMaximumBytes", UintegerValue(80000));
             });
         }},
        {"ns3::mrc::FabricProfile: a port of a T1 would mark from 300000 bytes on, and all packets "
         "from 282624",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("SwitchProfile", StringValue("tomahawk5-sonic"));
                 helper.SetFabricAttribute("EcnMinimumBytes", UintegerValue(300000));
                 helper.SetFabricAttribute("EcnMaximumBytes", UintegerValue(400000));
             });
         }},
        {"ns3::mrc::FabricProfile: a shared buffer (BufferSize) decides instead of DataLimit",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("BufferSize", UintegerValue(100000000));
                 helper.SetFabricAttribute("DataLimit", DoubleValue(0.5));
             });
         }},
        {"ns3::mrc::FabricProfile: ControlWeight 0, TrimmedWeight 0, DataWeight 8; expected all",
         With(FABRIC, "DataWeight", UintegerValue(8))},
        {"ns3::mrc::FabricProfile::TrimSize = 128 cuts headers off; expected 132 or more with "
         "CarrierUsids = 3",
         With(FABRIC, "CarrierUsids", UintegerValue(3))},
        {"ns3::mrc::FabricProfile::SwitchProfile = 'tomahawk6'; expected ns3::EnumValue uec|",
         With(FABRIC, "SwitchProfile", StringValue("tomahawk6"))},
        {"ns3::mrc::EvProfile: MinActive 257 exceeds Active + Backup 256",
         With(EV, "MinActive", UintegerValue(257))},
        {"ns3::mrc::EvProfile::Active = 1 with 2 planes; expected at least one EV for each plane",
         With(EV, "Active", UintegerValue(1))},
        {"ns3::mrc::EvProfile::Format = Udp with ns3::mrc::FabricProfile::Encapsulation = Srv6",
         With(EV, "Format", StringValue("Udp"))},
        {"ns3::mrc::EvProfile::Format = Srv6 with ns3::mrc::FabricProfile::Encapsulation = Ipv4",
         With(FABRIC, "Encapsulation", StringValue("Ipv4"))},
        {"ns3::mrc::CcProfile: Algorithm \"best\"; expected uet-1.0-nscc, fixed or none",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetCcAttribute("Algorithm", StringValue("best"));
             })->Connect(0, 1);
         }},
        {"ns3::mrc::CcProfile: Algorithm none has no MaxWindow",
         [] {
             Install([](FabricHelper& helper) {
                 helper.SetCcAttribute("Algorithm", StringValue("none"));
                 helper.SetCcAttribute("MaxWindow", UintegerValue(4096));
             })->Connect(0, 1);
         }},
    });
}

TEST(BadInputTest, TopologiesCanBeBuilt)
{
    ExpectThrows({
        {"topology 'test': planes = 0; expected 1 .. 8",
         WithSpec([](TopologySpec& spec) { spec.planes = 0; })},
        {"topology 'test': planes = 9; expected 1 .. 8",
         WithSpec([](TopologySpec& spec) { spec.planes = 9; })},
        {"topology 'test': nics = 0; expected 1 .. 8192",
         WithSpec([](TopologySpec& spec) { spec.nics = 0; })},
        {"topology 'test': nicsPerT0 = 2049; expected 1 .. 2048",
         WithSpec([](TopologySpec& spec) { spec.nicsPerT0 = 2049; })},
        {"topology 'test': t1Count = 0 with 2 T0s per plane; expected at least 1 T1",
         WithSpec([](TopologySpec& spec) { spec.t1Count = 0; })},
        {"topology 'test': nicLinkRate = 0; expected 1000000 .. 3200000000000",
         WithSpec([](TopologySpec& spec) { spec.nicLinkRate = 0; })},
        {"topology 'test': fabricLinkDelay = -1 ps; expected 0 .. 1000000000000 ps",
         WithSpec([](TopologySpec& spec) { spec.fabricLinkDelay = Span(-1); })},
        {"unknown topology preset 'clos-9x9g'; expected one of clos-8x100g, ",
         [] { FabricHelper().SetTopology("clos-9x9g", 16); }},
        {"topology 'leaf-spine-16x400g': nics = 17; expected at most 16",
         [] { FabricHelper().SetTopology("leaf-spine-16x400g", 17); }},
        {"nics = 0; expected", [] { FabricHelper().Install(); }},
    });
}

TEST(BadInputTest, DefaultsHaveAnEffect)
{
    ExpectThrows({
        {"ns3::mrc::PortQueue::DataLimit = 50000 has no effect as a default; expected",
         [] {
             Config::SetDefault("ns3::mrc::PortQueue::DataLimit", UintegerValue(50000));
             Install();
         }},
        {"ns3::mrc::Switch::Latency = +1",
         [] {
             Config::Reset();
             Config::SetDefault("ns3::mrc::Switch::Latency", TimeValue(MilliSeconds(1)));
             Install();
         }},
    });
    Config::Reset();
}

/** Makes another type than a simulator or a scheduler the one that ns-3 would make. */
void
Choose(const char* global, const char* type)
{
    GlobalValue::Bind(global, StringValue(type));
    FabricHelper helper;
}

// Where its asserts are compiled out, ns-3 itself would run into a null pointer in each of these.
TEST(BadInputDeathTest, TypesThatNs3WouldCrashOn)
{
    const std::string queues = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/Queue/";
    ExpectDeaths({
        {"ns3::mrc::PortQueue::DscpTrimmed is 33; expected one of FabricProfile's, 11 or 21",
         [&] {
             const auto network = Install();
             Config::Set(queues + "DscpTrimmed", UintegerValue(33));
         }},
        {"SimulatorImplementationType = 'ns3::FasterSimulatorImpl' is no simulator; expected",
         [] { Choose("SimulatorImplementationType", "ns3::FasterSimulatorImpl"); }},
        {"SimulatorImplementationType = 'ns3::MapScheduler' is no simulator; expected",
         [] { Choose("SimulatorImplementationType", "ns3::MapScheduler"); }},
        {"SimulatorImplementationType = 'ns3::SimulatorImpl' is no simulator; expected",
         [] { Choose("SimulatorImplementationType", "ns3::SimulatorImpl"); }},
        {"SchedulerType = 'ns3::Object' is no scheduler; expected",
         [] { Choose("SchedulerType", "ns3::Object"); }},
        {"this ns3::mrc::Qp belongs to no NIC", [] { CreateObject<Qp>()->Write(1); }},
        {"this ns3::mrc::Qp belongs to no NIC", [] { CreateObject<Qp>()->Counters(); }},
        {"this ns3::mrc::Qp belongs to no NIC", [] { CreateObject<Qp>()->Peer(); }},
        {"this ns3::mrc::Qp belongs to no NIC", [] { CreateObject<Qp>()->Query(); }},
        {"Network::Connect with a null EvProfile", [] { Install()->Connect(0, 1, nullptr); }},
    });
}

// Clauses: [queue-limits]
TEST(BadInputDeathTest, LimitsOfQueuesThatChange)
{
    const std::string queues = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/Queue/";
    ExpectDeaths({
        {"ns3::mrc::PortQueue::DataLimit is 4245; expected 4246 or more, a full packet",
         [&] {
             const auto network = Install();
             Config::Set(queues + "DataLimit", UintegerValue(4246));
             Config::Set(queues + "DataLimit", UintegerValue(4245));
         }},
        {"ns3::mrc::PortQueue::TrimmedLimit is 145; expected 146 or more",
         [&] {
             const auto network = Install();
             Config::Set(queues + "TrimmedLimit", UintegerValue(146));
             Config::Set(queues + "TrimmedLimit", UintegerValue(145));
         }},
        {"ns3::mrc::PortQueue::TrimmedLimit is 200; expected 201 or more",
         [&] {
             const auto network = Install();
             Config::Set(queues + "TrimmedLimit", UintegerValue(200));
             Config::Set(queues + "TrimSize", UintegerValue(182));
             Config::Set(queues + "TrimSize", UintegerValue(183));
         }},
        {"ns3::mrc::PortQueue::TrimSize is 107; expected 108 or more",
         [&] {
             const auto network = Install();
             Config::Set(queues + "TrimSize", UintegerValue(108));
             Config::Set(queues + "TrimSize", UintegerValue(107));
         }},
        {"ns3::mrc::PortQueue::TrimSize is 131; expected 132 or more",
         [&] {
             const auto network = Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("CarrierUsids", UintegerValue(2));
                 helper.SetFabricAttribute("TrimSize", UintegerValue(200));
             });
             Config::Set(queues + "TrimSize", UintegerValue(132));
             Config::Set(queues + "TrimSize", UintegerValue(131));
         }},
        {"ns3::mrc::PortQueue::ControlLimit is 1; expected ",
         [&] {
             const auto network = Install();
             Config::Set(queues + "ControlLimit", UintegerValue(1));
         }},
        {"ns3::mrc::PortQueue::TrimSize is 1156, which leaves full packets whole; expected less "
         "than their 1156 bytes",
         [&] {
             const auto network = Install([](FabricHelper& helper) {
                 helper.SetQpAttribute("Payload", UintegerValue(1024));
             });
             Config::Set(queues + "TrimSize", UintegerValue(1155));
             Config::Set(queues + "TrimSize", UintegerValue(1156));
         }},
    });
}

TEST(BadInputDeathTest, CallsWithWrongNumbers)
{
    ExpectDeaths({
        {"NIC 3 cannot be connected to itself", [] { Install()->Connect(3, 3); }},
        {"the profile of one end of a connection is null",
         [] {
             Install()->Connect(0, 1, {CreateObject<QpProfile>(), nullptr});
         }},
        {"the profile of one end of a connection is null",
         [] {
             Install()->Create(0, 1, {nullptr, CreateObject<QpProfile>()});
         }},
        {"the ends of a connection have QpProfile::Payload 4096 and 2048; expected the same",
         [] {
             Ptr<QpProfile> small = CreateObject<QpProfile>();
             small->SetAttribute("Payload", UintegerValue(2048));
             Install()->Connect(0, 1, {CreateObject<QpProfile>(), small});
         }},
        {"the source NIC 8 does not exist; the fabric has NICs 0 .. 7",
         [] { Install()->Connect(8, 0); }},
        {"the destination NIC 8 does not exist", [] { Install()->Connect(0, 8); }},
        {"the source NIC 9 does not exist", [] { Install()->Unloaded().BaseRttBetween(9, 0); }},
        {"the destination NIC 9 does not exist",
         [] { Install()->Unloaded().IdealBetween(0, 9, 1); }},
        {"a Write of 4294967296 bytes was posted; expected 0 .. 4294967295",
         [] { Install()->Connect(0, 1)->WriteWithImmediate(4294967296, 1); }},
        {"the fabric has no node 20; its nodes are 0 .. 15",
         [] { Install()->GetFaces().Create().NodeAt(20); }},
        {"the fabric has no port 48; its ports are 0 .. 47",
         [] { Install()->GetFaces().Create().PortAt(48); }},
        {"ns3::mrc::Link::DataRate is 1000bps; expected 1 Mb/s .. 3.2 Tb/s",
         [] {
             Install()->GetFaces().Create().PortAt(0)->GetChannel()->SetAttribute(
                 "DataRate",
                 StringValue("1kbps"));
         }},
        {"ns3::mrc::PortQueue's limits have no effect at port ",
         [] {
             const Ptr<Network> network = Install([](FabricHelper& helper) {
                 helper.SetFabricAttribute("SwitchProfile", StringValue("spectrum4-sonic"));
             });
             // the last port is that of a switch
             const uint32_t last = network->GetTopology().PortCount() - 1;
             network->GetFaces().Create().PortAt(last)->GetQueue()->SetAttribute(
                 "TrimmedLimit",
                 UintegerValue(100000));
         }},
    });
}

/** @return a network after the end of its simulator, in the middle of a Write or at rest */
Ptr<Network>
Ended(bool atRest = false)
{
    Ptr<Network> network = Install();
    network->Connect(0, 1)->Write(1);
    if (atRest)
    {
        Simulator::Run();
    }
    Simulator::Destroy();
    return network;
}

TEST(BadInputDeathTest, CallsAtTheWrongTime)
{
    ExpectDeaths({
        {"a Write was posted after Simulator::Destroy",
         [] { Ended()->GetQueuePairs()[0]->Write(1); }},
        {"Network::Connect was called after Simulator::Destroy", [] { Ended()->Connect(0, 1); }},
        {"a Write was posted after Simulator::Destroy",
         [] { Ended(true)->GetQueuePairs()[0]->Write(1); }},
        {"Network::Connect was called after Simulator::Destroy",
         [] { Ended(true)->Connect(0, 1); }},
        {"Faces::Create was called after Simulator::Destroy", [] { Ended()->GetFaces().Create(); }},
        {"Faces::Create was called after Simulator::Destroy",
         [] { Ended(true)->GetFaces().Create("nic0"); }},
        {"Faces::CreatePorts was called after Simulator::Destroy",
         [] { Ended(true)->GetFaces().CreatePorts("nic0"); }},
        {"node 9 of the fabric was asked for after Simulator::Destroy",
         [] { Ended(true)->GetFaces().NodeAt(9); }},
        {"port 0 of the fabric, nic0.p0, was asked for after Simulator::Destroy",
         [] { Ended(true)->GetFaces().PortAt(0); }},
        {"Network::ScheduleFaults was called after Simulator::Destroy",
         [] { Ended()->ScheduleFaults("port:0.0@1us"); }},
    });
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
