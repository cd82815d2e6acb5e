/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Errors of a user's markers at departures that are decided at the end of a window, beside others.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "no-audit.h"
#include "threads-turns.h"

#include "ns3/mrc-own-factories.h"
#include "ns3/mrc-queue-policy.h"
#include "ns3/mrc-tick.h"
#include "ns3/mrc-topology.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** When policies fail, by port. */
using Failures = std::map<PortIndex, Instant>;

/** The error of one port's policy, from some instant on. */
class LateError
{
  public:
    LateError(const char* policy, const Failures& failures, PortIndex port)
        : m_name(policy + (" of port " + std::to_string(port)))
    {
        const auto found = failures.find(port);
        m_from = found == failures.end() ? Instant::Never() : found->second;
    }

    /** @param now the instant for which the policy is asked */
    void ThrowAt(Instant now) const
    {
        if (now >= m_from)
        {
            throw std::invalid_argument(m_name + " at " + std::to_string(now.Ps()));
        }
    }

  private:
    std::string m_name; //!< of the policy
    Instant m_from;
};

/** Marks nothing, and fails from some instant on. */
class LateMarker : public MarkingPolicy
{
  public:
    LateMarker(const Failures& failures, PortIndex port)
        : m_error("marker", failures, port)
    {
    }

    bool Marks(uint32_t, Instant now) override
    {
        m_error.ThrowAt(now);
        return false;
    }

  private:
    LateError m_error;
};

/** Admits all, and fails from some instant on. */
class LateAdmission : public AdmissionPolicy
{
  public:
    LateAdmission(const Failures& failures, PortIndex port)
        : m_error("admission", failures, port)
    {
    }

    Verdict::Kind Admit(const DataArrival& arrival) override
    {
        m_error.ThrowAt(arrival.now);
        return Verdict::Kind::QUEUED;
    }

  private:
    LateError m_error;
};

/** Makes policies that fail. */
template <typename Factory, typename Policy, typename Late>
struct LateFactory : Factory
{
    std::unique_ptr<Policy> Create(const PolicySeat& seat) const override
    {
        return std::make_unique<Late>(failures, seat.port);
    }

    bool SharesNothing() const override
    {
        return true;
    }

    Failures failures;
};

using LateMarkerFactory = LateFactory<MarkerFactory, MarkingPolicy, LateMarker>;
using LateAdmissionFactory = LateFactory<AdmissionFactory, AdmissionPolicy, LateAdmission>;

/** @return two T0s below one T1 in two planes, two NICs each: uplinks are slower than both */
TopologySpec
NarrowFabric()
{
    return SmallFabric(4, 2, 1, 2);
}

/** @return the port of a T0 that leads up */
PortIndex
UplinkOf(uint32_t t0, PlaneId plane)
{
    return Topology(NarrowFabric()).PortAt({PortKind::T0_UP, plane, t0, 0});
}

/** @return the port of a T0 that leads down to its first NIC */
PortIndex
DownlinkOf(uint32_t t0, PlaneId plane)
{
    return Topology(NarrowFabric()).PortAt({PortKind::T0_DOWN, plane, t0, 0});
}

/** Policies that fail. */
struct Policies
{
    Failures markers;
    Failures admissions;
    bool takesTurns{false}; //!< whether threads do, for a link has a model
};

/** The first error of a run. */
struct ToldError
{
    std::string policy; //!< that has failed
    Instant asked;      //!< when
    Time now;           //!< the time behind the run
};

