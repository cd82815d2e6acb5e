/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Each frame that goes into a queue, a buffer or a link comes out, in every kind of fabric.

#include "../adapter/stock-rig.h"
#include "../mrc-frame-ledger.h"
#include "../mrc-test-network.h"
#include "graph-text.h"
#include "topology-shapes.h"

#include "ns3/mrc-link-rule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
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

/** A kind of fabric. */
struct Kind
{
    std::string name;
    TopologySpec spec;
    std::string rules;                                         //!< of the fabric's links
    std::vector<std::pair<std::string, std::string>> fabric{}; //!< attributes
    std::string format{"Srv6"};                                //!< of EVs
    std::string faults{};                                      //!< while the fabric runs
};

void
PrintTo(const Kind& kind, std::ostream* out)
{
    *out << kind.name;
}

/** Two T0s with four links of two kinds, over a T1 and beside it. */
const char* const GRAPH = "graph { edge [rate=100Gbps, delay=125ns]; node [role=nic]; a; b; c; d\n"
                          "node [role=switch]; left -- a; left -- b; right -- c; right -- d\n"
                          "left -- x; left -- x; x -- right; left -- y -- right }";

std::vector<Kind>
Kinds()
{
    const TopologySpec racks = SmallFabric(16, 4, 4);
    const TopologySpec pods = InPods(SmallFabric(16, 2, 2), {2, 2});
    return {
        {"Clos", SixNics(), ""},
        {"Faults", SixNics(), "", {}, "Srv6", "link:0.0.0@3us..20us,t1:0.1@9us..40us"},
        {"Losses",
         SixNics(),
         "",
         {},
         "Srv6",
         "link:0.0.0/loss=5%@3us..40us,link-up:0.0.1/silent@9us..30us"},
        {"Graph", ParseDot(GRAPH), ""},
        {"Bundles", Bundled(SpecOf(16, 2, 4, 3), 2), ""},
        {"Pods", pods, ""},
        {"LinkRules", SixNics(), "plane:1/rate=50Gbps/delay=400ns/jitter=300ns"},
        {"Header", racks, "", {{"CarrierUsids", "1"}, {"TrimSize", "180"}}},
        {"Udp", racks, "", {{"Encapsulation", "Ipv6"}}, "Udp"},
        {"Stev", racks, "", {{"Encapsulation", "Ipv4"}}, "Stev"},
        {"Buffer", racks, "", {{"BufferSize", "150000"}, {"BufferReserved", "3000"}}},
        {"Weights",
         racks,
         "",
         {{"ControlWeight", "9"}, {"TrimmedWeight", "9"}, {"DataWeight", "3"}}},
        {"Victims", SixNics(), "", {{"TrimVictim", "Either"}}},
        {"VictimsOfClasses", SixNics(), "", {{"TrimVictim", "Either"}, {"DataClasses", "dscp=2"}}},
        {"RetxFirst", SixNics(), "", {{"RetxFirst", "true"}}},
        {"EarlyMarks", SixNics(), "", {{"EcnMarkAt", "Enqueue"}}},
        {"Wred", SixNics(), "", {{"DataWredMinimum", "20000"}, {"DataWredMaximum", "60000"}}},
        {"NoTrim", SixNics(), "", {{"Trimming", "false"}}},
        {"Tomahawk", racks, "", {{"SwitchProfile", "tomahawk5-sonic"}}},
        {"Spectrum", racks, "", {{"SwitchProfile", "spectrum4-sonic"}}},
        {"Sn6600", pods, "", {{"SwitchProfile", "sn6600-sonic"}}},
        {"UdpGraph", ParseDot(GRAPH), "", {{"Encapsulation", "Ipv6"}}, "Udp"},
        {"UdpLinkRules",
         racks,
         "plane:0/delay=400ns/jitter=300ns",
         {{"Encapsulation", "Ipv4"}},
         "Udp"},
        {"HeaderPods", pods, "", {{"CarrierUsids", "2"}, {"TrimSize", "180"}}},
        {"Dscps", SixNics(), "", {{"ControlDscps", "46"}, {"TrimmableDscps", "10"}}},
        {"Lossless",
         racks,
         "",
         {{"Trimming", "false"},
          {"LosslessDscps", "0,1,2"},
          {"PfcXoff", "2000000"}, // never reached
          {"BufferSize", "40000000"}}},
    };
}

