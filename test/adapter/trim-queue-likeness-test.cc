/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The same packets at a port of a fabric and at a TrimQueueDisc: both decide alike.

#include "../mrc-fabric-rig.h"

#include "ns3/double.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-trim-queue-disc.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

constexpr uint32_t SIZE = 4242;     //!< bytes of a packet, at both faces those that count
constexpr uint32_t TRIM_SIZE = 146; //!< the same of a trimmed one

/** DSCPs of packets that come, in order, all while the first is being sent. */
constexpr uint8_t ARRIVALS[] = {1, 1, 2, 48, 1, 0, 1, 2, 48, 1, 1, 2, 0, 48, 1, 2};

struct Likeness
{
    const char* name;
    std::vector<std::pair<const char*, const char*>> both; //!< attributes of both faces
    uint32_t limit;                                        //!< bytes of a class; 0: a buffer
    uint32_t buffer;                                       //!< bytes
    uint32_t marksFrom;                                    //!< bytes
    const char* witness; //!< an outcome that has to be there, or the case would prove nothing
};

/** @return the packets that leave, in order: number of the arrival, t if trimmed, x if marked */
std::string
Word(uint32_t number, bool trimmed, bool marked)
{
    return std::to_string(number) + (trimmed ? "t" : "") + (marked ? "x" : "") + " ";
}

std::string
OfPort(const Likeness& given)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    for (const auto& [name, value] : given.both)
    {
        profile->SetAttribute(name, StringValue(value));
    }
    profile->SetAttribute("EcnOnLastHop", BooleanValue(true));
    profile->SetAttribute("EcnMinimumBytes", UintegerValue(given.marksFrom));
    profile->SetAttribute("EcnMaximumBytes", UintegerValue(given.marksFrom));
    profile->SetAttribute("BufferSize", UintegerValue(given.buffer));
    if (given.limit != 0)
    {
        const double bdps = given.limit / (100e9 / 8 * FabricRig::BASE_RTT.Ps() * 1e-12);
        for (const char* limit : {"LastHopLimit", "TrimmedLimit", "ControlLimit"})
        {
            profile->SetAttribute(limit, DoubleValue(bdps));
        }
    }
    const uint32_t nics = std::size(ARRIVALS) + 1;
    FabricRig rig(SmallFabric(nics, nics, 0), profile);
    for (uint32_t i = 0; i + 1 < nics; ++i)
    {
        rig.Shoot({Instant() + Nanos(10 * i), i, nics - 1, Ev::Of(0, 0), 4096, ARRIVALS[i]});
    }
    Simulator::Run();
    std::string left;
    for (const Hit& hit : rig.hits)
    {
        EXPECT_TRUE(hit.frame.size == SIZE || hit.frame.size == TRIM_SIZE) << hit.frame.size;
        left += Word(hit.shot, hit.frame.size == TRIM_SIZE, hit.frame.ecn == Ecn::CE);
    }
    Simulator::Destroy();
    return left;
}

Ptr<QueueDiscItem>
MakeItem(uint32_t number)
{
    Ipv6Header header;
    header.SetNextHeader(17);
    header.SetTrafficClass(ARRIVALS[number] << 2 | 2);
    header.SetPayloadLength(SIZE - 40);
    header.SetFlowLabel(number);
    return Create<Ipv6QueueDiscItem>(Create<Packet>(SIZE - 40), Address(), 0x86dd, header);
}

std::string
WordOf(const Ptr<QueueDiscItem>& item)
{
    const Ipv6Header& header = DynamicCast<Ipv6QueueDiscItem>(item)->GetHeader();
    return Word(header.GetFlowLabel(),
                item->GetSize() == TRIM_SIZE,
                (header.GetTrafficClass() & 3) == 3);
}

