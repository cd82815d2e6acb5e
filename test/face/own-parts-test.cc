/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Selectors and controllers that a user writes, and factories that are none. Those here imitate
// built-in ones, so that the fingerprint must be that of the built-in one.

#include "own-policies.h"

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
namespace test
{
namespace
{

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
FabricSetting
SelectorOf(Ptr<SelectorFactory> factory)
{
    return [factory](FabricHelper& helper) {
        helper.SetEvAttribute("SelectorFactory", PointerValue(factory));
    };
}

/** @return the setting of the factory of a controller */
FabricSetting
ControllerOf(Ptr<ControllerFactory> factory)
{
    return [factory](FabricHelper& helper) {
        helper.SetCcAttribute("AlgorithmFactory", PointerValue(factory));
    };
}

TEST(OwnSelector, DrawsAsTheBuiltInOne)
{
    const auto builtIn = FingerprintOfIncast(
        [](FabricHelper& helper) { helper.SetEvAttribute("Selector", StringValue("Random")); });
    const Ptr<DrawingFactory> factory = CreateObject<DrawingFactory>();
    EXPECT_EQ(FingerprintOfIncast(SelectorOf(factory)), builtIn);
    EXPECT_EQ(factory->made, 10U); // one for each end of five queue pairs
    EXPECT_NE(FingerprintOfIncast([](FabricHelper&) {}), builtIn);
}

TEST(OwnSelector, IsChosenByAText)
{
    const auto pointer = FingerprintOfIncast(SelectorOf(CreateObject<DrawingFactory>()));
    EXPECT_EQ(FingerprintOfIncast([](FabricHelper& helper) {
                  helper.SetEvAttribute("SelectorFactory",
                                        StringValue("ns3::mrc::DrawingFactory[Beyond=0]"));
              }),
              pointer);
}

TEST(OwnSelector, ChoiceOfNoEvIsAnError)
{
    const Ptr<DrawingFactory> factory = CreateObject<DrawingFactory>();
    factory->beyond = 100000;
    ExpectRunError(SelectorOf(factory),
                   "EvProfile::SelectorFactory chose EV 1000",
                   "a number below");
}

TEST(OwnController, HoldsAWindowAsTheBuiltInOne)
{
    const Ptr<ConstantFactory> factory = CreateObject<ConstantFactory>();
    const auto builtIn = FingerprintOfIncast(
        [](FabricHelper& helper) { helper.SetCcAttribute("Algorithm", StringValue("fixed")); });
    EXPECT_EQ(FingerprintOfIncast(ControllerOf(factory)), builtIn);
    EXPECT_EQ(factory->made, 10U); // one for each end of five queue pairs
    factory->factor = 0.5;
    EXPECT_NE(FingerprintOfIncast(ControllerOf(factory)), builtIn);
}

TEST(OwnController, HasOneInstanceForASharedWindow)
{
    const Ptr<ConstantFactory> factory = CreateObject<ConstantFactory>();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    ControllerOf(factory)(helper);
    helper.SetCcAttribute("Scope", StringValue("Destination"));
    const Ptr<Network> network = Audited(helper.Install());
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
        ExpectRunError(ControllerOf(factory),
                       "CcProfile::AlgorithmFactory sets a window of ",
                       "a finite number, at least 0");
    }
}

TEST(OwnPart, MadeOfNothingIsAnError)
{
    using NoSelector = Idle<SelectorFactory, CustomSelector, KeyedDraws>;
    using NoController = Idle<ControllerFactory, CustomController, const ControllerSetup&>;
    using NoAdmission = Idle<AdmissionFactory, AdmissionPolicy, const PolicySeat&>;
    using NoMarker = Idle<MarkerFactory, MarkingPolicy, const PolicySeat&>;
    ExpectRunError(SelectorOf(CreateObject<NoSelector>()),
                   "EvProfile::SelectorFactory made nothing",
                   "a selector");
    ExpectRunError(ControllerOf(CreateObject<NoController>()),
                   "CcProfile::AlgorithmFactory made nothing",
                   "a controller");
    ExpectRunError(PolicySetting("AdmissionFactory", CreateObject<NoAdmission>()),
                   "FabricProfile::AdmissionFactory made nothing",
                   "a policy");
    ExpectRunError(PolicySetting("MarkerFactory", CreateObject<NoMarker>()),
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

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
