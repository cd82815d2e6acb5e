/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-presets.h"

#include "mrc-clos-shape.h"
#include "mrc-preset-rows.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** A fabric of one plane, with switches in tiers. */
struct TierPreset : PresetRow
{
    uint32_t rails;   //!< NICs of a server, each on T0s of its own
    uint32_t tiers;   //!< of switches
    uint32_t half;    //!< ports of a switch down, and as many up but in the highest tier
    uint32_t maxNics; //!< the most NICs that the numbers of switches allow
};

// The MRC paper, 2, counts four tiers; the small fan-outs are ours, as is all of the rails.
const TierPreset PRESETS[] = {
    {{"rails8-1x400g", 400 * GIGABIT}, 8, 2, 16, 16384},
    {{"clos4-1x800g", 800 * GIGABIT}, 1, 4, 4, 4096},
    {{"clos4-1x800g-8", 800 * GIGABIT}, 1, 4, 8, 8192},
};

/** The highest tier joins all pods, however many ports its switches need for that. */
ClosShape
ShapeOf(const TierPreset& preset, uint32_t nics)
{
    ClosShape shape;
    shape.nics = nics;
    shape.rails = preset.rails;
    shape.nicLinkRate = preset.rate;
    // Whole servers: the NICs of one are spread over as many T0s as there are rails.
    const uint32_t servers = nics / preset.rails;
    uint32_t pods = preset.rails * ((servers + preset.half - 1) / preset.half);
    uint64_t inPod = 1;
    uint64_t nicsBelow = preset.half;
    shape.tiers.push_back({pods, inPod, nicsBelow, preset.half, preset.half, preset.rate});
    for (uint32_t tier = 1; tier < preset.tiers; ++tier)
    {
        const bool isHighest = tier + 1 == preset.tiers;
        // The tiers below the highest are made of full pods, so only the top one has to fit the
        // number.
        const uint32_t joined = isHighest ? pods : preset.half;
        pods = (pods + joined - 1) / joined;
        inPod *= preset.half;
        nicsBelow *= joined;
        shape.tiers.push_back({pods * inPod,
                               inPod,
                               nicsBelow,
                               joined,
                               isHighest ? 0 : preset.half,
                               isHighest ? 0 : preset.rate});
    }
    return shape;
}

} // namespace

std::vector<std::string>
GraphPresetNames()
{
    return NamesOf(PRESETS);
}

std::optional<TopologySpec>
GraphPreset(const std::string& name, uint32_t nics)
{
    const TierPreset* const preset = FindRow(PRESETS, name);
    if (preset == nullptr)
    {
        return std::nullopt;
    }
    if (nics == 0 || nics > preset->maxNics || nics % preset->rails != 0)
    {
        throw std::invalid_argument(
            "topology '" + name + "': nics = " + std::to_string(nics) + "; expected 1 .. " +
            std::to_string(preset->maxNics) +
            (preset->rails == 1 ? "" : ", a multiple of " + std::to_string(preset->rails)));
    }
    return TopologyOfShape(ShapeOf(*preset, nics), preset->name);
}

} // namespace mrc
} // namespace ns3
