/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A user's own admission policies, markers, controllers and transports on several threads do what
// they do on one. Where they may share state threads take turns, or one thread does all.

#include "threads-crowd.h"
#include "threads-turns.h"

#include "ns3/mrc-custom-controller.h"
#include "ns3/mrc-own-factories.h"
#include "ns3/mrc-qp-profile.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-transport-factory.h"
#include "ns3/mrc-transport-maker.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Drops every third packet that finds a full queue, and trims the others. */
class ThirdDropper : public AdmissionPolicy
{
  public:
    explicit ThirdDropper(uint32_t limit)
        : m_limit(limit)
    {
    }

    Verdict::Kind Admit(const DataArrival& arrival) override
    {
        if (arrival.dataWaiting + arrival.bytes <= m_limit)
        {
            return Verdict::Kind::QUEUED;
        }
        return ++m_full % 3 == 0 ? Verdict::Kind::DROPPED : Verdict::Kind::TRIMMED;
    }

  private:
    uint32_t m_limit;
    uint32_t m_full{0};
};

/** Makes these; whether they share anything is given. */
struct ThirdDroppers : AdmissionFactory
{
    explicit ThirdDroppers(bool isAlone)
        : m_isAlone(isAlone)
    {
    }

    std::unique_ptr<AdmissionPolicy> Create(const PolicySeat& seat) const override
    {
        return std::make_unique<ThirdDropper>(seat.dataLimit / 4);
    }

    bool SharesNothing() const override
    {
        return m_isAlone;
    }

  private:
    bool m_isAlone;
};

/** Marks at random where anything waits. */
class CoinMarker : public MarkingPolicy
{
  public:
    explicit CoinMarker(KeyedDraws draws)
        : m_draws(draws)
    {
    }

    bool Marks(uint32_t, Instant) override
    {
        return m_draws.Below(4, m_asked++) == 0;
    }

  private:
    KeyedDraws m_draws;
    uint64_t m_asked{0};
};

/** Makes these; whether they share anything is given. */
struct CoinMarkers : MarkerFactory
{
    explicit CoinMarkers(bool isAlone)
        : m_isAlone(isAlone)
    {
    }

    std::unique_ptr<MarkingPolicy> Create(const PolicySeat& seat) const override
    {
        return std::make_unique<CoinMarker>(seat.draws);
    }

    bool SharesNothing() const override
    {
        return m_isAlone;
    }

  private:
    bool m_isAlone;
};

/** @return has a helper take policies and markers of ours */
Crowd::Settings
WithPolicies(bool isAdmissionAlone, bool isMarkingAlone)
{
    return [=](FabricHelper& helper) {
        helper.SetFabricAttribute("AdmissionFactory",
                                  PointerValue(CreateObject<ThirdDroppers>(isAdmissionAlone)));
        helper.SetFabricAttribute("MarkerFactory",
                                  PointerValue(CreateObject<CoinMarkers>(isMarkingAlone)));
    };
}

/** @return what an incast tells on so many threads */
std::string
IncastTells(uint32_t threads, const Crowd::Settings& settings)
{
    const TopologySpec spec = SmallFabric(12, 2, 3, 2);
    Crowd crowd(spec, threads, settings);
    for (uint32_t nic = 1; nic < spec.nics; ++nic)
    {
        crowd.Post(nic, 0, 150000, 1);
        crowd.Post(nic, (nic + 6) % spec.nics, 100000);
    }
    Simulator::Stop(MilliSeconds(30));
    return crowd.Run();
}

// Clauses: [several-threads]
TEST(ThreadsPolicies, OwnPoliciesDecideAsOnOneThread)
{
    const std::string one = IncastTells(1, WithPolicies(true, true));
    EXPECT_NE(one, IncastTells(1, [](FabricHelper&) {})) << "the policies decide";
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_EQ(IncastTells(threads, WithPolicies(true, true)), one) << threads << " threads";
    }
}

// Clauses: [several-threads]
TEST(ThreadsPolicies, OneThreadDoesAllWhereTheyMayShare)
{
    for (const bool isAdmissionAlone : {false, true})
    {
        const Crowd::Settings settings = WithPolicies(isAdmissionAlone, !isAdmissionAlone);
        EXPECT_EQ(IncastTells(3, settings), IncastTells(1, settings));
        testing::internal::CaptureStderr();
        const Crowd crowd(SmallFabric(12, 2, 3, 2), 3, settings);
        const std::string said = testing::internal::GetCapturedStderr();
        EXPECT_EQ(crowd.network->Engine().shards.All().size(), 1U);
        EXPECT_EQ(
            said,
            std::string("mrc: one thread of 3 does all because of ns3::mrc::FabricProfile::") +
                (isAdmissionAlone ? "MarkerFactory (its markers"
                                  : "AdmissionFactory (its policies") +
                " may share state, as SharesNothing says)\n");
    }
}

/** A window that grows and shrinks by a count, its own or that of all windows. */
class CountedWindow : public CustomController
{
  public:
    CountedWindow(const ControllerSetup& setup, uint32_t* shared)
        : CustomController(setup),
          m_count(shared == nullptr ? &m_own : shared)
    {
    }

    void OnAck(const AckEvent&) override
    {
        SetWindow(Setup().maxWindow * (4 + (*m_count)++ % 8) / 16);
    }

