/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-script.h"

#include "ns3/mrc-cnp-gate.h"
#include "ns3/mrc-dcqcn.h"
#include "ns3/mrc-rate-pacer.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr double G = 1e9;
constexpr double LINE = 100 * G;

/** @return values that are easy to reckon with */
DcqcnConfig
Plain()
{
    DcqcnConfig config;
    config.gain = 0.25;
    config.cnpInterval = Micros(50);
    config.alphaInterval = Micros(40);
    config.increaseInterval = Micros(100);
    config.fastSteps = 2;
    config.additive = 2 * G;
    config.hyper = 10 * G;
    config.minRate = 1 * G;
    config.clampTarget = true;
    return config;
}

Instant
At(int64_t us)
{
    return Instant() + Micros(us);
}

/*
 *   us  alpha              rate    target
 *    0  1                  100     100     CNP: rate 100 x 1/2, alpha 0.75 x 1 + 0.25
 *       1                   50     100
 *   40  0.75                               no CNP for 40 us
 *   80  0.5625
 *  100                      75     100     fast 1
 *  150  0.421875 at 120             75     CNP: rate 75 x (1 - 0.2109375), alpha x 0.75 + 0.25
 */
// Clauses: [dcqcn-reaction]
TEST(Dcqcn, CutsByHalfOfAlphaAndRecovers)
{
    Dcqcn rate(Plain(), LINE);
    EXPECT_EQ(rate.RateAt(At(0)), LINE);
    rate.OnCnp(At(0));
    EXPECT_DOUBLE_EQ(rate.RateAt(At(0)), 50 * G);
    EXPECT_DOUBLE_EQ(rate.Target(), LINE);
    EXPECT_DOUBLE_EQ(rate.Alpha(At(0)), 1);
    EXPECT_DOUBLE_EQ(rate.RateAt(At(99)), 50 * G);
    EXPECT_DOUBLE_EQ(rate.Alpha(At(99)), 0.5625);
    EXPECT_DOUBLE_EQ(rate.RateAt(At(100)), 75 * G);
    rate.OnCnp(At(150));
    EXPECT_DOUBLE_EQ(rate.RateAt(At(150)), 75 * G * (1 - 0.2109375));
    EXPECT_DOUBLE_EQ(rate.Target(), 75 * G);
    EXPECT_DOUBLE_EQ(rate.Alpha(At(150)), 0.421875 * 0.75 + 0.25);
}

// Clauses: [dcqcn-reaction]
TEST(Dcqcn, WhoeverAsksForAlphaFirstLeavesTheCutAsItWas)
{
    DcqcnConfig config = Plain();
    config.cutInterval = Micros(4); // else a CNP cuts at once, and no cut is to come
    Dcqcn rate(config, LINE);
    rate.OnCnp(At(0));
    EXPECT_DOUBLE_EQ(rate.Alpha(At(99)), 0.5625);
    EXPECT_DOUBLE_EQ(rate.RateAt(At(99)), 50 * G) << "the cut was by the alpha of its own time";
}

/*
 *  rise  stage before   target          rate
 *        CNP at 0       100             50
 *        CNP at 1        50             25
 *   1    0: fast         50             37.5
 *   2    1: fast         50             43.75
 *   3    2: additive     52             47.875
 *   4    3: hyper        62             54.9375
 *   5    4: hyper        72             63.46875
 */
// Clauses: [dcqcn-reaction]
TEST(Dcqcn, RisesFastThenBySteps)
{
    Dcqcn rate(Plain(), LINE);
    rate.OnCnp(At(0));
    rate.OnCnp(At(1));
    const double rates[] = {25, 37.5, 43.75, 47.875, 54.9375, 63.46875};
    const double targets[] = {50, 50, 50, 52, 62, 72};
    for (int rise = 0; rise <= 5; ++rise)
    {
        EXPECT_DOUBLE_EQ(rate.RateAt(At(1 + 100 * rise)), rates[rise] * G) << rise;
        EXPECT_DOUBLE_EQ(rate.Target(), targets[rise] * G) << rise;
    }
    // the line is the end
    EXPECT_EQ(rate.RateAt(At(100000)), LINE);
    EXPECT_EQ(rate.Target(), LINE);
}

