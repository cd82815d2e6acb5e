/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A user's own admission policies and markers on several threads do what they do on one.

#include "threads-crowd.h"

#include "ns3/mrc-own-factories.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/pointer.h"

#include <cstdint>
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
        const Crowd crowd(SmallFabric(12, 2, 3, 2), 3, settings);
        EXPECT_EQ(crowd.network->Engine().shards.All().size(), 1U);
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