/** @return a queue disc with the same attributes, and those that ns-3's stack asks for */
Ptr<TrimQueueDisc>
MakeDisc(const Likeness& given)
{
    const Ptr<TrimQueueDisc> disc = CreateObject<TrimQueueDisc>();
    for (const auto& [name, value] : given.both)
    {
        disc->SetAttribute(name, StringValue(value));
    }
    disc->SetAttribute("TrimSize", UintegerValue(TRIM_SIZE));
    disc->SetAttribute("EcnMinimum", UintegerValue(given.marksFrom));
    disc->SetAttribute("EcnMaximum", UintegerValue(given.marksFrom));
    for (const char* limit : {"DataLimit", "TrimmedLimit", "ControlLimit"})
    {
        disc->SetAttribute(limit, UintegerValue(given.limit));
    }
    return disc;
}

std::string
OfDisc(const Likeness& given)
{
    const Ptr<TrimQueueDisc> disc = MakeDisc(given);
    ObjectFactory factory("ns3::mrc::TrimQueueBuffer");
    factory.Set("Size", UintegerValue(given.buffer == 0 ? 1 : given.buffer));
    const Ptr<Object> buffer = factory.Create();
    if (given.buffer != 0)
    {
        disc->SetAttribute("Buffer", PointerValue(buffer));
    }
    disc->Initialize();
    disc->Enqueue(MakeItem(0));
    std::string left = WordOf(disc->Dequeue()); // the line of the disc is idle
    for (uint32_t i = 1; i < std::size(ARRIVALS); ++i)
    {
        disc->Enqueue(MakeItem(i));
    }
    while (const Ptr<QueueDiscItem> item = disc->Dequeue())
    {
        left += WordOf(item);
    }
    UintegerValue used;
    buffer->GetAttribute("Used", used);
    EXPECT_EQ(used.Get(), 0U) << "all that was taken is given back";
    disc->Dispose();
    Simulator::Destroy();
    return left;
}

class TrimQueueLikeness : public testing::TestWithParam<Likeness>
{
};

// Clauses: [trim-queue-disc], [shared-buffer], [class-weights], [ecn-mark-at], [retx-class]
TEST_P(TrimQueueLikeness, DecidesAsAPortDoes)
{
    const std::string port = OfPort(GetParam());
    EXPECT_EQ(OfDisc(GetParam()), port);
    EXPECT_NE(port.find(GetParam().witness), std::string::npos) << port;
}

constexpr uint32_t FEW = 19000; //!< bytes: four packets
constexpr uint32_t DEEP = 10500;
constexpr uint32_t NEVER = 1000000;

INSTANTIATE_TEST_SUITE_P(
    Rules,
    TrimQueueLikeness,
    testing::Values(
        Likeness{"priority", {}, FEW, 0, NEVER, "t "},
        Likeness{"dequeue", {}, FEW, 0, DEEP, "x "},
        Likeness{"enqueue", {{"EcnMarkAt", "Enqueue"}}, FEW, 0, DEEP, "x "},
        Likeness{"weights",
                 {{"ControlWeight", "9"}, {"TrimmedWeight", "1"}, {"DataWeight", "12"}},
                 FEW,
                 0,
                 NEVER,
                 "t "},
        Likeness{"retx", {{"RetxFirst", "true"}, {"EcnMarkAt", "Enqueue"}}, 40000, 0, 4300, "x "},
        Likeness{
            "wred",
            {{"DataWredMinimum", "10500"}, {"DataWredMaximum", "10500"}, {"WredDropsEct", "true"}},
            FEW,
            0,
            NEVER,
            " "},
        Likeness{"buffer", {{"DataThreshold", "-1"}}, 0, 40000, DEEP, "t "},
        Likeness{"all",
                 {{"DataThreshold", "1"},
                  {"TrimmedThreshold", "-8"},
                  {"ControlThreshold", "-3"},
                  {"BufferReserved", "300"},
                  {"EcnMarkAt", "Enqueue"},
                  {"RetxFirst", "true"},
                  {"ControlWeight", "2"},
                  {"TrimmedWeight", "3"},
                  {"DataWeight", "7"}},
                 0,
                 40000,
                 DEEP,
                 "t "}),
    [](const testing::TestParamInfo<Likeness>& info) { return std::string(info.param.name); });

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