/*
 *   us  alpha      rate    CNPs each 0.5 us from 0 to 8
 *    1  1          100     of the first CNP alpha hears nothing, of others it stays 1
 *    4  1           50
 *    8  1           25
 *    9  1                  of the CNP at 8
 *   10  0.75
 *   12  0.421875    25 x (1 - 0.2109375), as the CNP at 8 came behind the check at 8
 */
// Clauses: [dcqcn-reaction]
TEST(Dcqcn, CutsOnceInAnIntervalAndAlphaStaysUnderLastingMarks)
{
    DcqcnConfig config = Plain();
    config.cnpInterval = Span();
    config.cutInterval = Micros(4);
    config.alphaInterval = Micros(1);
    Dcqcn rate(config, LINE);
    for (int half = 0; half <= 16; ++half)
    {
        rate.OnCnp(Instant() + Nanos(500) * half);
        const double rates[] = {100, 50, 25};
        EXPECT_DOUBLE_EQ(rate.RateAt(Instant() + Nanos(500) * half), rates[half / 8] * G) << half;
    }
    EXPECT_DOUBLE_EQ(rate.Alpha(At(8)), 1);
    EXPECT_DOUBLE_EQ(rate.RateAt(At(11)), 25 * G);
    EXPECT_DOUBLE_EQ(rate.RateAt(At(12)), 25 * G * (1 - 0.2109375));
    EXPECT_DOUBLE_EQ(rate.Alpha(At(12)), 0.421875);
}

// Clauses: [dcqcn-presets]
TEST(Dcqcn, LastingMarksKeepAlphaOfTheDefaultSetNearOne)
{
    Dcqcn rate(DcqcnOf(DCQCN_CONWEAVE, 100000000000), LINE);
    for (int i = 0; i < 2000; ++i)
    {
        rate.OnCnp(Instant() + Nanos(500) * i);
    }
    EXPECT_GT(rate.Alpha(Instant() + Nanos(500) * 1999), 0.99);
    EXPECT_EQ(rate.RateAt(At(1000)), 100e6) << "the least rate";
}

// A question late and many in time come to the same.
// Clauses: [dcqcn-reaction]
TEST(Dcqcn, TimersNeedNoEvents)
{
    Dcqcn often(Plain(), LINE);
    Dcqcn seldom(Plain(), LINE);
    for (Dcqcn* rate : {&often, &seldom})
    {
        rate->OnCnp(At(0));
        rate->OnCnp(At(60));
    }
    for (int us = 60; us < 700; ++us)
    {
        often.RateAt(At(us));
    }
    EXPECT_EQ(often.RateAt(At(700)), seldom.RateAt(At(700)));
    EXPECT_EQ(often.Alpha(At(700)), seldom.Alpha(At(700)));
}

/*
 * Without the clamp the target stays as it was, until the timer has raised the rate once.
 */
// Clauses: [dcqcn-reaction]
TEST(Dcqcn, ClampDecidesWhetherTheTargetFollows)
{
    DcqcnConfig config = Plain();
    config.clampTarget = false;
    Dcqcn rate(config, LINE);
    rate.OnCnp(At(0));
    rate.OnCnp(At(10));
    EXPECT_DOUBLE_EQ(rate.Target(), LINE);
    EXPECT_DOUBLE_EQ(rate.RateAt(At(10)), 25 * G);
    EXPECT_DOUBLE_EQ(rate.RateAt(At(110)), 62.5 * G); // one rise by the timer
    rate.OnCnp(At(111));
    EXPECT_DOUBLE_EQ(rate.Target(), 62.5 * G);
}

/*
 * bytes of 1,000 a rise: both count, and hyper needs both beyond F.
 *  rise  bytes  timer  target  rate
 *   1      0      0     50      37.5       fast
 *   2      1      0     50      43.75      fast
 *   3      2      0     52      47.875     additive: the byte counter is at F
 *   4      3      0     54      50.9375    additive: the timer is not beyond F
 */
// Clauses: [dcqcn-reaction]
TEST(Dcqcn, ByteCounterRaisesAsWell)
{
    DcqcnConfig config = Plain();
    config.byteCounter = 1000;
    Dcqcn rate(config, LINE);
    rate.OnSent(100000, At(0)); // at the line's rate bytes do not count
    rate.OnCnp(At(0));
    rate.OnCnp(At(1));
    const double rates[] = {37.5, 43.75, 47.875, 50.9375};
    for (double wanted : rates)
    {
        rate.OnSent(500, At(2));
        rate.OnSent(500, At(2));
        EXPECT_DOUBLE_EQ(rate.RateAt(At(2)), wanted * G);
    }
    rate.OnSent(999, At(2));
    EXPECT_DOUBLE_EQ(rate.RateAt(At(2)), 50.9375 * G);
    EXPECT_DOUBLE_EQ(rate.Target(), 54 * G);
}

