/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-presets.h"
#include "mrc-preset-rows.h"
#include "mrc-topology-spec.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** A Clos network of two or three tiers. */
struct ClosPreset : PresetRow
{
    uint32_t fixedNics; //!< 0: as many as asked for
    uint32_t planes;
    uint32_t nicsPerT0;
    uint32_t t1Count;   //!< in each plane, or each pod
    uint32_t t0sPerPod; //!< 0: two tiers
    uint32_t t1Uplinks;
};

// The paper's platforms [cluster-presets]. The first three have a small radix. The next three have
// that of a switch of 51.2 Tb/s with half of its ports up [full-fan-out]: 512 ports of 100G, 256 of
// 200G. The last two are those that the paper compares these with: three tiers and one plane
// [three-tier-presets].
const ClosPreset PRESETS[] = {
    {{"clos-8x100g", 100 * GIGABIT}, 0, 8, 16, 16, 0, 0},
    {{"clos-4x200g", 200 * GIGABIT}, 0, 4, 16, 16, 0, 0},
    {{"clos-4x100g", 100 * GIGABIT}, 0, 4, 16, 16, 0, 0},
    {{"clos-8x100g-256", 100 * GIGABIT}, 0, 8, 256, 256, 0, 0},
    {{"clos-4x200g-128", 200 * GIGABIT}, 0, 4, 128, 128, 0, 0},
    {{"clos-4x100g-256", 100 * GIGABIT}, 0, 4, 256, 256, 0, 0},
    {{"leaf-spine-16x400g", 400 * GIGABIT}, 16, 1, 4, 4, 0, 0},
    {{"clos3-1x800g", 800 * GIGABIT}, 0, 1, 4, 4, 4, 4},
    {{"clos3-1x800g-32", 800 * GIGABIT}, 0, 1, 32, 32, 32, 32},
};

/** @return a preset with so many NICs */
TopologySpec
ClosOf(const ClosPreset& preset, uint32_t nics)
{
    TopologySpec spec;
    spec.name = preset.name;
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
        throw std::invalid_argument("topology '" + spec.name + "': nics = " + std::to_string(nics) +
                                    "; expected at most " + std::to_string(spec.nics) +
                                    ", which this fabric has");
    }
    return spec;
}

} // namespace

std::vector<std::string>
TopologyPresetNames()
{
    std::vector<std::string> names = NamesOf(PRESETS);
    const std::vector<std::string> graphs = GraphPresetNames();
    names.insert(names.end(), graphs.begin(), graphs.end());
    return names;
}

TopologySpec
PresetTopology(const std::string& name, uint32_t nics)
{
    const std::optional<TopologySpec> graph = GraphPreset(name, nics);
    if (graph)
    {
        return *graph;
    }
    const ClosPreset* const preset = FindRow(PRESETS, name);
    if (preset != nullptr)
    {
        return ClosOf(*preset, nics);
    }
    // Names are few, so the error lists them all.
    std::string known;
    for (const std::string& each : TopologyPresetNames())
    {
        known += (known.empty() ? "" : ", ") + each;
    }
    throw std::invalid_argument("unknown topology preset '" + name + "'; expected one of " + known);
}

} // namespace mrc
} // namespace ns3
