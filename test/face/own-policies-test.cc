/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Admission policies and markers that a user writes. Those here imitate built-in ones, so that the
// fingerprint must be that of the built-in one.

#include "../mrc-thrown-text.h"
#include "../network/no-audit.h"
#include "own-policies.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric-state.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
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

TEST(OwnAdmission, TrimsAsTheBuiltInOne)
{
    const Ptr<LimitPolicyFactory> factory = CreateObject<LimitPolicyFactory>();
    const auto builtIn = FingerprintOfIncast([](FabricHelper&) {});
    EXPECT_EQ(FingerprintOfIncast(PolicySetting("AdmissionFactory", factory)), builtIn);
    factory->part = 2;
    EXPECT_NE(FingerprintOfIncast(PolicySetting("AdmissionFactory", factory)), builtIn);
}

TEST(OwnAdmission, DropsAsTheBuiltInOne)
{
    const Ptr<LimitPolicyFactory> factory = CreateObject<LimitPolicyFactory>();
    factory->otherwise = Verdict::Kind::DROPPED;
    const FabricSetting untrimmed = [](FabricHelper& helper) {
        helper.SetFabricAttribute("Trimming", BooleanValue(false));
    };
    const auto builtIn = FingerprintOfIncast(untrimmed, TRIMS_NOTHING);
    EXPECT_EQ(FingerprintOfIncast(
                  [&](FabricHelper& helper) {
                      untrimmed(helper);
                      PolicySetting("AdmissionFactory", factory)(helper);
                  },
                  TRIMS_NOTHING),
              builtIn);
}

/** Retransmissions have a class of their own. */
void
TwoClasses(FabricHelper& helper)
{
    helper.SetFabricAttribute("DataClasses", StringValue("dscp=2 weight=2"));
}

// Clauses: [data-classes]
TEST(OwnAdmission, KnowsTheClassesOfData)
{
    const Ptr<LimitPolicyFactory> factory = CreateObject<LimitPolicyFactory>();
    factory->byClass = true;
    const auto builtIn = FingerprintOfIncast(TwoClasses);
    EXPECT_NE(FingerprintOfIncast([](FabricHelper&) {}), builtIn);
    const FabricSetting both = [&](FabricHelper& helper) {
        TwoClasses(helper);
        PolicySetting("AdmissionFactory", factory)(helper);
    };
    EXPECT_EQ(FingerprintOfIncast(both), builtIn);
    EXPECT_EQ(factory->classes, 3U) << "first sendings and retransmissions";
    factory->byClass = false;
    EXPECT_NE(FingerprintOfIncast(both), builtIn) << "all data of a port is another limit";
}

// Clauses: [data-classes]
TEST(OwnMarker, SeesTheDepthOfAClass)
{
    const Ptr<StepMarkerFactory> factory = CreateObject<StepMarkerFactory>();
    const FabricSetting step = [](FabricHelper& helper) {
        SetMarkStep(helper);
        TwoClasses(helper);
    };
    EXPECT_EQ(FingerprintOfIncast([&](FabricHelper& helper) {
                  step(helper);
                  PolicySetting("MarkerFactory", factory)(helper);
              }),
              FingerprintOfIncast(step));
}

// Clauses: [data-classes]
TEST(OwnPart, WhatAClassHasForItselfIsNotDecidedTwice)
{
    const auto refusal = [](const char* classes, const FabricSetting& policy) {
        return ThrownText<std::invalid_argument>([&] {
            FingerprintOfIncast([&](FabricHelper& helper) {
                helper.SetFabricAttribute("DataClasses", StringValue(classes));
                policy(helper);
            });
        });
    };
    EXPECT_NE(refusal("dscp=2 limit=90000",
                      PolicySetting("AdmissionFactory", CreateObject<LimitPolicyFactory>()))
                  .find("with limit= and an AdmissionFactory; expected one of the two"),
              std::string::npos);
    EXPECT_NE(refusal("dscp=2 ecn=9000..9000",
                      PolicySetting("MarkerFactory", CreateObject<StepMarkerFactory>()))
                  .find("with ecn= and a MarkerFactory; expected one of the two"),
              std::string::npos);
}

TEST(OwnAdmission, NoVerdictIsAnError)
{
    const Ptr<LimitPolicyFactory> factory = CreateObject<LimitPolicyFactory>();
    factory->otherwise = static_cast<Verdict::Kind>(7);
    ExpectRunError(PolicySetting("AdmissionFactory", factory),
                   "FabricProfile::AdmissionFactory",
                   "QUEUED, TRIMMED or DROPPED");
}