  private:
    uint32_t m_own{0};
    uint32_t* m_count;
};

/** Makes these, and says whether they share a count. */
struct CountedWindows : ControllerFactory
{
    explicit CountedWindows(bool share)
        : m_share(share)
    {
    }

    std::unique_ptr<CustomController> Create(const ControllerSetup& setup) const override
    {
        return std::make_unique<CountedWindow>(setup, m_share ? &m_count : nullptr);
    }

    bool SharesNothing() const override
    {
        return !m_share;
    }

  private:
    bool m_share;
    mutable uint32_t m_count{0};
};

/** Makes queue pairs of RoCEv2 with two settings in turns: which has which is shared. */
class TurningMaker : public TransportMaker
{
  public:
    TurningMaker()
        : m_makers{MakerOf("8192"), MakerOf("60000")}
    {
    }

    void Check(const ConnectionParameters& parameters) const override
    {
        m_makers[0]->Check(parameters);
    }

    TransportSides Make(const ConnectionParameters& parameters,
                        QueuePairObserver& observer) const override
    {
        return m_makers[m_made++ % 2]->Make(parameters, observer);
    }

    uint32_t ExtensionBytesOfData() const override
    {
        return m_makers[0]->ExtensionBytesOfData();
    }

  private:
    static std::shared_ptr<const TransportMaker> MakerOf(const char* window)
    {
        ObjectFactory factory("ns3::mrc::RoceTransport");
        factory.Set("Window", StringValue(window));
        return factory.Create<TransportFactory>()->Maker();
    }

    std::shared_ptr<const TransportMaker> m_makers[2];
    mutable uint32_t m_made{0};
};

/** Names that maker. */
struct TurningTransport : TransportFactory
{
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::TurningTransport")
                                .SetParent<TransportFactory>()
                                .AddConstructor<TurningTransport>();
        return tid;
    }

    std::shared_ptr<const TransportMaker> Maker() const override
    {
        return m_maker;
    }

  private:
    std::shared_ptr<const TransportMaker> m_maker = std::make_shared<TurningMaker>();
};

NS_OBJECT_ENSURE_REGISTERED(TurningTransport);

/** Sets more of a helper, anew for each run. */
using SettingsMaker = std::function<Crowd::Settings()>;

/** @return what is told of such a run; a transport is that of some more queue pairs */
TurnsRun
OwnPartsRun(const SettingsMaker& make, bool hasOthers = false)
{
    return [make, hasOthers](uint32_t threads, Turns& turns) {
        Crowd crowd(TurnsFabric(), threads, make());
        crowd.network->ScheduleFaults("t1:0.1@25us..90us,link:1.2.2/loss=1%@10us");
        PostAcross(crowd);
        const auto profile = CreateObject<QpProfile>();
        profile->SetAttribute("Transport", StringValue("ns3::mrc::TurningTransport"));
        for (uint32_t nic = 0; hasOthers && nic < 12; ++nic)
        {
            crowd.network->Connect(nic, (nic + 5) % 12, {profile, profile})->Write(200000);
        }
        Simulator::Stop(MilliSeconds(30));
        crowd.Run();
        turns = TurnsOf(crowd);
        return crowd.told.str();
    };
}

/** @return has all queue pairs have such windows */
SettingsMaker
Windows(bool share)
{
    return [share] {
        return [factory = CreateObject<CountedWindows>(share)](FabricHelper& helper) {
            helper.SetCcAttribute("AlgorithmFactory", PointerValue(factory));
        };
    };
}

/** @return has all queue pairs be of that transport */
Crowd::Settings
WithTurningTransport()
{
    return [](FabricHelper& helper) {
        helper.SetQpAttribute("Transport", StringValue("ns3::mrc::TurningTransport"));
    };
}

Crowd::Settings
WithoutSettings()
{
    return [](FabricHelper&) {};
}

// Clauses: [several-threads]
TEST(ThreadsOwnParts, ControllersMayShareState)
{
    ExpectTurns(Turns::NEVER,
                OwnPartsRun(Windows(true)),
                "windows that share: one thread does all");
    ExpectTurns(Turns::NEVER, OwnPartsRun(Windows(false)), "windows that share nothing");
    Turns turns{};
    EXPECT_NE(OwnPartsRun(Windows(true))(1, turns), OwnPartsRun(Windows(false))(1, turns))
        << "the count decides";
}

// Clauses: [several-threads]
TEST(ThreadsOwnParts, OneThreadDoesAllWhereControllersMayShare)
{
    for (const bool share : {false, true})
    {
        const Crowd crowd(TurnsFabric(), 3, Windows(share)());
        EXPECT_EQ(crowd.network->Engine().shards.All().size(), share ? 1U : 3U);
    }
}

// Clauses: [several-threads]
TEST(ThreadsOwnParts, TransportsMayShareState)
{
    ExpectTurns(Turns::ALWAYS, OwnPartsRun(WithoutSettings, true), "a transport of some");
    ExpectTurns(Turns::NEVER, OwnPartsRun(WithTurningTransport), "a transport of all");
    const Crowd crowd(TurnsFabric(), 3, WithTurningTransport());
    EXPECT_EQ(crowd.network->Engine().shards.All().size(), 1U);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