// Clauses: [dcqcn-reaction]
TEST(Dcqcn, RateHasAFloor)
{
    Dcqcn rate(Plain(), LINE);
    for (int i = 0; i < 60; ++i)
    {
        rate.OnCnp(At(i));
    }
    EXPECT_DOUBLE_EQ(rate.RateAt(At(60)), 1 * G);
}

// Each flow has a state of its own.
// Clauses: [dcqcn-reaction]
TEST(Dcqcn, OneFlowLeavesOthersAlone)
{
    Dcqcn one(Plain(), LINE);
    Dcqcn other(Plain(), LINE);
    one.OnCnp(At(0));
    one.OnCnp(At(50));
    EXPECT_EQ(other.RateAt(At(60)), LINE);
    EXPECT_EQ(other.Alpha(At(60)), 1);
}

// Clauses: [dcqcn-presets]
TEST(Dcqcn, PresetsAreThePublishedRows)
{
    struct Row
    {
        DcqcnPreset preset;
        double gain;
        int64_t cnp, cut, alpha, increase;
        uint32_t steps;
        uint64_t bytes;
        double additive, hyper;
        bool clamp;
    };

    const Row rows[] = {
        {DCQCN_NS3_RDMA, 1.0 / 256, 50, 0, 55, 60, 5, 300000000, 40e6, 200e6, true},
        {DCQCN_HPCC, 1.0 / 256, 0, 4, 1, 900, 1, 0, 50e6, 100e6, false},
        {DCQCN_CONWEAVE, 1.0 / 256, 0, 4, 1, 300, 1, 0, 40e6, 100e6, false},
        {DCQCN_ATTRIBUTE_DEFAULTS, 1.0 / 16, 0, 4, 55, 1500, 5, 150000, 5e6, 50e6, false},
    };
    for (const Row& row : rows)
    {
        const DcqcnConfig config = DcqcnOf(row.preset, 100000000000);
        EXPECT_EQ(config.gain, row.gain);
        EXPECT_EQ(config.cnpInterval, Micros(row.cnp));
        EXPECT_EQ(config.cutInterval, Micros(row.cut));
        EXPECT_EQ(config.alphaInterval, Micros(row.alpha));
        EXPECT_EQ(config.increaseInterval, Micros(row.increase));
        EXPECT_EQ(config.fastSteps, row.steps);
        EXPECT_EQ(config.byteCounter, row.bytes);
        EXPECT_DOUBLE_EQ(config.additive, row.additive);
        EXPECT_DOUBLE_EQ(config.hyper, row.hyper);
        EXPECT_DOUBLE_EQ(config.minRate, 100e6);
        EXPECT_EQ(config.clampTarget, row.clamp);
    }
    // ConWeave's steps follow the link, the others' do not
    EXPECT_DOUBLE_EQ(DcqcnOf(DCQCN_CONWEAVE, 400000000000).additive, 160e6);
    EXPECT_DOUBLE_EQ(DcqcnOf(DCQCN_HPCC, 400000000000).additive, 50e6);
}

// Clauses: [dcqcn-presets]
TEST(Dcqcn, SingleValuesTakeThePlaceOfThePreset)
{
    RoceConfig config;
    config.preset = DCQCN_HPCC;
    config.additive = 7000000;
    config.increaseInterval = Micros(3);
    const DcqcnConfig values = config.Dcqcn(100000000000);
    EXPECT_EQ(values.additive, 7e6);
    EXPECT_EQ(values.increaseInterval, Micros(3));
    EXPECT_EQ(values.hyper, 100e6);
}

// Clauses: [dcqcn-notification]
TEST(CnpGate, LetsOneThroughInAnInterval)
{
    CnpGate gate(Micros(50));
    EXPECT_TRUE(gate.OnMark(At(10)));
    EXPECT_FALSE(gate.OnMark(At(11)));
    EXPECT_FALSE(gate.OnMark(At(60) - Nanos(1)));
    EXPECT_TRUE(gate.OnMark(At(60)));
    EXPECT_FALSE(gate.OnMark(At(109)));
    CnpGate open((Span()));
    EXPECT_TRUE(open.OnMark(At(1)));
    EXPECT_TRUE(open.OnMark(At(1)));
}

