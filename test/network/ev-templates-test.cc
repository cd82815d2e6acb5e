/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Entropy values of a file in a fabric. The values that a fabric writes are all of its paths,
// others are found in the fabric or refused, and a run takes them.

#include "../mrc-conservation.h"
#include "../mrc-thrown-text.h"
#include "graph-samples.h"
#include "graph-text.h"
#include "topology-shapes.h"

#include "ns3/boolean.h"
#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-ev-templates.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-qp.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-usable-paths.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace
{

using test::InPods;
using test::SpecOf;

EvFile
Read(const std::string& text)
{
    std::istringstream in(text);
    return EvFile::Read(in, "evs.json");
}

std::string
Written(const Topology& topology)
{
    std::ostringstream out;
    WriteEvFile(out, topology);
    return out.str();
}

// Clauses: [ev-templates]
TEST(EvTemplates, AFabricWritesAllOfItsPaths)
{
    for (const TopologySpec& spec :
         {SpecOf(8, 2, 4, 3),
          SpecOf(6, 8, 2, 16),
          SpecOf(4, 4, 4, 0),
          SpecOf(3, 1, 1, 1),
          InPods(SpecOf(9, 3, 2, 3), {2, 2}),
          InPods(SpecOf(8, 8, 2, 4), {2, 2})}) // eight planes: a template for each
    {
        const Topology topology(spec);
        const EvFile file = Read(Written(topology));
        EXPECT_EQ(file.Size(), spec.nics * (spec.nics - 1));
        for (uint32_t source = 0; source < spec.nics; ++source)
        {
            for (uint32_t destination = 0; destination < spec.nics; ++destination)
            {
                if (source == destination)
                {
                    continue;
                }
                const SourceRouting routing(topology); // the template refers to it
                const CarrierTemplate way = routing.TemplateFor(source, destination);
                std::vector<uint32_t> uplinks(way.PathsPerPlane());
                for (uint32_t i = 0; i < uplinks.size(); ++i)
                {
                    uplinks[i] = i;
                }
                EvList list = ListOf(file, topology, source, destination);
                for (uint32_t plane = 0; plane < MAX_PLANES; ++plane)
                {
                    std::sort(list.planes[plane].begin(), list.planes[plane].end());
                    EXPECT_EQ(list.planes[plane],
                              plane < spec.planes ? uplinks : std::vector<uint32_t>())
                        << source << " to " << destination << " plane " << plane;
                }
            }
        }
    }
}

/** @return a file with paths from NIC 0 to NIC 4 */
std::string
FileOf(const std::string& paths)
{
    return "{\"fd00:6d72:6300::\": {\"fd00:6d72:6300::4\": [" + paths + "]}}";
}

// Clauses: [ev-templates]
TEST(EvTemplates, AddressesOfAnotherBlockStandForUplinksByTheirOrder)
{
    const Topology topology(SpecOf(8, 4, 4, 4));
    // the public example's, of four ports and four uplinks; here uplinks 1 and 2 of port 1 only
    const EvFile file = Read(FileOf(R"({"plane": 0, "template_data": "2001:db8::1:104:0:0",
        "template_mask": "0:0:70:7003:70::", "ps_mask": 8188, "ps_list": [2377, 2345, 4723]})"));
    const EvList list = ListOf(file, topology, 0, 4);
    EXPECT_TRUE(list.planes[0].empty());
    EXPECT_EQ(list.planes[1], (std::vector<uint32_t>{0, 1}));
    EXPECT_TRUE(list.planes[2].empty());
    EXPECT_EQ(list.planes[3], (std::vector<uint32_t>{0, 4})) << "one path of four, under two EVs";
}

// Clauses: [ev-templates]
TEST(EvTemplates, WhatTheFabricLacksIsRefused)
{
    const Topology topology(SpecOf(8, 2, 4, 3));
    const auto refusal = [&](const std::string& paths, uint32_t destination = 4) {
        try
        {
            ListOf(Read(FileOf(paths)), topology, 0, destination);
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string path = R"({"plane": 0, "template_data": "fcbb:bb00:4000:8000:4001:c000::",
        "template_mask": "0:0:0:3::", "ps_mask": 12, "ps_list": )";
    EXPECT_EQ(refusal(path + "[0, 4, 8]}"), "");
    EXPECT_NE(refusal(path + "[0]}", 5).find("evs.json, NIC 0 to 5: no paths"), std::string::npos);
    EXPECT_NE(refusal(path + "[12]}")
                  .find("evs.json:1:75: NIC 0 to 4: value 12 makes "
                        "fcbb:bb00:4000:8003:4001:c000:: on port "
                        "0; expected a path of the fabric"),
              std::string::npos)
        << refusal(path + "[12]}");
    EXPECT_NE(
        refusal(path + "[0]},\n\n " + path + "[12]}").find("evs.json:4:32: NIC 0 to 4: value 12"),
        std::string::npos)
        << "the second template, whose address stands in line 4";
    EXPECT_NE(refusal(path + "[1]}").find("a path of the fabric, fcbb:bb00:4800:8800:4801:c800::"),
              std::string::npos)
        << refusal(path + "[1]}");
    EXPECT_NE(refusal(path + "[2]}").find("value 2 is of port 2; expected ports 0 .. 1"),
              std::string::npos);
    EXPECT_NE(refusal(path + "[4, 4]}").find("once more; expected each address once on a port"),
              std::string::npos);
}

/** @return paths of a plane that lack no link, ascending */
std::vector<uint32_t>
ExistingPaths(const Topology& topology, uint32_t source, uint32_t destination, PlaneId plane)
{
    const UsablePaths usable(topology);
    const SourceRouting routing(topology); // the template refers to it
    const CarrierTemplate way = routing.TemplateFor(source, destination);
    std::vector<uint32_t> paths;
    for (uint32_t path = 0; path < way.PathsIn(plane); ++path)
    {
        if (usable.Has(source, destination, Ev::Of(plane, path)))
        {
            paths.push_back(path);
        }
    }
    return paths;
}

/** Each plane has its paths, the first ones again where another plane has more. */
void
ExpectAllPaths(const Topology& topology, const EvFile& file, uint32_t source, uint32_t destination)
{
    const EvList list = ListOf(file, topology, source, destination);
    const SourceRouting routing(topology); // the template refers to it
    const CarrierTemplate way = routing.TemplateFor(source, destination);
    std::size_t most = 0;
    for (PlaneId plane = 0; plane < topology.Spec().planes; ++plane)
    {
        const auto existing = ExistingPaths(topology, source, destination, plane);
        const std::vector<uint32_t>& values = list.planes[plane];
        std::set<uint32_t> named;
        for (const uint32_t value : values)
        {
            named.insert(value % way.PathsIn(plane));
        }
        EXPECT_EQ(std::vector<uint32_t>(named.begin(), named.end()), existing)
            << topology.Spec().name << ", " << source << " to " << destination << ", " << +plane;
        EXPECT_EQ(std::set<uint32_t>(values.begin(), values.end()).size(), values.size());
        EXPECT_EQ(values.size(), list.planes[0].size());
        most = std::max(most, existing.size());
    }
    EXPECT_EQ(list.planes[0].size(), most) << "no EV is there for nothing";
}

/** @return fabrics of which some lack links, have long paths, or planes that differ */
std::vector<TopologySpec>
UnevenFabrics()
{
    TopologySpec holes = SpecOf(8, 2, 4, 3);
    holes.links = ReadLinkRules("link:0.0.1/missing,t1:1.0/missing", holes);
    TopologySpec pods = InPods(SpecOf(9, 3, 2, 3), {2, 2});
    pods.links = ReadLinkRules("upper-link:0.0.1/missing,link:1.1.0/missing", pods);
    // paths that differ in more bits than a value has
    const TopologySpec wide = InPods(SpecOf(2, 1, 1, 1023), {1, 2});
    return {holes,
            pods,
            wide,
            test::ParseDot(test::FourTiers()),
            test::ParseDot(test::RING),
            test::ParseDot("graph { edge [rate=1Gbps]; node [role=nic]; a; z; node [role=switch]\n"
                           "a -- p -- x -- q -- z; p -- y -- q; a -- r -- v -- s -- z }")};
}

// Clauses: [ev-templates], [missing-links], [carrier-segments]
TEST(EvTemplates, UnevenFabricsWriteThosePathsThatThereAre)
{
    for (const TopologySpec& spec : UnevenFabrics())
    {
        const Topology topology(spec);
        const EvFile file = Read(Written(topology));
        for (uint32_t i = 0; i < spec.nics * spec.nics; ++i)
        {
            if (i / spec.nics != i % spec.nics)
            {
                ExpectAllPaths(topology, file, i / spec.nics, i % spec.nics);
            }
        }
    }
}

// Clauses: [ev-templates], [missing-links]
TEST(EvTemplates, PathsOverMissingLinksAreRefused)
{
    TopologySpec holes = SpecOf(8, 2, 4, 3);
    holes.links = ReadLinkRules("link:0.0.1/missing", holes);
    const Topology topology(holes);
    const auto refusal = [&](const std::string& paths) {
        return test::ThrownText([&] { ListOf(Read(FileOf(paths)), topology, 0, 4); });
    };
    EXPECT_EQ(refusal(R"({"plane": 0, "template_data": "fcbb:bb00:4000:8000:4001:c000::",
                          "template_mask": "0:0:0:3::", "ps_mask": 12, "ps_list": [0, 4]})"),
              "evs.json:1:75: NIC 0 to 4: value 4 makes fcbb:bb00:4000:8001:4001:c000:: on port "
              "0, a path "
              "over a missing link; expected a path whose links are all there");
    const std::string numbers = R"({"plane": 0, "template_data": "2001:db8::",
                                    "template_mask": "::3", "ps_mask": 12, "ps_list": )";
    EXPECT_EQ(refusal(numbers + "[0, 4]}"), "no error");
    EXPECT_EQ(refusal(numbers + "[0, 4, 8]}"),
              "evs.json:1:75: NIC 0 to 4: more than 2 addresses of another block on port 0; "
              "expected at "
              "most so many, which is how many paths lack no link");
}

