/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clos-shape.h"
#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-topology-spec.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-line-rate.h"
#include "ns3/mrc-usid.h"

#include <memory>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** A number of a shape and its range. */
struct Field
{
    std::string name;
    uint64_t value;
    uint64_t min;
    uint64_t max;
};

void
CheckRange(const std::string& name, const Field& field)
{
    if (field.value < field.min || field.value > field.max)
    {
        throw std::invalid_argument("shape '" + name + "': " + field.name + " = " +
                                    std::to_string(field.value) + "; expected " +
                                    std::to_string(field.min) + " .. " + std::to_string(field.max));
    }
}

/** One tier rests on the one below. Uplinks may be more than the switches that they lead to. */
void
CheckTier(const std::string& name, const ClosShape& shape, std::size_t tier)
{
    const ClosTier& here = shape.tiers[tier];
    const ClosTier& below = shape.tiers[tier - 1];
    const std::string what = "tiers[" + std::to_string(tier) + "].";
    // Tiers stand on whole groups below, or some switches would lack links.
    const auto require = [&](const std::string& field, uint64_t value, uint64_t unit) {
        if (unit == 0 || value == 0 || value % unit != 0)
        {
            throw std::invalid_argument("shape '" + name + "': " + field + " = " +
                                        std::to_string(value) + "; expected a multiple of " +
                                        std::to_string(unit));
        }
    };
    require(what + "groupSwitches", here.groupSwitches, below.groupSwitches);
    require(what + "switches", here.switches, here.groupSwitches);
    CheckRange(name,
               {"tiers[" + std::to_string(tier - 1) + "].up",
                below.up,
                here.groupSwitches / below.groupSwitches,
                Usid::MAX_INDEX});
    CheckRange(name,
               {"tiers[" + std::to_string(tier - 1) + "].upLinkRate",
                below.upLinkRate,
                LineRate::MIN_BITS_PER_SECOND,
                LineRate::MAX_BITS_PER_SECOND});
    if (tier + 1 == shape.tiers.size())
    {
        // One group alone is the one that all NICs reach.
        CheckRange(name,
                   {what + "switches", here.switches, here.groupSwitches, here.groupSwitches});
        return;
    }
    require(what + "nicsBelow", here.nicsBelow, below.nicsBelow);
    const uint64_t pods = below.switches / below.groupSwitches;
    const uint64_t joined = here.nicsBelow / below.nicsBelow;
    const uint64_t groups = (pods + joined - 1) / joined;
    CheckRange(name,
               {what + "switches",
                here.switches,
                groups * here.groupSwitches,
                groups * here.groupSwitches});
}

/**
 * The numbers of a shape hang together: tiers are made of whole groups, and uSIDs bound how many
 * there may be.
 */
void
Check(const std::string& name, const ClosShape& shape)
{
    constexpr uint64_t most = Usid::MAX_INDEX + 1; // of T0s, T1s or downlinks [usid-layout]
    // From T3s on tiers share one kind of node, and numbers tell their uSIDs apart.
    CheckRange(name, {"tiers", shape.tiers.size(), 1, 8});
    CheckRange(name, {"planes", shape.planes, 1, MAX_PLANES});
    CheckRange(name, {"rails", shape.rails, 1, most});
    const ClosTier& first = shape.tiers[0];
    CheckRange(name, {"tiers[0].down", first.down, 1, most});
    CheckRange(name, {"tiers[0].switches", first.switches, shape.rails, most});
    CheckRange(name, {"tiers[0].groupSwitches", first.groupSwitches, 1, 1});
    if (shape.tiers.size() > 1)
    {
        CheckRange(name, {"tiers[0].nicsBelow", first.nicsBelow, first.down, first.down});
    }
    const uint64_t perRail = first.switches / shape.rails * first.down;
    CheckRange(name, {"nics modulo rails", shape.nics % shape.rails, 0, 0});
    CheckRange(name, {"tiers[0].switches modulo rails", first.switches % shape.rails, 0, 0});
    CheckRange(name, {"nics", shape.nics, 1, perRail * shape.rails});
    uint64_t upper = 0; // T2s and all above share the uSIDs of T2s
    for (std::size_t tier = 1; tier < shape.tiers.size(); ++tier)
    {
        CheckTier(name, shape, tier);
        upper += tier > 1 ? shape.tiers[tier].switches : 0;
        CheckRange(
            name,
            {"tiers[" + std::to_string(tier) + "].switches", shape.tiers[tier].switches, 1, most});
    }
    CheckRange(name, {"switches of tiers 2 and above", upper, 0, most - 1});
    if (shape.tiers.size() == 1)
    {
        CheckRange(name, {"tiers[0].switches without a tier above", first.switches, 1, 1});
    }
}

/** Lays out the nodes and links of a shape; an instance is used once. */
class ShapeBuilder
{
  public:
    explicit ShapeBuilder(const ClosShape& shape)
        : m_shape(shape)
    {
    }

