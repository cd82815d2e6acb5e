/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topology-spec.h"

#include "mrc-graph-shape.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-line-rate.h"
#include "ns3/mrc-usid.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** How many T0s, T1s or downlinks the index field of a uSID can tell apart [usid-layout]. */
constexpr uint32_t MAX_INDEXED = Usid::MAX_INDEX + 1;

/** T2s are counted from 1, as a uSID of 0 would end the carrier. */
constexpr uint32_t MAX_T2S = Usid::MAX_INDEX;

/** 1 s in picoseconds: longer delays are taken for a mistake in the unit. */
constexpr Span MAX_DELAY = Span(1000000000000);

/** A number of the topology and its range, as 64 bits so that counts and rates share a check. */
struct Field
{
    const char* name;
    uint64_t value;
    uint64_t min;
    uint64_t max;
};

struct DelayField
{
    const char* name;
    Span value;
};

[[noreturn]] void
Reject(const TopologySpec& spec, const std::string& what)
{
    throw std::invalid_argument("topology '" + spec.name + "': " + what);
}

void
CheckRange(const TopologySpec& spec, const Field& field)
{
    if (field.value < field.min || field.value > field.max)
    {
        Reject(spec,
               std::string(field.name) + " = " + std::to_string(field.value) + "; expected " +
                   std::to_string(field.min) + " .. " + std::to_string(field.max));
    }
}

void
CheckDelay(const TopologySpec& spec, const DelayField& field)
{
    if (field.value < Span(0) || field.value > MAX_DELAY)
    {
        Reject(spec,
               std::string(field.name) + " = " + std::to_string(field.value.Ps()) +
                   " ps; expected 0 .. " + std::to_string(MAX_DELAY.Ps()) + " ps");
    }
}

/** Settings that only a fabric of three tiers has; others must not seem to have them. */
void
CheckPods(const TopologySpec& spec)
{
    if (!spec.HasPods())
    {
        CheckRange(spec, {"t1Uplinks without t0sPerPod", spec.t1Uplinks, 0, 0});
        CheckRange(spec, {"upperLinkRate without t0sPerPod", spec.upperLinkRate, 0, 0});
        return;
    }
    const Field fields[] = {
        {"t0sPerPod", spec.t0sPerPod, 1, MAX_INDEXED},
        {"t1Count with pods", spec.t1Count, 1, MAX_INDEXED},
        {"t1Links with pods", spec.t1Links, 1, 1},
        {"t1Uplinks", spec.t1Uplinks, 1, MAX_T2S},
        {"upperLinkRate",
         spec.upperLinkRate,
         LineRate::MIN_BITS_PER_SECOND,
         LineRate::MAX_BITS_PER_SECOND},
        {"T1s of a plane", uint64_t{spec.PodsPerPlane()} * spec.t1Count, 1, MAX_INDEXED},
        {"T2s of a plane", uint64_t{spec.t1Count} * spec.t1Uplinks, 1, MAX_T2S},
    };
    for (const auto& field : fields)
    {
        CheckRange(spec, field);
    }
}

/** The file of a graph alone says how many planes and NICs there are. */
void
CheckGraph(const TopologySpec& spec)
{
    uint64_t planes = 0;
    while (planes < MAX_PLANES &&
           spec.graph->Count(NodeKind::T0, static_cast<PlaneId>(planes)) != 0)
    {
        ++planes;
    }
    const uint64_t nics = spec.graph->Count(NodeKind::NIC, 0);
    // A script may have changed the number that the reader set.
    CheckRange(spec, {"planes of a graph", spec.planes, planes, planes});
    CheckRange(spec, {"nics of a graph", spec.nics, nics, nics});
}

} // namespace

/** Rounds up, as the last T0 may be partly filled. Validate need not have been called before. */
uint32_t
TopologySpec::T0sPerPlane() const
{
    if (nicsPerT0 == 0)
    {
        return 0;
    }
    return nics / nicsPerT0 + (nics % nicsPerT0 != 0 ? 1 : 0);
}

/** Rounds up like T0sPerPlane: the last pod may have fewer T0s than the others. */
uint32_t
TopologySpec::PodsPerPlane() const
{
    return HasPods() ? (T0sPerPlane() + t0sPerPod - 1) / t0sPerPod : 1;
}

uint32_t
TopologySpec::PathsPerPlane() const
{
    if (graph)
    {
        return graph->Paths().MostPaths();
    }
    return std::max(T0Uplinks(), 1U) * (HasPods() ? t1Uplinks : 1);
}

void
TopologySpec::Validate() const
{
    constexpr uint64_t minRate = LineRate::MIN_BITS_PER_SECOND;
    constexpr uint64_t maxRate = LineRate::MAX_BITS_PER_SECOND;
    // The order counts: nicsPerT0 is known to be good when the limit of nics is checked.
    const Field fields[] = {
        {"planes", planes, 1, MAX_PLANES},
        {"nicsPerT0", nicsPerT0, 1, MAX_INDEXED},
        {"nics", nics, 1, static_cast<uint64_t>(nicsPerT0) * MAX_INDEXED},
        {"t1Count", t1Count, 0, MAX_INDEXED},
        {"t1Links", t1Links, 1, MAX_INDEXED},
        {"uplinks of a T0", uint64_t{t1Count} * t1Links, 0, MAX_INDEXED},
        {"nicLinkRate", nicLinkRate, minRate, maxRate},
        {"fabricLinkRate", fabricLinkRate, minRate, maxRate},
    };
    for (const auto& field : fields)
    {
        CheckRange(*this, field);
    }
    if (graph)
    {
        CheckGraph(*this);
    }
    else
    {
        CheckPods(*this);
    }
    const DelayField delays[] = {
        {"nicLinkDelay", nicLinkDelay},
        {"fabricLinkDelay", fabricLinkDelay},
        {"t0Latency", t0Latency},
        {"t1Latency", t1Latency},
        {"upperLinkDelay", upperLinkDelay},
        {"t2Latency", t2Latency},
    };
    for (const auto& field : delays)
    {
        CheckDelay(*this, field);
    }
    // Without T1s a plane is one switch: NICs below different T0s could not reach each other.
    if (!graph && t1Count == 0 && T0sPerPlane() > 1)
    {
        Reject(*this,
               "t1Count = 0 with " + std::to_string(T0sPerPlane()) +
                   " T0s per plane; expected at least 1 T1, or nics <= nicsPerT0 = " +
                   std::to_string(nicsPerT0));
    }
}

} // namespace mrc
} // namespace ns3
