/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Items that stand for several faults: transceivers, flapping, repair times and random plans.

#include "../mrc-sanitized.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-drain.h"
#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-fault.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-outage.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/rng-seed-manager.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return 12 NICs on T0s of 6 with 5 T1s; 2 planes */
Topology
TwoTiers()
{
    TopologySpec spec;
    spec.name = "test";
    spec.nics = 12;
    spec.planes = 2;
    spec.nicsPerT0 = 6;
    spec.t1Count = 5;
    spec.nicLinkRate = 100000000000;
    spec.fabricLinkRate = 100000000000;
    return Topology(spec);
}

std::vector<Fault>
Read(const std::string& list)
{
    return ReadFaultList(list, TwoTiers());
}

std::string
ErrorOf(const std::string& item)
{
    std::istringstream in("\n" + item);
    return test::ThrownText<ParseError>([&] { ReadFaultLines(in, "plan", TwoTiers()); });
}

std::vector<std::string>
PortsHit(const std::string& fault)
{
    const Topology topology = TwoTiers();
    std::vector<std::string> names;
    for (const uint32_t port : PortsOf(Read(fault).at(0), topology))
    {
        names.push_back(PortName(topology, port));
    }
    return names;
}

// Clauses: [transceiver-links]
TEST(FaultPlan, ATransceiverHasFourNeighbouringLinks)
{
    using Names = std::vector<std::string>;
    EXPECT_EQ(PortsHit("transceiver:1.0.0@1ms"),
              (Names{"nic0.p1",
                     "nic1.p1",
                     "nic2.p1",
                     "nic3.p1",
                     "p1.t0.0.down0",
                     "p1.t0.0.down1",
                     "p1.t0.0.down2",
                     "p1.t0.0.down3"}));
    EXPECT_EQ(PortsHit("transceiver:0.1.1@1ms"),
              (Names{"nic10.p0", "nic11.p0", "p0.t0.1.down4", "p0.t0.1.down5"}))
        << "the last downlinks share none with uplinks";
    EXPECT_EQ(PortsHit("transceiver:0.1.3@1ms"), (Names{"p0.t0.1.up4", "p0.t1.4.down1"}));
    EXPECT_EQ(PortsHit("transceiver:0.1.2@1ms").size(), 8U);
    EXPECT_EQ(PortsHit("nic:7@1ms"),
              (Names{"nic7.p0", "nic7.p1", "p0.t0.1.down1", "p1.t0.1.down1"}));
    EXPECT_EQ(ErrorOf("transceiver:0.1.4@1ms"),
              "plan:2:17: expected a transceiver of the T0, 0 .. 3");
    EXPECT_EQ(ErrorOf("transceiver:0.1@1ms"),
              "plan:2:16: expected '.' and a transceiver of the T0");
    EXPECT_EQ(ErrorOf("nic:12@1ms"), "plan:2:5: expected a NIC, 0 .. 11");
}

// Clauses: [link-flaps]
TEST(FaultPlan, AFlapIsOneOutageForEachPeriod)
{
    EXPECT_EQ(TextOf(Read("link:0.1.2/flap=1ms/duty=25%@2ms..4.1ms")),
              "link:0.1.2@2000000ns..2250000ns,link:0.1.2@3000000ns..3250000ns,"
              "link:0.1.2@4000000ns..4100000ns");
    EXPECT_EQ(TextOf(Read("port:3.1/loss=2%/flap=10us@1ns..20.001us")),
              "port:3.1/loss=2%@1ns..5001ns,port:3.1/loss=2%@10001ns..15001ns")
        << "half of a period, and none that begins at the end";
    const std::vector<Fault> flap = Read("t1:1.4/silent/flap=1us/duty=50%@1.0005us..1.9us");
    ASSERT_EQ(flap.size(), 1U);
    EXPECT_EQ(flap[0].text, "t1:1.4/silent@1000.5ns..1500.5ns");
    EXPECT_EQ(flap[0].kind, FaultKind::T1);
    EXPECT_EQ(flap[0].impairment.effect, FaultEffect::SILENT);
    const Topology topology = TwoTiers();
    const std::vector<Outage> outages =
        OutagesOf(Read("nic:1/flap=1ms/duty=10%@0ns..3ms"), topology, Time(0));
    ASSERT_EQ(outages.size(), 3U) << "no switch dies, so each is one of links alone";
    for (unsigned i = 0; i < 3; ++i)
    {
        EXPECT_EQ(outages[i].down, MilliSeconds(i));
        EXPECT_EQ(outages[i].up, MilliSeconds(i) + MicroSeconds(100));
        EXPECT_EQ(outages[i].ports.size(), 4U);
    }
}

