/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-worst-parts.h"

#include "mrc-level-names.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether a share is greater by more than sums of fractions are rounded */
bool
Exceeds(double share, double other)
{
    constexpr double rounding = 1e-9;
    return share > other * (1 + rounding);
}

} // namespace

WorstParts::WorstParts(const FabricParts& parts, const PathShares& shares)
    : m_parts(parts),
      m_shares(shares),
      m_losses(parts.Count())
{
}

void
WorstParts::Note(uint32_t source)
{
    const PlaneId plane = m_parts.PlaneOf(m_parts.OfNode(source));
    for (FabricPart part = 0; part < m_parts.Count(); ++part)
    {
        if (!m_parts.IsNic(part) && m_parts.PlaneOf(part) == plane)
        {
            NotePart(part, source);
        }
    }
}

/**
 * A part counts by the source that loses the most with it, and by the NICs of all sources that lose
 * as much.
 */
void
WorstParts::NotePart(FabricPart part, uint32_t source)
{
    const uint64_t nics = m_shares.NicsOf(source).size();
    Loss& worst = m_losses[part];
    const double share = m_parts.ShareOf(part, source);
    if (Exceeds(share, worst.share))
    {
        // A source that loses more replaces all that lost less.
        worst = {share, nics};
    }
    // Sources with the same loss add up: the NICs of all of them are hit the most.
    else if (share > 0 && !Exceeds(worst.share, share))
    {
        worst.nics += nics;
    }
}

/**
 * Chooses the worst part of each kind: the one that takes the greatest share, and of these the one
 * that hits the most NICs.
 */
std::vector<WorstPart>
WorstParts::Choose()
{
    // Parts are compared by kind: a link of a tier with other links of that tier.
    for (FabricPart link = 0; link < m_parts.Links(); ++link)
    {
        if (m_parts.IsAccess(link))
        {
            // One NIC loses all its bandwidth in the plane, and no other NIC any.
            m_losses[link] = {1, 1};
        }
        const auto [low, high] = m_shares.LevelsOf(link);
        if (high != UINT32_MAX) // some NIC reaches the part
        {
            Compare({high, false, low}, link, NameOfLinks(low, high));
        }
    }
    for (uint32_t node = m_parts.FirstSwitch(); node < m_parts.Nodes(); ++node)
    {
        const uint32_t level = m_shares.LevelOf(node);
        if (level != UINT32_MAX)
        {
            Compare({level, true, level}, m_parts.OfNode(node), NameOfLevel(level));
        }
    }
    std::vector<WorstPart> all;
    for (const auto& [kind, chosen] : m_chosen)
    {
        all.push_back(chosen);
    }
    return all;
}

void
WorstParts::Compare(const Kind& kind, FabricPart part, const std::string& name)
{
    const Loss& now = m_losses[part];
    const WorstPart candidate{part, name, now.share, now.nics};
    const auto [at, isNew] = m_chosen.emplace(kind, candidate);
    WorstPart& old = at->second;
    // Of parts that take the same share the one that hits more NICs is worse.
    const bool isAlike = !Exceeds(old.share, now.share);
    if (!isNew && (Exceeds(now.share, old.share) || (isAlike && now.nics > old.nics)))
    {
        old = candidate;
    }
}

} // namespace mrc
} // namespace ns3
