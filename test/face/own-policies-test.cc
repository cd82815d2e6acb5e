/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Admission policies and markers that a user writes. Those here imitate built-in ones, so that the
// fingerprint must be that of the built-in one.

#include "../mrc-thrown-text.h"
#include "own-policies.h"

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
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
