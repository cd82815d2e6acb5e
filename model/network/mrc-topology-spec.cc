/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topology-spec.h"

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

constexpr uint64_t GIGABIT = 1000000000; //!< bit/s

/** How many T0s, T1s or downlinks the index field of a uSID can tell apart [usid-layout]. */
constexpr uint32_t MAX_INDEXED = Usid::MAX_INDEX + 1;

/** T2s are counted from 1, as a uSID of 0 would end the carrier. */
constexpr uint32_t MAX_T2S = Usid::MAX_INDEX;

/** 1 s in picoseconds: longer delays are taken for a mistake in the unit. */
constexpr Span MAX_DELAY = Span(1000000000000);

/** A row of the table of presets; all links of a preset have one rate. */
struct Preset
{
    const char* name;
    uint32_t fixedNics; //!< 0: as many as asked for
    uint32_t planes;
    uint32_t nicsPerT0;
    uint32_t t1Count;   //!< in each plane, or each pod
    uint64_t rate;      //!< of every link, bit/s
    uint32_t t0sPerPod; //!< 0: two tiers
    uint32_t t1Uplinks;
};

// The paper's platforms [cluster-presets]. The first three have a small radix, the next three that
// of a switch of 51.2 Tb/s with half of its ports up [full-fan-out]: 512 ports of 100G, 256 of
// 200G. The last two are what the paper compares these with: three tiers and one plane.
const Preset PRESETS[] = {
    {"clos-8x100g", 0, 8, 16, 16, 100 * GIGABIT, 0, 0},
    {"clos-4x200g", 0, 4, 16, 16, 200 * GIGABIT, 0, 0},
    {"clos-4x100g", 0, 4, 16, 16, 100 * GIGABIT, 0, 0},
    {"clos-8x100g-256", 0, 8, 256, 256, 100 * GIGABIT, 0, 0},
    {"clos-4x200g-128", 0, 4, 128, 128, 200 * GIGABIT, 0, 0},
    {"clos-4x100g-256", 0, 4, 256, 256, 100 * GIGABIT, 0, 0},
    {"leaf-spine-16x400g", 16, 1, 4, 4, 400 * GIGABIT, 0, 0},
    {"clos3-1x800g", 0, 1, 4, 4, 800 * GIGABIT, 4, 4},
    {"clos3-1x800g-32", 0, 1, 32, 32, 800 * GIGABIT, 32, 32},
};

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

/** What only a fabric of three tiers has; others must not seem to have it. */
void
CheckPods(const TopologySpec& spec)
{
    if (!spec.HasPods())
    {
        CheckRange(spec, {"t1Uplinks without t0sPerPod", spec.t1Uplinks, 0, 0});
        return;
    }
    const Field fields[] = {
        {"t0sPerPod", spec.t0sPerPod, 1, MAX_INDEXED},
        {"t1Count with pods", spec.t1Count, 1, MAX_INDEXED},
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
    return std::max(t1Count, 1U) * (HasPods() ? t1Uplinks : 1);
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
        {"nicLinkRate", nicLinkRate, minRate, maxRate},
        {"fabricLinkRate", fabricLinkRate, minRate, maxRate},
    };
    for (const auto& field : fields)
    {
        CheckRange(*this, field);
    }
    CheckPods(*this);
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
    if (t1Count == 0 && T0sPerPlane() > 1)
    {
        Reject(*this,
               "t1Count = 0 with " + std::to_string(T0sPerPlane()) +
                   " T0s per plane; expected at least 1 T1, or nics <= nicsPerT0 = " +
                   std::to_string(nicsPerT0));
    }
}

std::vector<std::string>
TopologyPresetNames()
{
    std::vector<std::string> names;
    for (const auto& preset : PRESETS)
    {
        names.emplace_back(preset.name);
    }
    return names;
}

TopologySpec
PresetTopology(const std::string& name, uint32_t nics)
{
    std::string known; // complete when no preset has the name, for the message
    for (const auto& preset : PRESETS)
    {
        known += (known.empty() ? "" : ", ") + std::string(preset.name);
        if (name != preset.name)
        {
            continue;
        }
        TopologySpec spec;
        spec.name = name;
        spec.nics = preset.fixedNics != 0 ? preset.fixedNics : nics;
        spec.planes = preset.planes;
        spec.nicsPerT0 = preset.nicsPerT0;
        spec.t1Count = preset.t1Count;
        spec.nicLinkRate = preset.rate;
        spec.fabricLinkRate = preset.rate;
        spec.upperLinkRate = preset.t0sPerPod != 0 ? preset.rate : 0;
        spec.t0sPerPod = preset.t0sPerPod;
        spec.t1Uplinks = preset.t1Uplinks;
        spec.Validate();
        if (nics > spec.nics) // only possible where the preset fixes the number
        {
            Reject(spec,
                   "nics = " + std::to_string(nics) + "; expected at most " +
                       std::to_string(spec.nics) + ", which this fabric has");
        }
        return spec;
    }
    throw std::invalid_argument("unknown topology preset '" + name + "'; expected one of " + known);
}

} // namespace mrc
} // namespace ns3
