/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-presets.h"

#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-preset-rows.h"

#include <memory>
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

// The MRC paper, 2, counts four tiers; the small fan-out is ours, as is all of the rails.
const TierPreset PRESETS[] = {
    {{"rails8-1x400g", 400 * GIGABIT}, 8, 2, 16, 16384},
    {{"clos4-1x800g", 800 * GIGABIT}, 1, 4, 4, 4096},
};

/** Lays out the tiers of a preset, in one plane; an instance is used once. */
class TierBuilder
{
  public:
    TierBuilder(const TierPreset& preset, uint32_t nics)
        : m_preset(preset),
          m_nics(nics)
    {
        m_line.whole = m_line.rate = preset.rate;
    }

    TopologySpec Build()
    {
        TopologySpec spec;
        for (uint32_t nic = 0; nic < m_nics; ++nic)
        {
            m_nodes.push_back({"nic" + std::to_string(nic), NodeKind::NIC, 0});
        }
        m_line.delay = spec.nicLinkDelay;
        AddT0s();
        m_line.delay = spec.fabricLinkDelay;
        for (uint32_t tier = 1; tier < m_preset.tiers; ++tier)
        {
            AddTier(tier);
        }
        spec.name = m_preset.name;
        spec.nics = m_nics;
        spec.nicsPerT0 = m_preset.half;
        spec.t1Count = 1; // there are some
        spec.nicLinkRate = spec.fabricLinkRate = m_preset.rate;
        spec.upperLinkRate = m_preset.tiers > 2 ? m_preset.rate : 0;
        spec.graph = std::make_shared<const GraphShape>(m_nodes, m_links);
        spec.Validate();
        return spec;
    }

  private:
    /** The first NICs of servers fill T0s of their own, then the second ones, and so on. */
    void AddT0s()
    {
        const uint32_t servers = m_nics / m_preset.rails;
        const uint32_t perRail = (servers + m_preset.half - 1) / m_preset.half;
        m_first = m_nodes.size();
        m_pods = m_preset.rails * perRail;
        for (uint32_t t0 = 0; t0 < m_pods; ++t0)
        {
            const std::string name = m_preset.rails == 1 ? "t0." + std::to_string(t0)
                                                         : "rail" + std::to_string(t0 / perRail) +
                                                               "." + std::to_string(t0 % perRail);
            m_nodes.push_back({name, NodeKind::T0, 0});
        }
        for (uint32_t nic = 0; nic < m_nics; ++nic)
        {
            const uint32_t rail = nic % m_preset.rails;
            const uint32_t t0 = rail * perRail + nic / m_preset.rails / m_preset.half;
            m_links.push_back({{nic, m_first + t0}, m_line});
        }
    }

    /**
     * Puts switches above those of the tier before. Those with the same number in their pods meet
     * at the same switches, and the highest tier joins all pods.
     */
    void AddTier(uint32_t tier)
    {
        const std::size_t below = m_first;
        const bool isHighest = tier + 1 == m_preset.tiers;
        const uint32_t joined = isHighest ? m_pods : m_preset.half;
        const uint32_t pods = (m_pods + joined - 1) / joined;
        const uint32_t inPod = m_inPod * m_preset.half;
        m_first = m_nodes.size();
        for (uint32_t i = 0; i < pods * inPod; ++i)
        {
            m_nodes.push_back({"t" + std::to_string(tier) + "." + std::to_string(i),
                               tier == 1 ? NodeKind::T1 : NodeKind::T2,
                               0});
        }
        for (uint32_t i = 0; i < m_pods * m_inPod; ++i)
        {
            const uint32_t pod = i / m_inPod / joined;
            for (uint32_t up = 0; up < m_preset.half; ++up)
            {
                const uint32_t above = pod * inPod + i % m_inPod * m_preset.half + up;
                m_links.push_back({{below + i, m_first + above}, m_line});
            }
        }
        m_pods = pods;
        m_inPod = inPod;
    }

    const TierPreset& m_preset;
    uint32_t m_nics;
    LinkLine m_line;
    std::size_t m_first{0}; //!< node of the highest tier so far
    uint32_t m_pods{0};     //!< that this tier has not joined
    uint32_t m_inPod{1};    //!< switches of this tier in a pod
    std::vector<ShapeNode> m_nodes;
    std::vector<ShapeLink> m_links;
};

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
    return TierBuilder(*preset, nics).Build();
}

} // namespace mrc
} // namespace ns3