    TopologySpec Build(const std::string& name)
    {
        TopologySpec spec;
        for (uint32_t nic = 0; nic < m_shape.nics; ++nic)
        {
            m_nodes.push_back({"nic" + std::to_string(nic), NodeKind::NIC, 0});
        }
        for (uint32_t plane = 0; plane < m_shape.planes; ++plane)
        {
            m_plane = static_cast<PlaneId>(plane);
            AddT0s(spec.nicLinkDelay);
            for (std::size_t tier = 1; tier < m_shape.tiers.size(); ++tier)
            {
                AddTier(tier, tier == 1 ? spec.fabricLinkDelay : spec.upperLinkDelay);
            }
        }
        // The spec repeats what tables and reports show; nodes and links are the graph's.
        const std::vector<ClosTier>& tiers = m_shape.tiers;
        spec.name = name;
        spec.nics = static_cast<uint32_t>(m_shape.nics);
        spec.planes = m_shape.planes;
        spec.nicsPerT0 = tiers[0].down;
        spec.t1Count = tiers.size() > 1 ? 1 : 0; // whether there are some
        spec.nicLinkRate = m_shape.nicLinkRate;
        spec.fabricLinkRate = tiers.size() > 1 ? tiers[0].upLinkRate : m_shape.nicLinkRate;
        spec.upperLinkRate = tiers.size() > 2 ? tiers[1].upLinkRate : 0;
        spec.graph = std::make_shared<const GraphShape>(m_nodes, m_links);
        spec.Validate();
        return spec;
    }

  private:
    void AddNode(const std::string& name, NodeKind kind)
    {
        const std::string prefix = m_shape.planes == 1 ? "" : "p" + std::to_string(m_plane) + ".";
        m_nodes.push_back({prefix + name, kind, m_plane});
    }

    static LinkLine LineOf(uint64_t rate, Span delay)
    {
        LinkLine line;
        line.whole = line.rate = rate;
        line.delay = delay;
        return line;
    }

    /** The first NICs of servers fill T0s of their own, then the second ones, and so on. */
    void AddT0s(Span delay)
    {
        const ClosTier& t0s = m_shape.tiers[0];
        const auto perRail = static_cast<uint32_t>(t0s.switches / m_shape.rails);
        m_first = m_nodes.size();
        for (uint32_t t0 = 0; t0 < t0s.switches; ++t0)
        {
            AddNode(m_shape.rails == 1 ? "t0." + std::to_string(t0)
                                       : "rail" + std::to_string(t0 / perRail) + "." +
                                             std::to_string(t0 % perRail),
                    NodeKind::T0);
        }
        const LinkLine line = LineOf(m_shape.nicLinkRate, delay);
        for (uint32_t nic = 0; nic < m_shape.nics; ++nic)
        {
            const uint32_t rail = nic % m_shape.rails;
            const uint32_t t0 = rail * perRail + nic / m_shape.rails / t0s.down;
            m_links.push_back({{nic, m_first + t0}, line});
        }
    }

    /**
     * Puts switches above those of the tier before. Those with the same number in their pods meet
     * at the same switches, and the highest tier joins all pods.
     */
    void AddTier(std::size_t tier, Span delay)
    {
        const ClosTier& here = m_shape.tiers[tier];
        const ClosTier& under = m_shape.tiers[tier - 1];
        const std::size_t below = m_first;
        const bool isHighest = tier + 1 == m_shape.tiers.size();
        const uint64_t joined =
            isHighest ? under.switches / under.groupSwitches : here.nicsBelow / under.nicsBelow;
        const uint64_t span = here.groupSwitches / under.groupSwitches; // above one switch
        m_first = m_nodes.size();
        for (uint64_t i = 0; i < here.switches; ++i)
        {
            AddNode("t" + std::to_string(tier) + "." + std::to_string(i),
                    tier == 1   ? NodeKind::T1
                    : tier == 2 ? NodeKind::T2
                                : NodeKind::T3);
        }
        const LinkLine line = LineOf(under.upLinkRate, delay);
        for (uint64_t i = 0; i < under.switches; ++i)
        {
            // Uplinks of one switch go around the switches above it, so that links side by side are
            // spread.
            const uint64_t pod = i / under.groupSwitches / joined;
            for (uint32_t up = 0; up < under.up; ++up)
            {
                const uint64_t above =
                    pod * here.groupSwitches + i % under.groupSwitches * span + up % span;
                m_links.push_back({{below + i, m_first + above}, line});
            }
        }
    }

    const ClosShape& m_shape;
    PlaneId m_plane{0};     //!< that is laid out
    std::size_t m_first{0}; //!< node of the highest tier so far
    std::vector<ShapeNode> m_nodes;
    std::vector<ShapeLink> m_links;
};

} // namespace

TopologySpec
TopologyOfShape(const ClosShape& shape, const std::string& name)
{
    Check(name, shape);
    return ShapeBuilder(shape).Build(name);
}

} // namespace mrc
} // namespace ns3
