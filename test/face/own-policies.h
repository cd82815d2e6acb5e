/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OWN_POLICIES_H
#define MRC_OWN_POLICIES_H

#include "../mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/mrc-own-factories.h"
#include "ns3/pointer.h"

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

/** What a script sets. */
using FabricSetting = std::function<void(FabricHelper&)>;

/** Whether a run should trim. */
enum Trims
{
    TRIMS_NOTHING,
    TRIMS_SOME,
};

/**
 * @param setting of the fabric
 * @param expected whether the run should trim
 * @param prepare is called with the network before the run
 * @return the fingerprint of an incast that trims and marks, with a setting
 */
inline uint64_t
FingerprintOfIncast(
    const FabricSetting& setting,
    Trims expected = TRIMS_SOME,
    const std::function<void(Network&)>& prepare = [](Network&) {})
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    setting(helper);
    const Ptr<Network> network = helper.Install();
    prepare(*network);
    PostIncast(*network);
    Simulator::Run();
    RequireConservationOf(network); // an error ends a run amid an event
    const uint64_t fingerprint = network->Engine().fabric.Tally().Fingerprint();
    EXPECT_EQ(SumOf(*network, &PortCounters::trims) > 0, expected == TRIMS_SOME);
    Simulator::Destroy();
    return fingerprint;
}

/** @return the words of the fatal error in which a call ends, or "nothing" */
inline std::string
FatalWordsOf(const std::function<void()>& call)
{
    const FatalErrorsThrow thrower;
    try
    {
        call();
    }
    catch (const FatalError& error)
    {
        return error.what();
    }
    return "nothing";
}

/** Trims beyond a limit, as TrimQueue. */
struct LimitPolicy : AdmissionPolicy
{
    Verdict::Kind Admit(const DataArrival& arrival) override
    {
        const uint32_t waiting = byClass ? arrival.classWaiting : arrival.dataWaiting;
        const bool fits = waiting + arrival.bytes <= bytes;
        classes |= 1U << arrival.dataClass;
        return fits ? Verdict::Kind::QUEUED : otherwise;
    }

    uint32_t bytes;
    Verdict::Kind otherwise;
    bool byClass;
    uint32_t& classes; //!< that were asked about, 2^number each

    explicit LimitPolicy(uint32_t& asked)
        : classes(asked)
    {
    }
};

struct LimitPolicyFactory : AdmissionFactory
{
    std::unique_ptr<AdmissionPolicy> Create(const PolicySeat& seat) const override
    {
        auto policy = std::make_unique<LimitPolicy>(classes);
        policy->bytes = seat.dataLimit / part;
        policy->otherwise = otherwise;
        policy->byClass = byClass;
        return policy;
    }

    bool byClass{false};
    mutable uint32_t classes{0};
    uint32_t part{1};
    Verdict::Kind otherwise{Verdict::Kind::TRIMMED};
};

/** Marks beyond a depth, as EcnMarker does with its maximum as minimum. */
struct StepMarker : MarkingPolicy
{
    bool Marks(uint32_t depth, Instant) override
    {
        return depth > threshold;
    }

    uint32_t threshold;
};

struct StepMarkerFactory : MarkerFactory
{
    std::unique_ptr<MarkingPolicy> Create(const PolicySeat& seat) const override
    {
        auto marker = std::make_unique<StepMarker>();
        marker->threshold = seat.markMinimum;
        return marker;
    }
};

/** @return the setting of an attribute of the fabric to a factory */
inline FabricSetting
PolicySetting(const std::string& name, Ptr<Object> factory)
{
    return [name, factory](FabricHelper& helper) {
        helper.SetFabricAttribute(name, PointerValue(factory));
    };
}

/** Expects a run to end in an error that has all of these words. */
inline void
ExpectRunError(const FabricSetting& setting,
               const std::string& attribute,
               const std::string& expected)
{
    const std::string error = FatalWordsOf([&] { FingerprintOfIncast(setting); });
    EXPECT_NE(error.find("ns3::mrc::" + attribute), std::string::npos) << error;
    EXPECT_NE(error.find("expected " + expected), std::string::npos) << error;
}

/** @return the change that sets a step of marks at every port of a switch */
inline void
SetMarkStep(FabricHelper& helper)
{
    helper.SetFabricAttribute("EcnMinimum", DoubleValue(0.2));
    helper.SetFabricAttribute("EcnMaximum", DoubleValue(0.2));
    helper.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_OWN_POLICIES_H */
