/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One packet alone on each path, in every format of EVs and in fabrics of every shape. The time is
// that of the closed form, in bytes on every hop too.

#include "../mrc-test-network.h"
#include "graph-samples.h"
#include "graph-text.h"
#include "shaped-fabric.h"
#include "topology-shapes.h"

#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-uneven-ideal.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
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

/** A format of EVs, and the headers that have them. */
struct Format
{
    const char* name;
    const char* encapsulation;
    const char* ev;
    Encapsulation headers;
    unsigned usids; //!< of a carrier
};

constexpr Format FORMATS[] = {{"Srv6", "Srv6", "Srv6", ENCAPSULATION_SRV6, 6},
                              {"Srv6Srh", "Srv6", "Srv6", ENCAPSULATION_SRV6, 4},
                              {"UdpOverIpv6", "Ipv6", "Udp", ENCAPSULATION_IPV6, 6},
                              {"UdpOverIpv4", "Ipv4", "Udp", ENCAPSULATION_IPV4, 6},
                              {"StevOverIpv6", "Ipv6", "Stev", ENCAPSULATION_IPV6, 6},
                              {"StevOverIpv4", "Ipv4", "Stev", ENCAPSULATION_IPV4, 6}};

/** A fabric, and pairs of its NICs. */
struct Shape
{
    const char* name;
    TopologySpec (*make)();
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
};

const Shape SHAPES_AND_PAIRS[] = {
    {"TwoTiersOfThreePlanes", [] { return SmallFabric(12, 4, 4, 3); }, {{0, 11}, {9, 2}, {0, 1}}},
    {"Oversubscribed",
     [] {
         TopologySpec spec = SmallFabric(16, 8, 2, 2);
         spec.fabricLinkRate = 40 * GIGA; // 800 Gb/s down, 80 Gb/s up
         return spec;
     },
     {{0, 15}, {8, 7}}},
    {"UnequalPlanes",
     [] {
         TopologySpec spec = SmallFabric(12, 4, 4, 3);
         // A hash may take any link of a plane, so those of a plane are alike.
         spec.links =
             ReadLinkRules("plane:1/delay=2us,plane:2/rate=50%,port:11.0/rate=10Gbps", spec);
         return spec;
     },
     {{0, 11}, {9, 2}, {0, 1}}},
    {"Bundles", [] { return Bundled(SmallFabric(6, 3, 2, 2), 3); }, {{0, 5}, {4, 1}, {3, 4}}},
    {"ThreeTiers",
     [] {
         return InPods(SmallFabric(16, 2, 2), {2, 3});
     },
     {{0, 15}, {13, 2}, {0, 3}, {0, 1}}},
    {"FourTiers", [] { return ParseDot(FourTiers()); }, {{0, 15}, {12, 3}, {0, 5}, {0, 1}}},
    {"FourTiersByPreset",
     [] { return PresetTopology("clos4-1x800g", 128); },
     {{0, 127}, {70, 3}, {0, 20}, {0, 5}, {0, 1}}},
    {"FourTiersOfTwoPlanes", [] { return FourTiersOf(2); }, {{0, 31}, {20, 3}, {0, 5}, {0, 1}}},
    {"Rails", [] { return PresetTopology("rails8-1x400g", 16); }, {{0, 15}, {0, 1}, {3, 11}}},
    {"GraphOfBundles", [] { return ParseDot(THICK); }, {{0, 2}, {3, 1}, {0, 1}}},
    {"GraphOfTwoPlanes", [] { return ParseDot(RING); }, {{0, 2}, {3, 1}}}};

/** A format in a shape. */
struct PathCase
{
    const Format* format;
    const Shape* shape;
};

void
PrintTo(const PathCase& c, std::ostream* os)
{
    *os << c.format->name << " in " << c.shape->name;
}

/** @return all formats in all shapes */
std::vector<PathCase>
AllCases()
{
    std::vector<PathCase> cases;
    for (const Format& format : FORMATS)
    {
        for (const Shape& shape : SHAPES_AND_PAIRS)
        {
            cases.push_back({&format, &shape});
        }
    }
    return cases;
}

/** Packets that each go over one path. */
struct Packets
{
    std::vector<std::vector<int64_t>> took;     //!< ps, by pair and path, sorted over the planes
    std::vector<std::vector<int64_t>> expected; //!< the same by the closed form
    uint64_t fingerprint{0};
};

