/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Faults of links that look up: while they last, afterwards, and several at once.

#include "mrc-fabric-rig.h"
#include "mrc-test-cases.h"

#include "ns3/data-rate.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-fault-injector.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-port-state.h"
#include "ns3/mrc-simulator-calendar.h"
#include "ns3/test.h"

#include <cmath>
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

/** A manner of serving frames; none of them may change events. */
struct Service
{
    uint8_t flags;
    bool wireMode;
};

const Service SERVICES[] = {{0, false},
                            {PORT_WATCHED, false},
                            {PORT_RX_WATCHED, false},
                            {PORT_WATCHED | PORT_RX_WATCHED, true},
                            {0, true}};

/** Two NICs on one T0, and the impairments of the link of NIC 0. */
class ImpairedRig : public FabricRig
{
  public:
    explicit ImpairedRig(const Service& service)
        : FabricRig(SmallFabric(2, 2, 0), Profile(service)),
          faults(fabric, kernel, calendar, [this](PortIndex, bool) { ++heard; }),
          link(topology.NicPort(0, 0))
    {
        WatchAll(service.flags);
    }

    /** Impairs the direction from NIC 0, times in ns; `end` 0: for ever. */
    void Impair(FaultEffect effect, double share, int64_t begin, int64_t end)
    {
        Outage outage;
        outage.down = NanoSeconds(begin);
        outage.up = NanoSeconds(end);
        outage.ports = {link};
        outage.impairment = {effect, share};
        faults.Schedule(outage);
    }

    /** Sends full packets from NIC 0 to NIC 1 at this distance, in ns. */
    void ShootRow(uint32_t count, int64_t distance)
    {
        for (uint32_t k = 0; k < count; ++k)
        {
            Shoot({Instant(k * distance * 1000), 0, 1, Ev::Of(0, 0)});
        }
    }

    SimulatorCalendar calendar;
    FaultInjector faults;
    PortIndex link;
    uint32_t heard{0}; //!< changes of links that anybody was told of

  private:
    static Ptr<FabricProfile> Profile(const Service& service)
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute("WireMode", BooleanValue(service.wireMode));
        return profile;
    }
};

/** A silent fault takes everything while it lasts; overlapping ones end with the last. */
// Clauses: [silent-fault]
class SilentTestCase : public TestCase
{
  public:
    SilentTestCase()
        : TestCase("silent faults take all frames, of which nobody hears")
    {
    }

  private:
    void DoRun() override
    {
        for (const Service& service : SERVICES)
        {
            ImpairedRig rig(service);
            rig.ShootRow(12, 1000);
            // Frame k is admitted behind the link at k x 1000 + 961 ns.
            rig.Impair(FaultEffect::SILENT, 1, 2100, 5500);
            rig.Impair(FaultEffect::SILENT, 1, 4000, 8500);
            rig.Impair(FaultEffect::LOSS, 0.000001, 3000, 9500);
            Simulator::Run();
            std::vector<uint32_t> arrived;
            for (const Hit& hit : rig.hits)
            {
                arrived.push_back(hit.shot);
            }
            NS_TEST_EXPECT_MSG_EQ((arrived == std::vector<uint32_t>{0, 1, 8, 9, 10, 11}),
                                  true,
                                  "2 to 7 are lost");
            NS_TEST_EXPECT_MSG_EQ(rig.fabric.Tally().DropsAt(rig.link, DropReason::SILENT_FAULT),
                                  6,
                                  "all");
            NS_TEST_EXPECT_MSG_EQ(rig.fabric.Tally().Drops(DropReason::RANDOM_LOSS),
                                  0,
                                  "no other reason");
            NS_TEST_EXPECT_MSG_EQ(rig.heard, 0, "the link looks up");
            NS_TEST_EXPECT_MSG_EQ(rig.fabric.Pool().Live(), 0, "nothing is left over");
            Simulator::Destroy();
        }
    }
};

