/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include "ns3/mrc-data-class-words.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr const char* NAME = "ns3::mrc::FabricProfile::DataClasses";

bool
HasLimit(const DataClass& own)
{
    return own.limit != UINT32_MAX;
}

bool
HasMarker(const DataClass& own)
{
    return own.marker.has_value();
}

bool
Any(const DataClassPlan& plan, bool (*has)(const DataClass&))
{
    return std::any_of(plan.classes.begin(), plan.classes.end(), has);
}

/** Data of a class is of no other class of a port, and goes by rules that know classes. */
void
CheckOthers(const FabricConfig& all, const DataClassPlan& plan)
{
    // Control and trimmed packets have classes of their own, whatever the attribute says.
    uint64_t others = all.alsoControl;
    for (const uint8_t dscp : {all.dscp.control, all.dscp.trimmed, all.dscp.trimmedLastHop})
    {
        others |= uint64_t{1} << dscp;
    }
    for (unsigned dscp = 0; dscp < 64; ++dscp)
    {
        if (plan.Of(static_cast<uint8_t>(dscp)) != 0 && (others >> dscp & 1) != 0)
        {
            throw std::invalid_argument(std::string(NAME) + " has DSCP " + std::to_string(dscp) +
                                        " of control or trimmed packets; expected DSCPs of data");
        }
    }

    for (const DataClass& each : plan.classes)
    {
        if (HasLimit(each) && all.bufferSize != 0 && each.limit > all.bufferSize)
        {
            // A class that may hold more than the whole buffer has no limit.
            throw std::invalid_argument(std::string(NAME) +
                                        " has limit=" + std::to_string(each.limit) +
                                        " beyond BufferSize = " + std::to_string(all.bufferSize) +
                                        "; expected no more than that");
        }
    }

    struct Rule
    {
        bool isBroken;
        const char* with;
        const char* expected;
    };

    const Rule rules[] = {
        {all.retxFirst && plan.Of(all.dscp.trimmableRetx) != plan.Of(all.dscp.trimmable),
         "RetxFirst and a class of retransmissions alone",
         "false: the weight of that class decides"},
        {all.admission != nullptr && Any(plan, HasLimit),
         "limit= and an AdmissionFactory",
         "one of the two: a policy decides instead of limits"},
        {all.marking != nullptr && Any(plan, HasMarker),
         "ecn= and a MarkerFactory",
         "one of the two: a policy decides instead of depths"},
    };
    for (const Rule& rule : rules)
    {
        if (rule.isBroken)
        {
            throw std::invalid_argument(std::string(NAME) + " with " + rule.with + "; expected " +
                                        rule.expected);
        }
    }
}

} // namespace

void
DataClassRows::Add(FabricRows& rows)
{
    rows.Row("DataClasses",
             &FabricConfig::dataClasses,
             "Classes of data at the ports of switches, or none: with a semicolon between, each "
             "dscp=8-15,20 and some of weight=3 limit=BYTES ecn=30000..120000:0.1 wred=likewise. "
             "dscp=others are all other DSCPs of data [data-classes]");
}

void
DataClassRows::Check(const FabricConfig& all)
{
    DataClassPlan plan;
    try
    {
        plan = ReadDataClasses(all.dataClasses, all.wredDropsEct);
        if (plan.Any())
        {
            plan.NoteLossless(all.lossless);
        }
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(std::string(NAME) + " has " + error.what());
    }
    if (plan.Any())
    {
        CheckOthers(all, plan);
    }
}

} // namespace mrc
} // namespace ns3
