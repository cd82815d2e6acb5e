/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// EVs of a file with addresses that name adjacencies, by SIDs that users gave to switches.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-ev-templates.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-named-ways.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-topology.h"
#include "ns3/uinteger.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
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

/** @return six NICs on two T0s, each with two links to each of two T1s */
TopologySpec
Bundles()
{
    TopologySpec spec = SmallFabric(6, 3, 2);
    spec.t1Links = 2;
    return spec;
}

// Uplinks 1 and 3 of p0.t0.0 (4000) lead to p0.t1.1, which is 8001 there and 8003 here. That has
// links down0 and down2 to p0.t0.0, down1 and down3 to p0.t0.1 (4001).
const char* const SIDS = "p0.t0.0 sid fcbb:bb00:fe21::/48 behavior uA interface up1;"
                         "p0.t0.0 sid fcbb:bb00:fe23::/48 behavior uA interface up3;"
                         "p0.t1.1 sid fcbb:bb00:fe31::/48 behavior uA interface down1;"
                         "p0.t1.1 sid fcbb:bb00:8003:fe33::/64 behavior uA interface down3";

/** @return a file with these addresses for NIC 0 to NIC 4, in lines of their own */
std::string
FileOf(const std::vector<std::string>& addresses)
{
    std::string rows;
    for (const std::string& address : addresses)
    {
        rows += (rows.empty() ? "" : ",\n") +
                ("{\"plane\": 0, \"template_data\": \"" + address +
                 "\", \"template_mask\": \"::\", \"ps_mask\": 0, \"ps_list\": [0]}");
    }
    return "{\"fd00:6d72:6300::\": {\"fd00:6d72:6300::4\": [\n" + rows + "]}}";
}

EvFile
Read(const std::string& text)
{
    std::istringstream in(text);
    return EvFile::Read(in, "evs.json");
}

/** @return the EVs of a file in the fabric of Bundles() */
NamedEvs
EvsIn(const std::vector<std::string>& addresses,
      const std::string& sids = SIDS,
      uint8_t carrierUsids = 6)
{
    const Topology topology(Bundles());
    FabricConfig config;
    config.sids = sids;
    config.carrierUsids = carrierUsids;
    return EvsOf(Read(FileOf(addresses)), topology, 0, 4, config);
}

// Clauses: [ev-adjacencies], [ev-templates], [parallel-links]
TEST(EvAdjacencies, AnAddressIsThePathWithItsLinks)
{
    const std::vector<std::pair<std::string, uint32_t>> rows = {
        {"fcbb:bb00:4000:fe21:8001:4001:c001::", 1},
        {"fcbb:bb00:4000:fe23:8003:4001:c001::", 3},
        {"fcbb:bb00:fe23:8003:4001:c001::", 3},      // the function alone
        {"fcbb:bb00:fe21:4001:c001::", 1},           // the T1 is no segment
        {"fcbb:bb00:fe21:fe31:4001:c001::", 1},      // one after the other
        {"fcbb:bb00:fe23:8003:fe33:4001:c001::", 3}, // node and function
        {"fcbb:bb00:fe23:8003:fe33:c001::", 3},      // the last T0 sees the NIC's uSID alone
    };
    for (const auto& [address, path] : rows)
    {
        const NamedEvs evs = EvsIn({address});
        EXPECT_EQ(evs.list.planes[0], std::vector<uint32_t>{path}) << address;
        EXPECT_EQ(evs.carriers.size(), 1U) << address;
        EXPECT_EQ(evs.carriers.count(Ev::Of(0, path).value), 1U) << address;
    }
    const NamedEvs usual = EvsIn({"fcbb:bb00:4000:8003:4001:c001::"});
    EXPECT_EQ(usual.list.planes[0], std::vector<uint32_t>{3});
    EXPECT_TRUE(usual.carriers.empty()) << "the path's own";
}

// Each address is an EV of its own, be it of the same path. Clauses: [ev-adjacencies],
// [carrier-of-ev]
TEST(EvAdjacencies, OnePathMayHaveSeveralAddresses)
{
    const NamedEvs evs = EvsIn({"fcbb:bb00:4000:8003:4001:c001::",
                                "fcbb:bb00:4000:fe23:8003:4001:c001::",
                                "fcbb:bb00:fe23:8003:4001:c001::"});
    // In the order of the addresses: 4 paths, so 3, 7 and 11 are one.
    EXPECT_EQ(evs.list.planes[0], (std::vector<uint32_t>{3, 7, 11}));
    ASSERT_EQ(evs.carriers.size(), 2U);
    EXPECT_TRUE(evs.carriers.at(Ev::Of(0, 7).value) ==
                UsidCarrier(0xfcbbbb004000fe23, 0x80034001c0010000));
    EXPECT_TRUE(evs.carriers.at(Ev::Of(0, 11).value) ==
                UsidCarrier(0xfcbbbb00fe238003, 0x4001c00100000000));
}

