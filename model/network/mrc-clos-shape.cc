/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clos-shape.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** Rates are compared in Mb/s, so that the product of links and rate stays within 64 bits. */
uint64_t
OpticsOf(uint64_t links, uint64_t rate, uint64_t moduleRate)
{
    constexpr uint64_t megabit = 1000000; // bit/s
    const uint64_t module = std::max<uint64_t>(moduleRate / megabit, 1);
    // Both ends of a link have one module each, which takes as many links as its rate allows.
    return 2 * ((links * (rate / megabit) + module - 1) / module); // rounded up
}

uint64_t
ClosShape::Switches() const
{
    // Numbers of a tier are those of one plane.
    uint64_t sum = 0;
    for (const ClosTier& tier : tiers)
    {
        sum += tier.switches;
    }
    return sum * planes;
}

uint64_t
ClosShape::Links(std::size_t tier) const
{
    if (tier == 0)
    {
        return nics * planes;
    }
    // Each link counts at its lower end.
    return tier < tiers.size() ? tiers[tier - 1].switches * tiers[tier - 1].up * planes : 0;
}

uint64_t
ClosShape::Links() const
{
    uint64_t sum = 0;
    for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    {
        sum += Links(tier);
    }
    return sum;
}

uint64_t
ClosShape::Optics(uint64_t moduleRate) const
{
    uint64_t sum = 0;
    for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    {
        sum +=
            OpticsOf(Links(tier), tier == 0 ? nicLinkRate : tiers[tier - 1].upLinkRate, moduleRate);
    }
    return sum;
}

uint32_t
ClosShape::LongestPath() const
{
    // Up through all tiers but the highest, through that one, and down again.
    return static_cast<uint32_t>(2 * tiers.size() - 1);
}

double
ClosShape::Oversubscription(std::size_t tier) const
{
    const ClosTier& here = tiers.at(tier);
    if (here.up == 0)
    {
        return 0;
    }
    // As many bits as come from below against those that can go up.
    const uint64_t below = tier == 0 ? nicLinkRate : tiers[tier - 1].upLinkRate;
    return static_cast<double>(here.down) * below /
           (static_cast<double>(here.up) * here.upLinkRate);
}

/** Traffic is spread evenly over all links that lead up, so a link is a share of their number. */
BlastRadius
ClosShape::LossOfLink(std::size_t tier) const
{
    if (tier == 0)
    {
        return Loss(1, 1);
    }
    const ClosTier& below = tiers.at(tier - 1);
    return Loss(1.0 / static_cast<double>(below.groupSwitches * below.up), below.nicsBelow);
}

BlastRadius
ClosShape::LossOfSwitch(std::size_t tier) const
{
    const ClosTier& here = tiers.at(tier);
    return Loss(1.0 / static_cast<double>(here.groupSwitches), here.nicsBelow);
}

double
ClosShape::Watts(const DeviceFigures& figures) const
{
    return figures.Watts(Switches(), Optics(figures.opticRate));
}

double
ClosShape::Price(const DeviceFigures& figures) const
{
    return figures.Price(Switches(), Optics(figures.opticRate), Links());
}

BlastRadius
ClosShape::Loss(double planeShare, uint64_t nicsHit) const
{
    // With rails one failure hits one NIC of a server, as the others are on other T0s.
    const double ofNic = planeShare / planes;
    return {planeShare, ofNic, ofNic / rails, std::min(nicsHit, nics)};
}

} // namespace mrc
} // namespace ns3