// Clauses: [roce-rate]
TEST(RatePacer, HoldsBackBelowTheLineRateOnly)
{
    RatePacer pacer(LINE);
    pacer.OnSent(1000, LINE, At(1));
    EXPECT_EQ(pacer.Next(), At(1));
    pacer.OnSent(1000, 8 * G, At(2));
    EXPECT_EQ(pacer.Next(), At(3));
}

// Clauses: [roce-rate]
TEST(RoceRate, FixedRateIsKept)
{
    constexpr uint32_t PACKETS = 100;
    RoceConfig config;
    config.rateControl = ROCE_FIXED_RATE;
    config.fixedRate = 10000000000;
    RoceScript script(config);
    script.SetRule([](const RoceSighting&) { return RoceFate::MARK; });
    script.PostAt(Micros(1), PACKETS * 4096);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(PACKETS * 4096);
    EXPECT_EQ(script.Roce(ANSWERS).cnpsSent, 0U) << "marks are DCQCN's";
    // the last packet leaves 99 intervals after the first
    const Span gap(int64_t{4096 + RoceScript::OVERHEAD} * 800);
    EXPECT_EQ(script.End(ASKS).completions.at(0).at,
              At(1) + gap * (PACKETS - 1) + RoceScript::FullPacket() + Micros(4));
}

// A packet that a NAK or an ACK sets free is sent at its time, and not at a timeout. Clauses:
// [roce-rate], [roce-recovery], [roce-window]
TEST(RoceRate, PaceGoesOnBehindANakAndBehindTheWindow)
{
    for (RoceRecovery recovery : {ROCE_GO_BACK_N, ROCE_SELECTIVE_REPEAT})
    {
        for (uint64_t window : {0U, 2 * 4096U})
        {
            RoceConfig config;
            config.recovery = recovery;
            config.rateControl = ROCE_FIXED_RATE;
            config.fixedRate = 1000000000; // a packet in 33.9 us, a round trip is 4 us
            config.window = window;
            RoceScript script(config);
            script.SetRule(DropData({1}));
            script.PostAt(Micros(1), 2 * 4096);
            EXPECT_TRUE(script.Run());
            script.ExpectAllDone(2 * 4096);
            EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
            EXPECT_LT(script.End(ASKS).completions.at(0).at, At(250));
        }
    }
}

/** Marks that last bring the rate down, and it comes back when they end. */
// Clauses: [dcqcn-notification], [dcqcn-reaction]
TEST(RoceRate, MarksSlowTheSenderDown)
{
    RoceConfig config;
    config.preset = DCQCN_NS3_RDMA;
    RoceScript script(config);
    script.SetRule([](const RoceSighting& s) {
        return s.at < At(400) && IsRcData(s.packet.bth.opcode) ? RoceFate::MARK : RoceFate::DELIVER;
    });
    script.PostAt(Micros(1), 4000 * 4096);
    script.Run(Micros(400));
    // a CNP every 50 us from the first mark on
    EXPECT_EQ(script.Roce(ANSWERS).cnpsSent, 8U);
    EXPECT_EQ(script.Roce(ASKS).cnpsReceived, 8U);
    EXPECT_LT(script.Roce(ASKS).rate, 2000000000U);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(4000 * 4096);
    EXPECT_GT(script.Roce(ASKS).rate, 10000000000U);
}

// Two queue pairs of the same ends: events of one change nothing for the other. Clauses:
// [roce-rate]
TEST(RoceRate, QueuePairsAreApart)
{
    RoceConfig config;
    RoceScript marked(config);
    RoceScript free(config);
    marked.SetRule([](const RoceSighting& s) {
        return IsRcData(s.packet.bth.opcode) ? RoceFate::MARK : RoceFate::DELIVER;
    });
    for (RoceScript* script : {&marked, &free})
    {
        script->PostAt(Micros(1), 100 * 4096);
        EXPECT_TRUE(script->Run());
        script->ExpectAllDone(100 * 4096);
    }
    EXPECT_GT(marked.Roce(ASKS).cnpsReceived, 0U);
    EXPECT_EQ(free.Roce(ASKS).cnpsReceived, 0U);
    EXPECT_EQ(free.Roce(ASKS).rate, RoceScript::LINE);
    EXPECT_LT(free.Now(), marked.Now());
}

} // namespace