// Clauses: [ev-adjacencies]
TEST(EvAdjacencies, MistakesAreNamedWithTheirPlaces)
{
    struct Row
    {
        std::string address;
        std::string expected;
    };

    const std::string example =
        "; expected a path of the fabric, fcbb:bb00:4000:8000:4001:c001:: for example";
    const std::vector<Row> rows = {
        {"fcbb:bb00:4000:fe22:8001:4001:c001:0",
         "which ends at p0.t0.0 (unknown-usid) as fcbb:bb00:4000:fe22:8001:4001:c001:0" + example},
        {"fcbb:bb00:fe21:8000:4001:c001::",
         "which ends at p0.t1.1 (unknown-usid) as fcbb:bb00:8000:4001:c001::" + example},
        {"fcbb:bb00:fe21:8001:4001:c002::", "which leads to nic5" + example},
        {"fcbb:bb00:fe21:8001:4001:c001:1:0",
         "which comes to nic4 as fcbb:bb00:c001:1::, which is not fcbb:bb00:c001::, the NIC's own"},
        {"fcbb:bb00:fe21:8001:4000:c001::", "which leads to nic1" + example},
        {"fcbb:bb00:fe21::", "which ends at p0.t0.0 (end-of-carrier) as fcbb:bb00:fe21::"},
        // Up by the second link, down by the first: paths come down by the link of that number.
        {"fcbb:bb00:fe23:fe31:4001:c001::", "which leads over links of no path" + example},
    };
    for (const Row& row : rows)
    {
        const std::string text = ThrownText([&] {
            EvsIn({"fcbb:bb00:4000:8000:4001:c001::", row.address});
        });
        EXPECT_NE(text.find("evs.json:3:31: NIC 0 to 4: value 0 makes " + row.address),
                  std::string::npos)
            << text;
        EXPECT_NE(text.find(row.expected), std::string::npos) << text;
    }
    EXPECT_EQ(ThrownText([&] { EvsIn({"fcbb:bb00:4000:fe21:8001:4001:c001::"}, SIDS, 4); }),
              "evs.json:2:31: NIC 0 to 4: value 0 makes fcbb:bb00:4000:fe21:8001:4001:c001:0 on "
              "port 0, which has more uSIDs than a NIC writes into one carrier; expected at most "
              "4");
    // Without SIDs of users nothing but paths can be meant.
    EXPECT_EQ(ThrownText([&] { EvsIn({"fcbb:bb00:fe21:8001:4001:c001::"}, "none"); }),
              "evs.json:2:31: NIC 0 to 4: value 0 makes fcbb:bb00:fe21:8001:4001:c001:: on port "
              "0" +
                  example);
}

/** A queue pair from NIC 0 to NIC 4 with the EVs of a file; its peer has those of the fabric. */
class AdjacencyRun
{
  public:
    AdjacencyRun(const std::vector<std::string>& addresses, const std::string& wireMode)
    {
        const std::string name = testing::TempDir() + "mrc-adjacency-evs.json";
        // Both ends have EVs of the file; those of the way back are paths of the fabric.
        std::string text = FileOf(addresses);
        text.pop_back();
        text += R"(, "fd00:6d72:6300::4": {"fd00:6d72:6300::": [{"plane": 0,
                   "template_data": "fcbb:bb00:4001:8002:4000:c000::", "template_mask": "::",
                   "ps_mask": 0, "ps_list": [0]}]}})";
        std::ofstream(name) << text;
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(5);
        helper.SetTopology(Bundles());
        helper.SetFabricAttribute("Sids", StringValue(SIDS));
        helper.SetFabricAttribute("WireMode", StringValue(wireMode));
        helper.SetEvAttribute("Mode", StringValue("Template"));
        helper.SetEvAttribute("File", StringValue(name));
        network = Audited(helper.Install());
        qp = network->Connect(0, 4);
        CountSuccess(qp, completed);
        qp->Write(200000);
        Simulator::Run();
        std::remove(name.c_str());
    }

    ~AdjacencyRun()
    {
        Simulator::Destroy();
    }

    /** @return frames that arrived behind a port */
    uint64_t Frames(const std::string& port) const
    {
        const Topology& topology = network->GetTopology();
        for (PortIndex i = 0; i < topology.PortCount(); ++i)
        {
            if (PortName(topology, i) == port)
            {
                return network->Engine().fabric.State().Link(i).frames;
            }
        }
        return UINT64_MAX;
    }

    Ptr<Network> network;
    Ptr<Qp> qp;
    uint32_t completed{0};
};

// Clauses: [ev-adjacencies], [parallel-links], [segment-adjacency], [wire-mode]
TEST(EvAdjacencies, AQueuePairGoesByTheLinksThatItsFileNames)
{
    for (const char* wireMode : {"false", "true"})
    {
        const AdjacencyRun run({"fcbb:bb00:fe23:8003:fe33:c001::"}, wireMode);
        EXPECT_EQ(run.completed, 1U);
        EXPECT_EQ(run.qp->Peer()->Counters().placedBytes, 200000U);
        EXPECT_GT(run.Frames("p0.t0.0.up3"), 40U);
        EXPECT_EQ(run.Frames("p0.t1.1.down3"), run.Frames("p0.t0.0.up3"));
        for (const char* port : {"p0.t0.0.up0", "p0.t0.0.up1", "p0.t0.0.up2", "p0.t1.1.down1"})
        {
            EXPECT_LE(run.Frames(port), 1U) << port << ": NICs introduce themselves on any path";
        }
        const CarrierTemplate& route = run.network->Engine().nics.Store().slots[0].route;
        const Ev ev = Ev::Of(0, 3);
        EXPECT_TRUE(route.For(ev) == UsidCarrier(0xfcbbbb00fe238003, 0xfe33c00100000000))
            << "the address of the file is that on the wire";
        EXPECT_EQ(route.PathsPerPlane(), 4U);
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