// A user's policy so never stands beside a shared buffer, which would need a limit per queue.
TEST(OwnAdmission, ASharedBufferAdmitsInstead)
{
    const auto refusal = [](const FabricSetting& policy) {
        return ThrownText<std::invalid_argument>([&] {
            FingerprintOfIncast([&](FabricHelper& helper) {
                helper.SetFabricAttribute("BufferSize", UintegerValue(1000000));
                policy(helper);
            });
        });
    };
    EXPECT_NE(refusal(PolicySetting("AdmissionFactory", CreateObject<LimitPolicyFactory>()))
                  .find("a shared buffer (BufferSize) and AdmissionFactory cannot both admit"),
              std::string::npos);
    EXPECT_NE(refusal(PolicySetting("MarkerFactory", CreateObject<StepMarkerFactory>()))
                  .find("queues have no limits that a MarkerFactory could mark by"),
              std::string::npos);
}

TEST(OwnMarker, MarksAsTheBuiltInOne)
{
    const Ptr<StepMarkerFactory> factory = CreateObject<StepMarkerFactory>();
    const auto builtIn = FingerprintOfIncast(SetMarkStep);
    EXPECT_EQ(FingerprintOfIncast([factory](FabricHelper& helper) {
                  SetMarkStep(helper);
                  PolicySetting("MarkerFactory", factory)(helper);
              }),
              builtIn);
    EXPECT_NE(FingerprintOfIncast([](FabricHelper&) {}), builtIn);
}

/** What a policy should not do. */
using Look = std::function<void(PortIndex port, Instant now)>;

/** StepMarker that looks about. */
struct LookingMarker : StepMarker
{
    bool Marks(uint32_t depth, Instant now) override
    {
        look(port, now);
        return StepMarker::Marks(depth, now);
    }

    PortIndex port;
    const Look& look;

    LookingMarker(const PolicySeat& seat, const Look& looking)
        : port(seat.port),
          look(looking)
    {
        threshold = seat.markMinimum;
    }
};

struct LookingMarkerFactory : MarkerFactory
{
    std::unique_ptr<MarkingPolicy> Create(const PolicySeat& seat) const override
    {
        return std::make_unique<LookingMarker>(seat, look);
    }

    bool SharesNothing() const override
    {
        return true;
    }

    Look look;
};

/** Looks at a fabric. */
using FabricLook = void (*)(FabricWatch watch, PortIndex port, Instant now);

/** @return the error of an incast with markers that look, and "of port" the first that was asked */
std::string
ErrorOfMarkersThat(FabricLook look, PortIndex& asked)
{
    Simulator::Destroy();
    const NoAudit lossy;
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    SetMarkStep(helper);
    const auto factory = CreateObject<LookingMarkerFactory>();
    PolicySetting("MarkerFactory", factory)(helper);
    const Ptr<Network> network = helper.Install();
    factory->look = [&](PortIndex port, Instant now) {
        asked = port;
        look(network->Engine().fabric.Onlookers(), port, now);
    };
    PostIncast(*network);
    const std::string error = ThrownText<std::logic_error>([] { Simulator::Run(); });
    const Instant now(Simulator::Now().GetPicoSeconds());
    EXPECT_NO_THROW(network->Engine().fabric.Onlookers().Buffer(0, now))
        << "nobody is asked any more";
    Simulator::Destroy(); // the network goes before audits come back
    return error;
}

// A look has lazy ports go on. While one amid a packet is asked for a mark, the packet behind would
// leave first.
TEST(OwnMarker, MayNotLookAtPorts)
{
    const FabricLook looks[] = {
        [](FabricWatch watch, PortIndex port, Instant now) {
            watch.Backlog(port, TrafficClass::DATA, now);
        },
        [](FabricWatch watch, PortIndex port, Instant now) {
            watch.Backlog(port - 1, TrafficClass::DATA, now);
        },
        [](FabricWatch watch, PortIndex port, Instant now) { watch.SentTrims(port, now); },
        [](FabricWatch watch, PortIndex port, Instant now) { watch.Buffer(port, now); },
        [](FabricWatch watch, PortIndex port, Instant now) { watch.Watch(port, 0, now); },
    };
    PortIndex asked = NO_PORT;
    for (const FabricLook look : looks)
    {
        const std::string error = ErrorOfMarkersThat(look, asked);
        EXPECT_NE(error.find("MarkerFactory at port " + std::to_string(asked) + " looks at a port"),
                  std::string::npos)
            << error;
        EXPECT_NE(error.find("expected Marks to use nothing but its arguments"), std::string::npos)
            << error;
    }
    const FabricLook none = [](FabricWatch, PortIndex, Instant) {};
    EXPECT_EQ(ErrorOfMarkersThat(none, asked), "no error");
}