/** @return the fingerprint of some transfers with a profile's EVs */
uint64_t
RunWith(const std::vector<std::pair<const char*, const char*>>& attributes,
        const TopologySpec& spec = SpecOf(8, 2, 4, 3),
        bool inBytes = false)
{
    FabricHelper helper;
    helper.SetTopology(spec);
    helper.AssignStreams(5);
    helper.SetFabricAttribute("TrimSize", UintegerValue(180)); // enough for any segment header
    helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
    for (const auto& [name, value] : attributes)
    {
        helper.SetEvAttribute(name, StringValue(value));
    }
    Ptr<Network> network = test::Audited(helper.Install());
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        // Within a T0 group a list has an EV for each uplink, a file one for each plane.
        qps.push_back(network->Connect(nic, (nic + spec.nics / 2) % spec.nics));
        qps.back()->Write(200000);
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : qps)
    {
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 200000U);
    }
    const uint64_t fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return fingerprint;
}

// Clauses: [ev-templates]
TEST(EvTemplates, ARunWithAFileIsThatWithTheSameList)
{
    const std::string name = testing::TempDir() + "mrc-evs.json";
    std::ofstream(name) << Written(Topology(SpecOf(8, 2, 4, 3)));
    const uint64_t listed = RunWith({{"Mode", "Explicit"}, {"Evs", "1-2:0-2"}});
    EXPECT_EQ(RunWith({{"Mode", "Template"}, {"File", name.c_str()}}), listed);
    EXPECT_NE(RunWith({{"Mode", "Explicit"}, {"Evs", "1-2:0-1"}}), listed);
    std::remove(name.c_str());

    const Ptr<EvProfile> profile = CreateObject<EvProfile>();
    profile->SetAttribute("Mode", StringValue("Template"));
    EXPECT_THROW(profile->Get(), std::invalid_argument);
    profile->SetAttribute("File", StringValue(name));
    EXPECT_THROW(profile->Get(), std::invalid_argument);
}

// Clauses: [ev-templates], [missing-links], [wire-mode]
TEST(EvTemplates, ARunWithTheFileOfAnUnevenFabricLosesNothing)
{
    const std::string name = testing::TempDir() + "mrc-uneven-evs.json";
    for (const TopologySpec& spec : UnevenFabrics())
    {
        std::ofstream(name) << Written(Topology(spec));
        const std::vector<std::pair<const char*, const char*>> file{{"Mode", "Template"},
                                                                    {"File", name.c_str()}};
        EXPECT_EQ(RunWith(file, spec), RunWith(file, spec, true)) << spec.name;
    }
    std::remove(name.c_str());
}

} // namespace
} // namespace mrc
} // namespace ns3