/** Losses have their probabilities, add up as independent ones do, and do not depend on service. */
// Clauses: [silent-fault]
class LossTestCase : public TestCase
{
  public:
    LossTestCase()
        : TestCase("lossy faults lose their part of the frames, the same however ports are served")
    {
    }

  private:
    static constexpr uint32_t PHASE = 4000; //!< frames

    /** Checks how many of a phase's frames were lost, within four standard deviations. */
    void ExpectLost(const std::vector<bool>& arrived, uint32_t phase, double probability)
    {
        uint32_t lost = 0;
        for (uint32_t k = phase * PHASE; k < (phase + 1) * PHASE; ++k)
        {
            lost += !arrived[k];
        }
        const double expected = PHASE * probability;
        const double bound = 4 * std::sqrt(expected * (1 - probability));
        NS_TEST_EXPECT_MSG_EQ_TOL(lost, expected, bound, "phase " << phase);
    }

    void DoRun() override
    {
        uint64_t reference = 0;
        for (const Service& service : SERVICES)
        {
            ImpairedRig rig(service);
            rig.ShootRow(6 * PHASE, 400);
            // A frame is admitted behind the link 960.96 ns after it was sent.
            const auto begin = [](int64_t phase) { return phase * 400 * PHASE + 960; };
            rig.Impair(FaultEffect::LOSS, 0.2, begin(1), begin(3));
            rig.Impair(FaultEffect::LOSS, 0.25, begin(2), begin(4));
            rig.Impair(FaultEffect::LOSS, 1, begin(5), 0);
            Simulator::Run();
            std::vector<bool> arrived(rig.shots.size());
            for (const Hit& hit : rig.hits)
            {
                arrived[hit.shot] = true;
            }
            const double rates[] = {0, 0.2, 0.4, 0.25, 0, 1};
            for (uint32_t i = 0; i < 6; ++i)
            {
                ExpectLost(arrived, i, rates[i]);
            }
            NS_TEST_EXPECT_MSG_EQ(rig.hits.size() +
                                      rig.fabric.Tally().Drops(DropReason::RANDOM_LOSS),
                                  rig.shots.size(),
                                  "for this reason only");
            reference = reference == 0 ? rig.fabric.Tally().Fingerprint() : reference;
            NS_TEST_EXPECT_MSG_EQ(rig.fabric.Tally().Fingerprint(),
                                  reference,
                                  "the same on the wire");
            Simulator::Destroy();
        }
    }
};

/** Bit errors cost long frames more than short ones, and add up with losses of whole frames. */
// Clauses: [bit-errors]
class BitErrorTestCase : public TestCase
{
  public:
    BitErrorTestCase()
        : TestCase("bit errors take frames by their length")
    {
    }

  private:
    static constexpr uint32_t PHASE = 4000; //!< frames

    /** @return the part of a phase's frames that is lost */
    static double LostOf(const Service& service, uint16_t payload, double loss, uint32_t* bytes)
    {
        ImpairedRig rig(service);
        for (uint32_t k = 0; k < PHASE; ++k)
        {
            rig.Shoot({Instant(1000000 + k * 400000), 0, 1, Ev::Of(0, 0), payload});
        }
        rig.Impair(FaultEffect::BITS, 5e-6, 0, 0);
        if (loss > 0)
        {
            rig.Impair(FaultEffect::LOSS, loss, 0, 0);
        }
        Simulator::Run();
        *bytes = rig.fabric.Tally().Counters(rig.link).bytes / PHASE;
        const double lost = rig.fabric.Tally().DropsAt(rig.link, DropReason::RANDOM_LOSS);
        Simulator::Destroy();
        return lost / PHASE;
    }