/** @return the first error where both NICs of a T0 send across, and later one of the other T0 */
ToldError
ErrorOf(const Policies& policies, uint32_t t0, uint32_t threads, Time later)
{
    Simulator::Destroy();
    const NoAudit lossy;
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(NarrowFabric());
    const auto markers = CreateObject<LateMarkerFactory>();
    markers->failures = policies.markers;
    helper.SetFabricAttribute("MarkerFactory", PointerValue(markers));
    const auto admissions = CreateObject<LateAdmissionFactory>();
    admissions->failures = policies.admissions;
    helper.SetFabricAttribute("AdmissionFactory", PointerValue(admissions));
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    const Ptr<Network> network = helper.Install();
    if (policies.takesTurns)
    {
        network->GetFaces().Create();
        const Ptr<Channel> link = network->GetFaces().PortAt(0)->GetChannel();
        link->SetAttribute("ErrorModelUp", PointerValue(LossyModel(0))); // takes nothing
    }
    const uint32_t other = 2 * (1 - t0);
    for (const uint32_t nic : {0, 1})
    {
        network->Connect(2 * t0 + nic, other + nic)->Write(80000);
    }
    const Ptr<Qp> late = network->Connect(other, 2 * t0);
    Simulator::Schedule(later, [&late] { late->Write(20000); });
    const std::string text = ThrownText<std::invalid_argument>([] { Simulator::Run(); });
    const Time now = Simulator::Now();
    Simulator::Destroy(); // the network goes before audits come back
    const std::size_t at = text.find(" at ");
    if (at == std::string::npos)
    {
        return {text, Instant(), now};
    }
    return {text.substr(0, at), Instant(std::stoll(text.substr(at + 4))), now};
}

constexpr uint32_t BUSY_T0 = 1; //!< all switches but this one are of the first thread

/**
 * Expects the first of two errors: of a marker at a departure, and of an admission so much later.
 *
 * @param from when markers fail
 * @param beside the port with admissions that fail
 * @param takesTurns whether threads do
 */
void
ExpectFirst(Instant from, PortIndex beside, bool takesTurns)
{
    const PortIndex queue = UplinkOf(BUSY_T0, 0);
    const Policies marker{{{queue, from}}, {}, takesTurns};
    const ToldError swept = ErrorOf(marker, BUSY_T0, 2, MicroSeconds(50));
    EXPECT_EQ(swept.policy, "marker of port " + std::to_string(queue));
    if (!takesTurns)
    {
        EXPECT_EQ(swept.now.GetTimeStep(), TickOf(swept.asked));
    }
    const Policies admission{{}, {{beside, Instant()}}};
    const ToldError base = ErrorOf(admission, BUSY_T0, 1, Time());
    EXPECT_EQ(base.policy, "admission of port " + std::to_string(beside));
    const Policies both{marker.markers, admission.admissions, takesTurns};
    for (const int64_t ns : {-500, -300, -100, -50, 50, 200, 400, 600})
    {
        const Time later = ToTime(swept.asked) - ToTime(base.asked) + NanoSeconds(ns);
        const std::string expected = ns < 0 ? base.policy : swept.policy;
        EXPECT_EQ(ErrorOf(both, BUSY_T0, 2, later).policy, expected)
            << ns << " ns behind the departure at " << swept.asked.Ps();
        // One thread decides the departure at the next touch of the port, within a packet's time.
        if (ns < 0 || ns > 350)
        {
            EXPECT_EQ(ErrorOf(both, BUSY_T0, 1, later).policy, expected)
                << ns << " ns on one thread";
        }
    }
}

/** As above, of several departures. */
void
ExpectFirstOfSome(PortIndex beside, bool takesTurns)
{
    // All of the burst has been queued, and no packet arrives at the queue any more.
    for (int64_t from = 9000; from < 9600; from += 150)
    {
        ExpectFirst(Instant() + Nanos(from), beside, takesTurns);
    }
}

// A sweep decides departures when the events of the window are over. Each counts as if there had
// been an event for it.
// Clauses: [several-threads]
TEST(ThreadsSweptErrors, CountFromTheDeparture)
{
    ExpectFirstOfSome(UplinkOf(1 - BUSY_T0, 0), false);
}

// Clauses: [several-threads]
TEST(ThreadsSweptErrors, ComeBeforeThoseOfTheSameThread)
{
    ExpectFirstOfSome(DownlinkOf(BUSY_T0, 0), false);
}

// Clauses: [several-threads]
TEST(ThreadsSweptErrors, ComeInOrderWhereThreadsTakeTurns)
{
    ExpectFirstOfSome(UplinkOf(1 - BUSY_T0, 0), true);
    ExpectFirstOfSome(DownlinkOf(BUSY_T0, 0), true);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