// Clauses: [link-flaps] [fault-draws]
TEST(FaultPlan, JitterMovesTheBeginWithinThePeriod)
{
    const std::string words = "link:0.1.2/flap=1us/duty=20%/jitter=50%@0ns..1ms";
    const std::vector<Fault> flap = Read(words);
    ASSERT_EQ(flap.size(), 1000U);
    int64_t latest = 0;
    for (int64_t i = 0; i < 1000; ++i)
    {
        const int64_t late = flap[i].down.Ps() - i * 1000000;
        EXPECT_GE(late, 0);
        EXPECT_LE(late, 400000) << "half of what is left of the period";
        EXPECT_EQ((*flap[i].up - flap[i].down).Ps() / 10, 20000);
        latest = std::max(latest, late);
    }
    EXPECT_GT(latest, 380000);
    EXPECT_EQ(TextOf(Read(words)), TextOf(flap)) << "the same words, the same faults";
    RngSeedManager::SetRun(RngSeedManager::GetRun() + 1);
    EXPECT_NE(TextOf(Read(words)), TextOf(flap)) << "another run";
    RngSeedManager::SetRun(RngSeedManager::GetRun() - 1);
    EXPECT_EQ(TextOf(Read("port:1.1@1ms," + words)), "port:1.1@1ms," + TextOf(flap))
        << "whatever other items there are";
    const std::vector<Fault> other = Read("link:0.1.3/flap=1us/duty=20%/jitter=50%@0ns..1ms");
    unsigned same = 0;
    for (std::size_t i = 0; i < flap.size(); ++i)
    {
        same += flap[i].down == other.at(i).down;
    }
    EXPECT_LT(same, 10U) << "other words, other draws";
}

// Clauses: [repair-times]
TEST(FaultPlan, ARepairTimeIsDrawn)
{
    EXPECT_EQ(TextOf(Read("t0:0.1/repair=fixed:3ms@1ms")), "t0:0.1@1000000ns..4000000ns");
    double sum = 0;
    for (int i = 0; i < 400; ++i)
    {
        const std::string at = std::to_string(i) + "ns";
        const Fault some = Read("link:0.0.1/silent/repair=10us@" + at).at(0);
        EXPECT_EQ(some.text.rfind("link:0.0.1/silent@" + at + "..", 0), 0U);
        sum += (*some.up - some.down).Ps() * 1e-6;
        const Fault other = Read("link:0.0.1/repair=uniform:2us:3us@" + at).at(0);
        EXPECT_GE((*other.up - other.down).Ps(), 2000000);
        EXPECT_LE((*other.up - other.down).Ps(), 3000000);
    }
    EXPECT_NEAR(sum / 400, 10, 1.5);
}

// Clauses: [random-faults] [fault-draws]
TEST(FaultPlan, RandomFaultsComeAtTheirRate)
{
    const std::string words = "random:link/per-minute=6e-1/repair=1s@10s..10000s";
    EXPECT_EQ(Read("random:link/per-minute=1/repair=1s@0ns..1ns").size(), 0U);
    EXPECT_EQ(Read("random:link/per-minute=0.00001/repair=1s@0ns..1s").size(), 0U) << "69 days";
    const std::vector<Fault> faults = Read("random:link/per-minute=60/repair=2s@10s..1010s");
    EXPECT_NEAR(faults.size(), 1000, 100);
    std::map<std::string, unsigned> links;
    double repairs = 0;
    for (std::size_t i = 0; i < faults.size(); ++i)
    {
        EXPECT_EQ(faults[i].kind, FaultKind::LINK);
        EXPECT_GE(faults[i].down, i == 0 ? Instant(10000000000000) : faults[i - 1].down);
        EXPECT_LT(faults[i].down, Instant(1010000000000000));
        repairs += (*faults[i].up - faults[i].down).Ps() * 1e-12;
        ++links[faults[i].text.substr(0, faults[i].text.find('@'))];
        EXPECT_EQ(PortsOf(faults[i], TwoTiers()), PortsOf(Read(faults[i].text).at(0), TwoTiers()));
    }
    EXPECT_EQ(links.size(), 20U) << "each of the fabric's";
    EXPECT_NEAR(repairs / faults.size(), 2, 0.3);
    EXPECT_NEAR(Read(words).size(), 100, 40);
    for (const char* kind : {"port", "t0", "t1", "plane", "nic", "transceiver"})
    {
        const std::string text =
            std::string("random:") + kind + "/per-minute=60/repair=fixed:1ms/loss=5%@0s..100s";
        const std::vector<Fault> some = Read(text);
        EXPECT_NEAR(some.size(), 100, 40) << kind;
        for (const Fault& fault : some)
        {
            const Fault again = Read(fault.text).at(0);
            EXPECT_EQ(PortsOf(fault, TwoTiers()), PortsOf(again, TwoTiers())) << fault.text;
            EXPECT_EQ(again.down, fault.down);
            EXPECT_EQ(again.up, fault.up);
            EXPECT_EQ(again.impairment.share, 0.05);
        }
    }
    EXPECT_TRUE(Read("random:t1/per-minute=60/repair=1ms@0s..100s").size() > 0);
    EXPECT_TRUE(Read("random:t2/per-minute=60/repair=1ms@0s..100s").empty()) << "there is none";
}