Ptr<Network>
Make(const Kind& kind)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    TopologySpec spec = kind.spec;
    if (!kind.rules.empty())
    {
        spec.links = ReadLinkRules(kind.rules, spec);
    }
    helper.SetTopology(spec);
    for (const auto& [name, value] : kind.fabric)
    {
        helper.SetFabricAttribute(name, StringValue(value));
    }
    helper.SetEvAttribute("Format", StringValue(kind.format));
    return Audited(helper.Install());
}

/** @return lines as one text */
std::string
Joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
    {
        text += line + '\n';
    }
    return text;
}

std::string
AuditOf(Network& network)
{
    const NetworkEngine parts = network.Engine();
    return Joined(
        Audit(ReadBooks(parts.fabric, Moment::Of(parts.kernel)), network.GetTopology()).Run());
}

class ConservationTest : public testing::TestWithParam<Kind>
{
};

/**
 * Posts an incast, audits in the midst of the incast and after the incast, with or without a
 * ledger.
 */
uint64_t
RunAudited(const Kind& kind, bool watched)
{
    const Ptr<Network> network = Make(kind);
    const NetworkEngine parts = network->Engine();
    FrameLedger ledger(parts.fabric, network->GetTopology());
    if (watched)
    {
        ledger.Watch(parts.kernel);
    }
    network->ScheduleFaults(kind.faults);
    PostIncast(*network);
    PostIncast(*network);
    const auto look = [&] {
        EXPECT_EQ(AuditOf(*network), "") << "at " << Simulator::Now();
        EXPECT_EQ(watched ? Joined(ledger.Check(ledger.Entries())) : "", "")
            << "at " << Simulator::Now();
    };
    for (const int us : {2, 7, 15, 40, 150})
    {
        Simulator::Schedule(MicroSeconds(us), look);
    }
    Simulator::Run();
    look();
    EXPECT_EQ(parts.fabric.Pool().Live(), 0U);
    const uint64_t fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return fingerprint;
}

// Clauses: [drop-reasons], [shared-buffer]
TEST_P(ConservationTest, NothingIsMadeOrLost)
{
    EXPECT_EQ(RunAudited(GetParam(), true), RunAudited(GetParam(), false));
}

// Clauses: [wire-mode]
TEST_P(ConservationTest, BytesOnEveryHopChangeNothing)
{
    Kind inBytes = GetParam();
    inBytes.fabric.emplace_back("WireMode", "true");
    EXPECT_EQ(RunAudited(inBytes, false), RunAudited(GetParam(), false));
}

INSTANTIATE_TEST_SUITE_P(Fabrics,
                         ConservationTest,
                         testing::ValuesIn(Kinds()),
                         [](const auto& info) { return info.param.name; });

// Clauses: [stock-trimmed], [stock-receive]
TEST(ConservationOf, StockPackets)
{
    StockRig rig(SmallFabric(6, 3, 2, 2), {{"DataLimit", "0.3"}, {"LastHopLimit", "0.3"}});
    const NetworkEngine parts = rig.network->Engine();
    FrameLedger ledger(parts.fabric, rig.network->GetTopology());
    ledger.Watch(parts.kernel);
    PostIncast(*rig.network);
    for (uint32_t nic = 1; nic < 6; ++nic)
    {
        rig.Send(rig.Udp(nic, 0, nic % 2 == 0 ? IpVersion::IPV4 : IpVersion::IPV6), 40, 4000, 500);
    }
    const auto look = [&] {
        EXPECT_EQ(AuditOf(*rig.network), "");
        EXPECT_EQ(Joined(ledger.Check(ledger.Entries())), "");
    };
    Simulator::Schedule(MicroSeconds(9), look);
    Simulator::Schedule(MicroSeconds(9), [&] { EXPECT_GT(parts.fabric.Stock().Live(), 0U); });
    Simulator::Run();
    look();
    EXPECT_GT(rig.Drops(DropReason::STOCK_TRIMMED) + rig.Drops(DropReason::DATA_OVERFLOW), 0U);
    EXPECT_TRUE(rig.IsEmpty());
}