/** @return the times of one packet over this path of each plane, by the closed form */
std::vector<int64_t>
ClosedForm(const Topology& topology,
           const Format& format,
           std::pair<uint32_t, uint32_t> pair,
           uint32_t path)
{
    Datagram full;
    full.bth.opcode = Opcode::WRITE_ONLY;
    full.bth.timestamped = true;
    full.payload = 4096;
    const uint32_t bytes = FrameSize(full, format.headers) + LINE_OVERHEAD_BYTES;
    std::vector<int64_t> times;
    for (uint32_t i = 0; i < topology.Spec().planes; ++i)
    {
        const auto plane = static_cast<PlaneId>(i);
        const unsigned usids = UsidsBetween(topology, pair.first, pair.second, plane);
        const bool isSrv6 = format.headers == ENCAPSULATION_SRV6;
        const uint32_t segments = isSrv6 ? SegmentBytesFor(usids, format.usids) : 0;
        const Ev ev = Ev::Of(plane, path);
        times.push_back(PathTime(topology, pair.first, pair.second, ev, bytes + segments).Ps());
    }
    std::sort(times.begin(), times.end());
    return times;
}

/** Posts a Write of one packet for each plane, far apart, over one path of each. */
void
Post(Network& network,
     const Format& format,
     std::pair<uint32_t, uint32_t> pair,
     uint32_t path,
     std::vector<int64_t>& took)
{
    static constexpr uint32_t GAP = 200; // us
    const uint32_t planes = network.GetTopology().Spec().planes;
    const Ptr<EvProfile> evs = CreateObject<EvProfile>();
    evs->SetAttribute("Format", StringValue(format.ev));
    evs->SetAttribute("Mode", StringValue("Explicit"));
    evs->SetAttribute("Evs",
                      StringValue("1-" + std::to_string(planes) + ":" + std::to_string(path)));
    const Ptr<Qp> qp = network.Connect(pair.first, pair.second, evs);
    const auto start = static_cast<uint32_t>(network.GetQueuePairs().size()) * planes * GAP;
    for (uint32_t i = 0; i < planes; ++i)
    {
        Simulator::Schedule(MicroSeconds(start + i * GAP), [qp] { qp->Write(4096); });
    }
    const auto note = [&took, start](const Delivery& d) {
        const Instant posted = Instant() + Micros(start + took.size() * GAP);
        took.push_back((d.at - posted).Ps());
    };
    qp->TraceConnectWithoutContext("Delivered", CallbackOf<const Delivery&>(note));
}

/** Sends one packet over each path of each pair. */
Packets
SendOverAll(const PathCase& c, bool inBytes)
{
    constexpr uint32_t MOST_PATHS = 8; // of a pair, for the sake of the test's time
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(c.shape->make());
    helper.SetFabricAttribute("Encapsulation", StringValue(c.format->encapsulation));
    helper.SetFabricAttribute("CarrierUsids", UintegerValue(c.format->usids));
    helper.SetFabricAttribute("TrimSize", UintegerValue(180)); // 108, and the largest header
    helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
    helper.SetFabricAttribute("HostDelay", StringValue("0ns")); // which is no part of a path
    helper.SetEvAttribute("Format", StringValue(c.format->ev));
    const Ptr<Network> network = Audited(helper.Install());
    const Topology& topology = network->GetTopology();
    const uint32_t paths = std::min(MOST_PATHS, topology.Spec().PathsPerPlane());
    Packets packets;
    packets.took.resize(c.shape->pairs.size() * paths);
    for (uint32_t i = 0; i < packets.took.size(); ++i)
    {
        const auto pair = c.shape->pairs[i / paths];
        Post(*network, *c.format, pair, i % paths, packets.took[i]);
        packets.expected.push_back(ClosedForm(topology, *c.format, pair, i % paths));
    }
    Simulator::Run();
    for (std::vector<int64_t>& times : packets.took)
    {
        std::sort(times.begin(), times.end());
    }
    EXPECT_EQ(SumOf(*network, &PortCounters::drops), 0U);
    packets.fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return packets;
}

class PathLatency : public testing::TestWithParam<PathCase>
{
};

// Clauses: [closed-forms], [ev-formats], [stev-choice], [carrier-segments], [wire-mode]
TEST_P(PathLatency, IsThatOfTheClosedForm)
{
    const Packets fast = SendOverAll(GetParam(), false);
    EXPECT_EQ(fast.took, fast.expected);
    const Packets bytes = SendOverAll(GetParam(), true);
    EXPECT_EQ(bytes.took, fast.took);
    EXPECT_EQ(bytes.fingerprint, fast.fingerprint);
}

INSTANTIATE_TEST_SUITE_P(FormatsAndShapes,
                         PathLatency,
                         testing::ValuesIn(AllCases()),
                         [](const testing::TestParamInfo<PathCase>& info) {
                             return std::string(info.param.format->name) + "In" +
                                    info.param.shape->name;
                         });

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