    void DoRun() override
    {
        for (const Service& service : SERVICES)
        {
            for (const auto& [payload, loss] :
                 std::vector<std::pair<uint16_t, double>>{{4096, 0}, {256, 0}, {256, 0.2}})
            {
                uint32_t bytes = 0;
                const double lost = LostOf(service, payload, loss, &bytes);
                NS_TEST_EXPECT_MSG_GT(bytes, payload, "with headers");
                const double expected = 1 - (1 - loss) * std::pow(1 - 5e-6, 8 * bytes);
                const double bound = 4 * std::sqrt(expected * (1 - expected) / PHASE);
                NS_TEST_EXPECT_MSG_EQ_TOL(lost, expected, bound, payload << " bytes");
            }
        }
    }
};

/** The lowest of several rates is in force, and ends by itself. */
// Clauses: [silent-fault]
class RateTestCase : public TestCase
{
  public:
    RateTestCase()
        : TestCase("rate faults stretch frames; the lowest rate wins, then the old one returns")
    {
    }

  private:
    void DoRun() override
    {
        for (const Service& service : SERVICES)
        {
            ImpairedRig rig(service);
            rig.ShootRow(6, 10000);
            rig.Impair(FaultEffect::RATE, 0.5, 9000, 35000);
            rig.Impair(FaultEffect::RATE, 0.25, 19000, 45000);
            rig.Impair(FaultEffect::RATE, 0.4, 25000, 39000);
            Simulator::Run();
            const double line = 340.960; // ns that a full packet takes at 100 Gb/s
            const double slower[] = {1, 2, 4, 4, 4, 1};
            NS_TEST_ASSERT_MSG_EQ(rig.hits.size(), 6, "none is lost");
            for (uint32_t k = 0; k < 6; ++k)
            {
                const double expected = 10000 * k + line * (slower[k] + 1) + 2 * 20 + 600;
                NS_TEST_EXPECT_MSG_EQ_TOL(rig.hits[k].at.Ps() * 1e-3, expected, 0.01, "" << k);
            }
            NS_TEST_EXPECT_MSG_EQ(rig.heard, 0, "the link looks up");
            Simulator::Destroy();
        }
    }
};

/** A switch that goes down takes the frames that a link that was down already had spared. */
// Clauses: [link-outage]
class SwitchOnLinkTestCase : public TestCase
{
  public:
    SwitchOnLinkTestCase()
        : TestCase("a switch outage on top of a link outage takes what the switch had received")
    {
    }

  private:
    /** @return frames that arrive if the link fails at 500 ns, and the T0 at this time (0: never)
     */
    static std::size_t Survivors(int64_t switchDown, const Service& service)
    {
        ImpairedRig rig(service);
        rig.ShootRow(1, 1000); // received whole at 360.96 ns, admitted at 960.96 ns
        Outage outage;
        outage.down = NanoSeconds(500);
        outage.ports = {rig.link};
        rig.faults.Schedule(outage);
        if (switchDown != 0)
        {
            outage.down = NanoSeconds(switchDown);
            outage.reason = DropReason::SWITCH_DOWN;
            rig.faults.Schedule(outage);
        }
        Simulator::Run();
        const std::size_t arrived = rig.hits.size();
        Simulator::Destroy();
        return arrived;
    }

    void DoRun() override
    {
        for (const Service& service : SERVICES)
        {
            NS_TEST_EXPECT_MSG_EQ(Survivors(0, service), 1, "the link spares it");
            NS_TEST_EXPECT_MSG_EQ(Survivors(700, service), 0, "the switch takes it");
            NS_TEST_EXPECT_MSG_EQ(Survivors(961, service), 1, "it was out of the switch");
        }
    }
};

/** The suite of faults. */
class FaultTestSuite : public TestSuite
{
  public:
    FaultTestSuite()
        : TestSuite("mrc-fault", TestSuite::Type::UNIT)
    {
        AddTestCase(new SilentTestCase);
        AddTestCase(new LossTestCase);
        AddTestCase(new BitErrorTestCase);
        AddTestCase(new SwitchOnLinkTestCase);
        AddTestCase(new RateTestCase);
        for (TestCase* networkCase : FaultNetworkCases())
        {
            AddTestCase(networkCase);
        }
    }
};

FaultTestSuite g_faultTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
