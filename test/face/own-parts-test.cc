/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Selectors, controllers, admission policies and markers that a user writes. Those here imitate
// built-in ones, so that the fingerprint must be that of the built-in one.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/mrc-own-factories.h"
#include "ns3/pointer.h"

#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using Setting = std::function<void(FabricHelper&)>;

/** Whether a run should trim. */
enum Trims
{
    TRIMS_NOTHING,
    TRIMS_SOME,
};

/** @return the fingerprint of an incast that trims and marks, with a setting */
uint64_t
FingerprintWith(const Setting& setting, Trims expected = TRIMS_SOME)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SixNics());
    setting(helper);
    const Ptr<Network> network = helper.Install();
    test::PostIncast(*network);
    Simulator::Run();
    test::RequireConservationOf(network); // an error ends a run amid an event
    const uint64_t fingerprint = network->Engine().fabric.Tally().Fingerprint();
    EXPECT_EQ(test::SumOf(*network, &PortCounters::trims) > 0, expected == TRIMS_SOME);
    Simulator::Destroy();
    return fingerprint;
}

/** @return the words of the fatal error in which a call ends, or "nothing" */
std::string
Said(const std::function<void()>& call)
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

/** Draws as RandomSelector does, and adds a number that should be 0. */
struct Drawing : CustomSelector
{
    uint32_t Choose(const PathSeats& paths, PlaneId plane, Instant) override
    {
        return draws.Below(paths.Usable(plane), drawn++) + beyond;
    }

    KeyedDraws draws;
    uint32_t beyond{0};
    uint64_t drawn{0};
};

struct DrawingFactory : SelectorFactory
{
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::DrawingFactory")
                                .SetParent<SelectorFactory>()
                                .AddConstructor<DrawingFactory>()
                                .AddAttribute("Beyond",
                                              "Added to each choice",
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&DrawingFactory::beyond),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

    std::unique_ptr<CustomSelector> Create(KeyedDraws draws) const override
    {
        ++made;
        auto selector = std::make_unique<Drawing>();
        selector->draws = draws;
        selector->beyond = beyond;
        return selector;
    }

    uint32_t beyond;
    mutable uint32_t made{0};
};

NS_OBJECT_ENSURE_REGISTERED(DrawingFactory);

/** A window that does not change, as CcAlgorithm::FIXED. */
struct Constant : CustomController
{
    Constant(const ControllerSetup& setup, double factor)
        : CustomController(setup)
    {
        SetWindow(factor * setup.maxWindow);
    }

    void OnAck(const AckEvent&) override
    {
    }
};

struct ConstantFactory : ControllerFactory
{
    std::unique_ptr<CustomController> Create(const ControllerSetup& setup) const override
    {
        ++made;
        return std::make_unique<Constant>(setup, factor);
    }

    double factor{1};
    mutable uint32_t made{0};
};

/** Trims beyond a limit, as TrimQueue. */
struct Limit : AdmissionPolicy
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

    explicit Limit(uint32_t& asked)
        : classes(asked)
    {
    }
};