// Clauses: [random-faults] [fault-mix-x15]
TEST(FaultPlan, CompressionDividesGapsAndRepairs)
{
    const std::vector<Fault> fast =
        Read("random:link/per-minute=60/repair=fixed:2s/compress=1000@0s..1s");
    EXPECT_NEAR(fast.size(), 1000, 100);
    EXPECT_EQ((*fast[0].up - fast[0].down).Ps(), 2000000000);

    // 100 of the 54 days, each a second: links flap 4.2 times a minute, the rest is rare.
    std::map<FaultKind, unsigned> kinds;
    for (const Fault& fault : Read("random:x15/compress=86400@0s..1s"))
    {
        ++kinds[fault.kind];
    }
    EXPECT_NEAR(kinds[FaultKind::LINK], 4.2 * 1440, 250);
    kinds.clear();
    constexpr unsigned RUNS = test::Times(40, 2); // 540 days, or 27
    for (unsigned i = 0; i < RUNS; ++i)
    {
        const std::string begin = std::to_string(i) + "ns";
        for (const Fault& fault : Read("random:x15/compress=1166400@" + begin + "..1s"))
        {
            ++kinds[fault.kind];
        }
    }
    const double months = RUNS * 13.5 / 54;
    const double nics = 7 * months;
    const double others = 35 * months / 3;
    EXPECT_NEAR(kinds[FaultKind::NIC], nics, 3 * std::sqrt(nics)); // as many standard deviations
    for (const FaultKind kind : {FaultKind::TRANSCEIVER, FaultKind::T0, FaultKind::T1})
    {
        EXPECT_NEAR(kinds[kind], others, 3 * std::sqrt(others));
    }
}

// Clauses: [random-faults]
TEST(FaultPlan, APlanThatWasDrawnIsReadAgain)
{
    const std::vector<Fault> drawn =
        Read("random:x15/compress=1/loss=3%@0s..600s,link:0.0.1/flap=7us/jitter=100%@1us..99us,"
             "t1:0.1/drain=1ms/repair=3ms@5ms,t0:0.1@7ms");
    std::stringstream file;
    WriteFaultLines(file, drawn);
    const std::vector<Fault> again = ReadFaultLines(file, "plan", TwoTiers());
    ASSERT_EQ(again.size(), drawn.size());
    EXPECT_GT(again.size(), 40U);
    for (std::size_t i = 0; i < drawn.size(); ++i)
    {
        EXPECT_EQ(again[i].text, drawn[i].text);
        EXPECT_EQ(again[i].down, drawn[i].down);
        EXPECT_EQ(again[i].up, drawn[i].up);
        EXPECT_EQ(again[i].drain, drawn[i].drain);
        EXPECT_EQ(again[i].impairment.effect, drawn[i].impairment.effect);
        EXPECT_EQ(PortsOf(again[i], TwoTiers()), PortsOf(drawn[i], TwoTiers()));
    }
}

// Clauses: [drained-maintenance]
TEST(FaultPlan, ADrainDeniesWhatTheFaultHits)
{
    const Topology topology = TwoTiers();
    const auto denials = [&](const char* list) {
        std::string text;
        for (const Denial& d : DenialsOf(Read(list).at(0), topology))
        {
            text += std::to_string(d.plane) + ":" +
                    (d.uplink == Denial::ANY_UPLINK ? "any" : std::to_string(d.uplink)) + ":" +
                    std::to_string(d.firstNic) + "-" + std::to_string(d.endNic) + " ";
        }
        return text;
    };
    EXPECT_EQ(denials("link:1.1.3@1ms"), "1:3:6-12 ");
    EXPECT_EQ(denials("link-down:1.1.3@1ms"), "1:3:6-12 ");
    EXPECT_EQ(denials("t1:0.4@1ms"), "0:4:0-6 0:4:6-12 ");
    EXPECT_EQ(denials("port-up:11.1@1ms"), "1:any:11-12 ");
    EXPECT_EQ(denials("transceiver:0.1.1@1ms"), "0:any:10-11 0:any:11-12 ");
    EXPECT_EQ(denials("transceiver:0.0.3@1ms"), "0:4:0-6 ");
    EXPECT_EQ(denials("t0:1.1@1ms"),
              "1:any:6-7 1:any:7-8 1:any:8-9 1:any:9-10 1:any:10-11 1:any:11-12 ");
}