/** The books know what of a lossless link is in the buffer, and what is in headroom beside. */
// Clauses: [frames-conserved], [pfc-accounting], [shared-buffer]
TEST(ConservationOf, LosslessFramesInHeadroom)
{
    const Ptr<Network> network = Make({"",
                                       SmallFabric(16, 4, 4),
                                       "",
                                       {{"Trimming", "false"},
                                        {"LosslessDscps", "0,1,2"},
                                        {"PfcXoff", "15000"},
                                        {"BufferSize", "300000"},
                                        {"BufferReserved", "3000"}}});
    PostIncast(*network);
    Fabric& fabric = network->Engine().fabric;
    uint64_t most = 0;
    const auto look = [&] {
        EXPECT_EQ(AuditOf(*network), "") << "at " << Simulator::Now();
        uint64_t headroom = 0;
        for (PortIndex link = 0; link < network->GetTopology().PortCount(); ++link)
        {
            headroom += fabric.State().pauses.Use(link).headroom;
        }
        most = std::max(most, headroom);
    };
    for (int us = 2; us < 100; us += 7)
    {
        Simulator::Schedule(MicroSeconds(us), look);
    }
    Simulator::Run();
    look();
    EXPECT_GT(most, 20000U) << "there was some to be told apart";
    EXPECT_EQ(fabric.Pool().Live(), 0U);
    Simulator::Destroy();
}

/** A fabric with a shared buffer in the midst of an incast, with all numbers in use. */
class AuditTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        m_network = Make({"", SixNics(), "", {{"BufferSize", "200000"}}});
        const NetworkEngine parts = m_network->Engine();
        m_ledger = std::make_unique<FrameLedger>(parts.fabric, m_network->GetTopology());
        m_ledger->Watch(parts.kernel);
        PostIncast(*m_network);
        Simulator::Stop(MicroSeconds(20));
        Simulator::Run();
        m_books = ReadBooks(m_network->Engine().fabric, Moment::Of(m_network->Engine().kernel));
        // the port to NIC 0, where the incast meets
        m_port = m_network->GetTopology().Peer(m_network->GetTopology().NicPort(0, 0));
        ASSERT_GT(m_books.links[m_port].waiting, 0);
        ASSERT_GT(m_books.links[m_port].buffer, 0);
    }

    void TearDown() override
    {
        m_network = nullptr;
        Simulator::Destroy();
    }

    /** @return the words of an audit of the books as they are */
    std::string Run() const
    {
        return Joined(Audit(m_books, m_network->GetTopology()).Run());
    }

    Ptr<Network> m_network;
    std::unique_ptr<FrameLedger> m_ledger;
    FabricBooks m_books;
    PortIndex m_port{0};
};

TEST_F(AuditTest, OneFrameMoreOrLessIsTold)
{
    EXPECT_EQ(Run(), "");

    struct Row
    {
        int64_t LinkBook::*number;
        const char* said;
    };

    const Row rows[] = {
        {&LinkBook::arrived, "p0.t0.0: frames that came"},
        {&LinkBook::endedThere, "drops and their reasons"},
        {&LinkBook::endedBefore, "p0.t0.0: frames that came"},
        {&LinkBook::dropped, "drops by reason and by port"},
        {&LinkBook::waiting, "frames in use and frames in queues"},
        {&LinkBook::onLink, "frames in use and frames in queues"},
        {&LinkBook::stock, "frames that carry a stock packet"},
        {&LinkBook::bytes, "bytes of its queues and of the frames there"},
        {&LinkBook::backlog, "bytes of its queues and of the frames there"},
        {&LinkBook::share, "p0.t0.0: bytes of its buffer"},
        {&LinkBook::buffer, "one buffer for all ports"},
    };
    for (const Row& row : rows)
    {
        for (const int64_t change : {-1, 1})
        {
            if (row.number == &LinkBook::stock && change < 0)
            {
                continue; // a packet may wait in its NIC
            }
            m_books.links[m_port].*row.number += change;
            EXPECT_NE(Run().find(row.said), std::string::npos) << row.said << " in: " << Run();
            m_books.links[m_port].*row.number -= change;
        }
    }
    // A frame that ended at a switch, and not at a NIC, did not go on from there.
    LinkBook& up = m_books.links[m_network->GetTopology().NicPort(1, 0)];
    ++up.endedThere;
    EXPECT_NE(Run().find("p0.t0.0: frames that came"), std::string::npos) << Run();
    --up.endedThere;
    ++up.lossless;
    EXPECT_NE(Run().find("p0.t0.0: bytes of its buffer"), std::string::npos) << Run();
    --up.lossless;
    EXPECT_EQ(Run(), "");
}