// Of several threads each has ports, and those of others go on meanwhile.
// Clauses: [several-threads]
TEST(OwnMarker, MayNotLookAtPortsOfOtherThreads)
{
    Simulator::Destroy();
    const NoAudit lossy;
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Threads", UintegerValue(2));
    SetMarkStep(helper);
    const auto factory = CreateObject<LookingMarkerFactory>();
    PolicySetting("MarkerFactory", factory)(helper);
    const Ptr<Network> network = helper.Install();
    const std::vector<ShardIndex> owners = network->Engine().fabric.State().cuts->Cuts()->senders;
    factory->look = [&](PortIndex port, Instant now) {
        const auto other = std::find(owners.begin(), owners.end(), 1 - owners[port]);
        const auto looked = static_cast<PortIndex>(other - owners.begin());
        network->Engine().fabric.Onlookers().Backlog(looked, TrafficClass::DATA, now);
    };
    PostIncast(*network);
    const std::string error = ThrownText<std::logic_error>([] { Simulator::Run(); });
    EXPECT_NE(error.find("looks at a port while a packet leaves"), std::string::npos) << error;
    Simulator::Destroy(); // the network goes before audits come back
}

/** LimitPolicy that looks at its port. */
struct LookingAdmission : LimitPolicy
{
    Verdict::Kind Admit(const DataArrival& arrival) override
    {
        look(port, arrival.now);
        return LimitPolicy::Admit(arrival);
    }

    PortIndex port;
    const Look& look;

    LookingAdmission(const PolicySeat& seat, const Look& looking, uint32_t& asked)
        : LimitPolicy(asked),
          port(seat.port),
          look(looking)
    {
        bytes = seat.dataLimit;
        otherwise = Verdict::Kind::TRIMMED;
        byClass = false;
    }
};

struct LookingAdmissionFactory : AdmissionFactory
{
    std::unique_ptr<AdmissionPolicy> Create(const PolicySeat& seat) const override
    {
        return std::make_unique<LookingAdmission>(seat, look, classes);
    }

    Look look;
    mutable uint32_t classes{0};
};

// A packet that arrives finds its port up to date.
TEST(OwnAdmission, ChangesNothingByALookAtItsPort)
{
    const auto factory = CreateObject<LookingAdmissionFactory>();
    const auto builtIn = FingerprintOfIncast([](FabricHelper&) {});
    uint64_t waiting = 0;
    EXPECT_EQ(FingerprintOfIncast(PolicySetting("AdmissionFactory", factory),
                                  TRIMS_SOME,
                                  [&](Network& network) {
                                      factory->look = [&](PortIndex port, Instant now) {
                                          waiting += network.Engine().fabric.Onlookers().Backlog(
                                              port,
                                              TrafficClass::DATA,
                                              now);
                                      };
                                  }),
              builtIn);
    EXPECT_GT(waiting, 0U);
}

TEST(OwnPart, TakesThePlaceOfThePortsAttributes)
{
    const std::string queues = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/Queue/";
    const std::string cases[][2] = {
        {"DataLimit", "AdmissionFactory"},
        {"EcnMinimum", "MarkerFactory"},
        {"EcnMaximum", "MarkerFactory"},
        {"EcnProbability", "MarkerFactory"},
    };
    for (const auto& [attribute, factory] : cases)
    {
        const std::string path = queues + attribute;
        const StringValue value(attribute == "EcnProbability" ? "0.5" : "100000");
        FabricHelper helper;
        helper.SetTopology(SixNics());
        PolicySetting("AdmissionFactory", CreateObject<LimitPolicyFactory>())(helper);
        PolicySetting("MarkerFactory", CreateObject<StepMarkerFactory>())(helper);
        const Ptr<Network> network = Audited(helper.Install());
        Config::Set(queues + "TrimmedLimit", UintegerValue(100000)); // still counts
        const std::string error = FatalWordsOf([&] { Config::Set(path, value); });
        EXPECT_NE(error.find("ns3::mrc::PortQueue"), std::string::npos) << error;
        EXPECT_NE(error.find("expected ns3::mrc::FabricProfile::" + factory), std::string::npos)
            << error;
        Simulator::Destroy();
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
