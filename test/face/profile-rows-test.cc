/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-port-queue.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-trim-queue-disc.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <map>
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

TypeId::AttributeInformation
RowOf(TypeId tid, const std::string& name)
{
    TypeId::AttributeInformation row;
    EXPECT_TRUE(tid.LookupAttributeByName(name, &row)) << tid.GetName() << "::" << name;
    return row;
}

/** @return the value of a new object of the class, as a text */
template <class Owner>
std::string
ValueOf(const std::string& name)
{
    const auto row = RowOf(Owner::GetTypeId(), name);
    const Ptr<AttributeValue> value = row.checker->Create();
    CreateObject<Owner>()->GetAttribute(name, *value);
    return value->SerializeToString(row.checker);
}

TEST(ProfileRowsTest, AQueueDiscHasRangesAndDefaultsOfTheFabric)
{
    const std::vector<std::string> names = {"EcnProbability",
                                            "DataWredProbability",
                                            "WredDropsEct",
                                            "Trimming",
                                            "TrimSize",
                                            "TrimLength",
                                            "TrimmedShare",
                                            "DscpTrimmable",
                                            "DscpTrimmableRetx",
                                            "DscpTrimmed",
                                            "DscpTrimmedLastHop",
                                            "DscpControl"};
    for (const std::string& name : names)
    {
        EXPECT_EQ(ValueOf<TrimQueueDisc>(name), ValueOf<FabricProfile>(name)) << name;
        EXPECT_EQ(RowOf(TrimQueueDisc::GetTypeId(), name).checker->GetUnderlyingTypeInformation(),
                  RowOf(FabricProfile::GetTypeId(), name).checker->GetUnderlyingTypeInformation())
            << name;
    }
}

TEST(ProfileRowsTest, AQueueWithoutAPortHasTheDefaultsThatItsAttributesName)
{
    // Without a port nothing is marked, at any probability: the profile's default is named there.
    for (const char* name : {"DataLimit",
                             "TrimmedLimit",
                             "ControlLimit",
                             "EcnMinimum",
                             "EcnMaximum",
                             "Trimming",
                             "RetxFirst",
                             "TrimVictim",
                             "TrimSize",
                             "TrimmedShare",
                             "DscpTrimmed"})
    {
        const auto row = RowOf(PortQueue::GetTypeId(), name);
        EXPECT_EQ(ValueOf<PortQueue>(name),
                  row.originalInitialValue->SerializeToString(row.checker))
            << name;
    }
}

/** ObjectFactory gives a value to all attributes of a class that have the checker in common. */
TEST(ProfileRowsTest, EachAttributeHasACheckerOfItsOwn)
{
    for (uint32_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        std::map<Ptr<const AttributeChecker>, std::string> names;
        for (std::size_t a = 0; tid.GetGroupName() == "Mrc" && a < tid.GetAttributeN(); ++a)
        {
            const TypeId::AttributeInformation row = tid.GetAttribute(a);
            const bool isNew = names.emplace(row.checker, row.name).second;
            EXPECT_TRUE(isNew || (row.flags & TypeId::ATTR_CONSTRUCT) == 0)
                << tid.GetName() << "::" << row.name << " and " << names[row.checker];
        }
    }
    ObjectFactory factory("ns3::mrc::FabricProfile");
    factory.Set("LosslessDscps", StringValue("26"));
    const auto config = factory.Create<FabricProfile>()->Config();
    EXPECT_EQ(config.lossless, uint64_t{1} << 26);
    EXPECT_EQ(config.alsoControl, 0U);
}

TEST(ProfileRowsTest, APortWithoutAProfileHasTheDefaultsOfProfiles)
{
    const FabricConfig fabric;
    const PortConfig ours = fabric.ConfigFor(PortRole::FABRIC, 100000000000, Micros(8));
    const PortConfig bare;
    EXPECT_EQ(ours.trimming, bare.trimming);
    EXPECT_EQ(ours.trimFrameSize, bare.trimFrameSize);
    EXPECT_EQ(ours.trimVictim, bare.trimVictim);
    EXPECT_EQ(ours.retxFirst, bare.retxFirst);
    EXPECT_EQ(ours.markAt, bare.markAt);
    EXPECT_EQ(ours.trimmedDscp, bare.trimmedDscp);
    EXPECT_EQ(fabric.Pauses().priority, PausePlan().priority);
    EXPECT_EQ(fabric.Pauses().quanta, PausePlan().quanta);
}

TEST(ProfileRowsTest, ANewProfileHasWhatANewConfigurationHas)
{
    EXPECT_EQ(CreateObject<CcProfile>()->Get().algorithm, CcConfig().algorithm);
    EXPECT_EQ(CreateObject<FabricProfile>()->Config().hostDelay, FabricConfig().triggerDelay);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