TEST_F(AuditTest, WhatIsLeftAtTheEndIsTold)
{
    m_books.atRest = true;
    EXPECT_NE(Run().find("frames that are left at the end"), std::string::npos) << Run();
    m_books.atRest = false;
    ++m_books.live;
    EXPECT_NE(Run().find("frames in use"), std::string::npos) << Run();
    --m_books.live;
    --m_books.livePackets;
    EXPECT_NE(Run().find("frames that carry a stock packet"), std::string::npos) << Run();
    m_books.livePackets = 1;
    m_books.atRest = true;
    EXPECT_NE(Run().find("stock packets that are left"), std::string::npos) << Run();
    m_books.livePackets = 0;
    m_books.atRest = false;
    ++m_books.reasons;
    EXPECT_NE(Run().find("drops by reason"), std::string::npos) << Run();
}

TEST_F(AuditTest, TheLedgerTellsOfEachAmount)
{
    std::vector<LedgerEntry> entries = m_ledger->Entries();
    EXPECT_EQ(Joined(m_ledger->Check(entries)), "");
    EXPECT_GT(entries[m_port].cutBefore, 0);
    LedgerEntry& entry = entries[m_port];
    const std::string port = PortName(m_network->GetTopology(), m_port);
    const std::pair<Amount LedgerEntry::*, std::string> rows[] = {
        {&LedgerEntry::queued, port + " queues"},
        {&LedgerEntry::sent, port + " sends"},
        {&LedgerEntry::flushed, port + " queues"},
        {&LedgerEntry::refused, "p0.t0.0 gets"},
        {&LedgerEntry::lost, port + " sends"},
    };
    for (const auto& [amount, said] : rows)
    {
        for (int64_t Amount::*unit : {&Amount::frames, &Amount::bytes})
        {
            ++(entry.*amount.*unit);
            const std::string told = Joined(m_ledger->Check(entries));
            EXPECT_NE(told.find(said), std::string::npos) << said << " in: " << told;
            --(entry.*amount.*unit);
        }
    }
    const PortIndex up = m_network->GetTopology().NicPort(1, 0);
    ++entries[up].ended.frames;
    EXPECT_NE(Joined(m_ledger->Check(entries)).find("p0.t0.0 gets"), std::string::npos);
    --entries[up].ended.frames;
    for (int64_t LedgerEntry::*cut : {&LedgerEntry::cutWaiting, &LedgerEntry::cutBefore})
    {
        ++(entry.*cut);
        EXPECT_NE(Joined(m_ledger->Check(entries)), "");
        --(entry.*cut);
    }
    EXPECT_EQ(Joined(m_ledger->Check(entries)), "");
}

TEST_F(AuditTest, AFrameOutOfNowhereIsTold)
{
    Fabric& fabric = m_network->Engine().fabric;
    const FrameIndex frame = fabric.Pool().Allocate();
    fabric.Pool().At(frame) = Frame();
    m_ledger->Enqueued(m_port, frame, Instant());
    EXPECT_NE(Joined(m_ledger->Check(m_ledger->Entries())).find("out of nowhere"),
              std::string::npos);
    EXPECT_NE(AuditOf(*m_network).find("frames in use"), std::string::npos);
    fabric.Pool().Release(frame);
    EXPECT_EQ(AuditOf(*m_network), "");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