struct LimitFactory : AdmissionFactory
{
    std::unique_ptr<AdmissionPolicy> Create(const PolicySeat& seat) const override
    {
        auto policy = std::make_unique<Limit>(classes);
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
struct Step : MarkingPolicy
{
    bool Marks(uint32_t depth, Instant) override
    {
        return depth > threshold;
    }

    uint32_t threshold;
};

struct StepFactory : MarkerFactory
{
    std::unique_ptr<MarkingPolicy> Create(const PolicySeat& seat) const override
    {
        auto marker = std::make_unique<Step>();
        marker->threshold = seat.markMinimum;
        return marker;
    }
};

/** Makes nothing. */
template <class Factory, class Product, class Setup>
struct Idle : Factory
{
    std::unique_ptr<Product> Create(Setup) const override
    {
        return nullptr;
    }
};

/** @return the setting of the factory of a selector */
Setting
SelectorOf(Ptr<SelectorFactory> factory)
{
    return [factory](FabricHelper& helper) {
        helper.SetEvAttribute("SelectorFactory", PointerValue(factory));
    };
}

/** @return the setting of the factory of a controller */
Setting
ControllerOf(Ptr<ControllerFactory> factory)
{
    return [factory](FabricHelper& helper) {
        helper.SetCcAttribute("AlgorithmFactory", PointerValue(factory));
    };
}

/** @return the setting of an attribute of the fabric to a factory */
Setting
PolicyOf(const std::string& name, Ptr<Object> factory)
{
    return [name, factory](FabricHelper& helper) {
        helper.SetFabricAttribute(name, PointerValue(factory));
    };
}

/** Expects a run to end in an error that has all of these words. */
void
ExpectError(const Setting& setting, const std::string& attribute, const std::string& expected)
{
    const std::string error = Said([&] { FingerprintWith(setting); });
    EXPECT_NE(error.find("ns3::mrc::" + attribute), std::string::npos) << error;
    EXPECT_NE(error.find("expected " + expected), std::string::npos) << error;
}

/** @return the change that sets a step of marks at every port of a switch */
void
SetStep(FabricHelper& helper)
{
    helper.SetFabricAttribute("EcnMinimum", DoubleValue(0.2));
    helper.SetFabricAttribute("EcnMaximum", DoubleValue(0.2));
    helper.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
}

TEST(OwnSelector, DrawsAsTheBuiltInOne)
{
    const auto builtIn = FingerprintWith(
        [](FabricHelper& helper) { helper.SetEvAttribute("Selector", StringValue("Random")); });
    const Ptr<DrawingFactory> factory = CreateObject<DrawingFactory>();
    EXPECT_EQ(FingerprintWith(SelectorOf(factory)), builtIn);
    EXPECT_EQ(factory->made, 10U); // one for each end of five queue pairs
    EXPECT_NE(FingerprintWith([](FabricHelper&) {}), builtIn);
}

TEST(OwnSelector, IsChosenByAText)
{
    const auto pointer = FingerprintWith(SelectorOf(CreateObject<DrawingFactory>()));
    EXPECT_EQ(FingerprintWith([](FabricHelper& helper) {
                  helper.SetEvAttribute("SelectorFactory",
                                        StringValue("ns3::mrc::DrawingFactory[Beyond=0]"));
              }),
              pointer);
}

TEST(OwnSelector, ChoiceOfNoEvIsAnError)
{
    const Ptr<DrawingFactory> factory = CreateObject<DrawingFactory>();
    factory->beyond = 100000;
    ExpectError(SelectorOf(factory), "EvProfile::SelectorFactory chose EV 1000", "a number below");
}

TEST(OwnController, HoldsAWindowAsTheBuiltInOne)
{
    const Ptr<ConstantFactory> factory = CreateObject<ConstantFactory>();
    const auto builtIn = FingerprintWith(
        [](FabricHelper& helper) { helper.SetCcAttribute("Algorithm", StringValue("fixed")); });
    EXPECT_EQ(FingerprintWith(ControllerOf(factory)), builtIn);
    EXPECT_EQ(factory->made, 10U); // one for each end of five queue pairs
    factory->factor = 0.5;
    EXPECT_NE(FingerprintWith(ControllerOf(factory)), builtIn);
}

TEST(OwnController, HasOneInstanceForASharedWindow)
{
    const Ptr<ConstantFactory> factory = CreateObject<ConstantFactory>();
    FabricHelper helper;
    helper.SetTopology(test::SixNics());
    ControllerOf(factory)(helper);
    helper.SetCcAttribute("Scope", StringValue("Destination"));
    const Ptr<Network> network = test::Audited(helper.Install());
    for (uint32_t i = 0; i < 3; ++i)
    {
        network->Connect(1, 0)->Write(4096);
    }
    Simulator::Run();
    EXPECT_EQ(factory->made, 2U); // from NIC 1 to NIC 0, and back
    Simulator::Destroy();
}

TEST(OwnController, WindowThatIsNoneIsAnError)
{
    using Limits = std::numeric_limits<double>;
    for (const double factor : {-1.0, Limits::quiet_NaN(), Limits::infinity(), 1e300})
    {
        const Ptr<ConstantFactory> factory = CreateObject<ConstantFactory>();
        factory->factor = factor;
        ExpectError(ControllerOf(factory),
                    "CcProfile::AlgorithmFactory sets a window of ",
                    "a finite number, at least 0");
    }
}

TEST(OwnAdmission, TrimsAsTheBuiltInOne)
{
    const Ptr<LimitFactory> factory = CreateObject<LimitFactory>();
    const auto builtIn = FingerprintWith([](FabricHelper&) {});
    EXPECT_EQ(FingerprintWith(PolicyOf("AdmissionFactory", factory)), builtIn);
    factory->part = 2;
    EXPECT_NE(FingerprintWith(PolicyOf("AdmissionFactory", factory)), builtIn);
}

TEST(OwnAdmission, DropsAsTheBuiltInOne)
{
    const Ptr<LimitFactory> factory = CreateObject<LimitFactory>();
    factory->otherwise = Verdict::Kind::DROPPED;
    const Setting untrimmed = [](FabricHelper& helper) {
        helper.SetFabricAttribute("Trimming", BooleanValue(false));
    };
    const auto builtIn = FingerprintWith(untrimmed, TRIMS_NOTHING);
    EXPECT_EQ(FingerprintWith(
                  [&](FabricHelper& helper) {
                      untrimmed(helper);
                      PolicyOf("AdmissionFactory", factory)(helper);
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
    const Ptr<LimitFactory> factory = CreateObject<LimitFactory>();
    factory->byClass = true;
    const auto builtIn = FingerprintWith(TwoClasses);
    EXPECT_NE(FingerprintWith([](FabricHelper&) {}), builtIn);
    const Setting both = [&](FabricHelper& helper) {
        TwoClasses(helper);
        PolicyOf("AdmissionFactory", factory)(helper);
    };
    EXPECT_EQ(FingerprintWith(both), builtIn);
    EXPECT_EQ(factory->classes, 3U) << "first sendings and retransmissions";
    factory->byClass = false;
    EXPECT_NE(FingerprintWith(both), builtIn) << "all data of a port is another limit";
}

// Clauses: [data-classes]
TEST(OwnMarker, SeesTheDepthOfAClass)
{
    const Ptr<StepFactory> factory = CreateObject<StepFactory>();
    const Setting step = [](FabricHelper& helper) {
        SetStep(helper);
        TwoClasses(helper);
    };
    EXPECT_EQ(FingerprintWith([&](FabricHelper& helper) {
                  step(helper);
                  PolicyOf("MarkerFactory", factory)(helper);
              }),
              FingerprintWith(step));
}

// Clauses: [data-classes]
TEST(OwnPart, WhatAClassHasForItselfIsNotDecidedTwice)
{
    const auto refusal = [](const char* classes, const Setting& policy) {
        return test::ThrownText<std::invalid_argument>([&] {
            FingerprintWith([&](FabricHelper& helper) {
                helper.SetFabricAttribute("DataClasses", StringValue(classes));
                policy(helper);
            });
        });
    };
    EXPECT_NE(
        refusal("dscp=2 limit=90000", PolicyOf("AdmissionFactory", CreateObject<LimitFactory>()))
            .find("with limit= and an AdmissionFactory; expected one of the two"),
        std::string::npos);
    EXPECT_NE(
        refusal("dscp=2 ecn=9000..9000", PolicyOf("MarkerFactory", CreateObject<StepFactory>()))
            .find("with ecn= and a MarkerFactory; expected one of the two"),
        std::string::npos);
}

TEST(OwnAdmission, NoVerdictIsAnError)
{
    const Ptr<LimitFactory> factory = CreateObject<LimitFactory>();
    factory->otherwise = static_cast<Verdict::Kind>(7);
    ExpectError(PolicyOf("AdmissionFactory", factory),
                "FabricProfile::AdmissionFactory",
                "QUEUED, TRIMMED or DROPPED");
}

// A user's policy so never stands beside a shared buffer, which would need a limit per queue.
TEST(OwnAdmission, ASharedBufferAdmitsInstead)
{
    const auto refusal = [](const Setting& policy) {
        return test::ThrownText<std::invalid_argument>([&] {
            FingerprintWith([&](FabricHelper& helper) {
                helper.SetFabricAttribute("BufferSize", UintegerValue(1000000));
                policy(helper);
            });
        });
    };
    EXPECT_NE(refusal(PolicyOf("AdmissionFactory", CreateObject<LimitFactory>()))
                  .find("a shared buffer (BufferSize) and AdmissionFactory cannot both admit"),
              std::string::npos);
    EXPECT_NE(refusal(PolicyOf("MarkerFactory", CreateObject<StepFactory>()))
                  .find("queues have no limits that a MarkerFactory could mark by"),
              std::string::npos);
}

TEST(OwnMarker, MarksAsTheBuiltInOne)
{
    const Ptr<StepFactory> factory = CreateObject<StepFactory>();
    const auto builtIn = FingerprintWith(SetStep);
    EXPECT_EQ(FingerprintWith([factory](FabricHelper& helper) {
                  SetStep(helper);
                  PolicyOf("MarkerFactory", factory)(helper);
              }),
              builtIn);
    EXPECT_NE(FingerprintWith([](FabricHelper&) {}), builtIn);
}

TEST(OwnPart, MadeOfNothingIsAnError)
{
    using NoSelector = Idle<SelectorFactory, CustomSelector, KeyedDraws>;
    using NoController = Idle<ControllerFactory, CustomController, const ControllerSetup&>;
    using NoAdmission = Idle<AdmissionFactory, AdmissionPolicy, const PolicySeat&>;
    using NoMarker = Idle<MarkerFactory, MarkingPolicy, const PolicySeat&>;
    ExpectError(SelectorOf(CreateObject<NoSelector>()),
                "EvProfile::SelectorFactory made nothing",
                "a selector");
    ExpectError(ControllerOf(CreateObject<NoController>()),
                "CcProfile::AlgorithmFactory made nothing",
                "a controller");
    ExpectError(PolicyOf("AdmissionFactory", CreateObject<NoAdmission>()),
                "FabricProfile::AdmissionFactory made nothing",
                "a policy");
    ExpectError(PolicyOf("MarkerFactory", CreateObject<NoMarker>()),
                "FabricProfile::MarkerFactory made nothing",
                "a policy");
}

TEST(OwnPart, FactoryThatIsNoneIsRefused)
{
    using Setter = void (FabricHelper::*)(const std::string&, const AttributeValue&);

    struct Row
    {
        Setter set;
        std::string profile;
        std::string attribute;
        std::string factory;
    };

    const std::vector<Row> rows = {
        {&FabricHelper::SetEvAttribute, "EvProfile", "SelectorFactory", "SelectorFactory"},
        {&FabricHelper::SetCcAttribute, "CcProfile", "AlgorithmFactory", "ControllerFactory"},
        {&FabricHelper::SetFabricAttribute,
         "FabricProfile",
         "AdmissionFactory",
         "AdmissionFactory"},
        {&FabricHelper::SetFabricAttribute, "FabricProfile", "MarkerFactory", "MarkerFactory"},
    };
    for (const Row& row : rows)
    {
        for (const char* text : {"", "5", "ns3::Nobody", "ns3::mrc::QpProfile"})
        {
            FabricHelper helper;
            std::string error = "nothing";
            try
            {
                (helper.*row.set)(row.attribute, StringValue(text));
            }
            catch (const std::invalid_argument& refused)
            {
                error = refused.what();
            }
            const std::string name = "ns3::mrc::" + row.profile + "::" + row.attribute + " = ";
            EXPECT_EQ(error.find(name + "'" + text + "'; expected "), 0U) << error;
            EXPECT_NE(error.find("ns3::mrc::" + row.factory), std::string::npos) << error;
        }
    }
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
        helper.SetTopology(test::SixNics());
        PolicyOf("AdmissionFactory", CreateObject<LimitFactory>())(helper);
        PolicyOf("MarkerFactory", CreateObject<StepFactory>())(helper);
        const Ptr<Network> network = test::Audited(helper.Install());
        Config::Set(queues + "TrimmedLimit", UintegerValue(100000)); // still counts
        const std::string error = Said([&] { Config::Set(path, value); });
        EXPECT_NE(error.find("ns3::mrc::PortQueue"), std::string::npos) << error;
        EXPECT_NE(error.find("expected ns3::mrc::FabricProfile::" + factory), std::string::npos)
            << error;
        Simulator::Destroy();
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