TEST(FaultPlan, ADrainMayNotLieInThePast)
{
    std::vector<Fault> faults = Read("t1:0.1@1ms,t1:0.1/drain=1ms@2ms");
    EXPECT_EQ(faults[1].drain, Span(1000000000));
    EXPECT_EQ(test::ThrownText<std::invalid_argument>(
                  [&] { OutagesOf(faults, TwoTiers(), MicroSeconds(1001)); }),
              "the fault 't1:0.1@1ms' lies in the past");
    faults.erase(faults.begin());
    EXPECT_EQ(OutagesOf(faults, TwoTiers(), MicroSeconds(1000)).size(), 2U);
    EXPECT_EQ(test::ThrownText<std::invalid_argument>(
                  [&] { OutagesOf(faults, TwoTiers(), MicroSeconds(1001)); }),
              "the fault 't1:0.1/drain=1ms@2ms' lies in the past")
        << "its drain does";
}

struct ErrorCase
{
    const char* item;
    const char* error;
};

TEST(FaultPlan, Errors)
{
    const ErrorCase cases[] = {
        {"link:0.0.1/duty=10%@1ms..2ms", "1: expected 'flap=' and a period with"},
        {"link:0.0.1/flap=1ms/duty=100%@1ms..2ms", "21: expected a duty below 100%"},
        {"link:0.0.1/flap=0ms@1ms..2ms", "17: expected a time above 0"},
        {"link:0.0.1/flap=1ms@1ms", "1: expected '..' and an end of a fault that flaps"},
        {"link:0.0.1/flap=1ms/repair=1s@1ms..2ms", "1: expected '..' and an end of a fault"},
        {"link:0.0.1/flap=1ns@1ms..1s", "1: expected at most 100000 faults of one item"},
        {"link:0.0.1/repair=1s@1ms..2ms", "1: expected either 'repair=' or '..'"},
        {"link:0.0.1/repair=uniform:2s:2s@1ms", "30: expected a repair time above"},
        {"link:0.0.1/silent/loss=1%@1ms", "19: expected one effect"},
        {"link:0.0.1/ber=0@1ms", "16: expected a part of all bits above 0"},
        {"link:0.0.1/ber=0.6@1ms", "16: expected a part of all bits above 0"},
        {"link:0.0.1/drain=2ms@1ms", "1: the fault is drained before 0"},
        {"nic:1/drain=1ms@1ms", "7: expected 'drain=' with a"},
        {"random:wire/per-minute=1/repair=1s@0s..1s", "8: expected 'x15', or a kind of places"},
        {"random:links/per-minute=1/repair=1s@0s..1s", "8: expected 'x15', or a kind of places"},
        {"random:link@0s..1s", "1: expected 'per-minute=' and 'repair='"},
        {"random:link/per-minute=0.000009/repair=1s@0s..1s", "13: expected faults a minute"},
        {"random:link/per-minute=60000000001/repair=1s@0s..1s", "13: expected faults a minute"},
        {"random:link/per-minute=1@0s..1s", "1: expected 'per-minute=' and 'repair='"},
        {"random:link/per-minute=1/repair=1s@0s", "1: expected '..' and an end: random faults"},
        {"random:link/per-minute=0/repair=1s@0s..1s", "13: expected faults a minute"},
        {"random:link/per-minute=6e10/repair=1s@0s..1s", "25: expected '@' and a time"},
        {"random:link/per-minute=60000000/repair=1s@0s..1s", "1: expected at most 100000 faults"},
        {"random:x15/compress=0.5@0s..1s", "12: expected a factor of 1 or more"},
        {"random:x15/per-minute=1@0s..1s", "12: expected 'per-minute=', 'repair=', 'compress='"},
    };
    for (const auto& c : cases)
    {
        const std::string error = ErrorOf(c.item);
        EXPECT_EQ(error.rfind(std::string("plan:2:") + c.error, 0), 0U) << c.item << ": " << error;
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
