/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topo-shape.h"

#include "mrc-topology-tiers.h"

#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return so many links, in words */
std::string
LinksText(uint64_t links)
{
    return links == 1 ? "one link" : std::to_string(links) + " links";
}

/** A bundle joins a T0 and a T1; other switches have one link to each other. */
void
CheckBundle(const TopoSettings& settings, const TextReader& reader)
{
    // other tiers have 1
    const TopoValue& bundle = settings.Tier(settings.Tiers() - 1, BUNDLE);
    if (settings.Tiers() == 3 && bundle.Get() != 1)
    {
        reader.Fail(bundle.at,
                    "Bundle is " + std::to_string(bundle.Get()) + " with three tiers; expected 1");
    }
    if (settings.Tier(0, RADIX_UP).Get() % bundle.Get() != 0)
    {
        reader.Fail(
            settings.Tier(0, RADIX_UP).at,
            "Radix_Up of Tier 0 is " + std::to_string(settings.Tier(0, RADIX_UP).Get()) +
                "; expected a multiple of Bundle of Tier 1 = " + std::to_string(bundle.Get()));
    }
}

/** The last pod may be partly filled, and a switch above has one link to each. */
void
CheckPods(const TopoSettings& settings, const TextReader& reader)
{
    const uint64_t nodes = settings.Header(NODES).Get();
    const uint64_t podsize = settings.Header(PODSIZE).Get();
    const uint64_t radix = settings.Tier(0, RADIX_DOWN).Get();
    if (podsize > nodes || podsize % radix != 0)
    {
        reader.Fail(settings.Header(PODSIZE).at,
                    "Podsize " + std::to_string(podsize) +
                        "; expected at most Nodes = " + std::to_string(nodes) +
                        ", and a multiple of Radix_Down of Tier 0 = " + std::to_string(radix));
    }
    const uint64_t pods = (nodes + podsize - 1) / podsize; // rounded up
    if (settings.Tier(2, RADIX_DOWN).Get() != pods)
    {
        reader.Fail(settings.Tier(2, RADIX_DOWN).at,
                    "Radix_Down of Tier 2 is " +
                        std::to_string(settings.Tier(2, RADIX_DOWN).Get()) +
                        "; expected one link to each of the " + std::to_string(pods) + " pods");
    }
}

/** Radices and speeds fix the ratio that Oversubscribed states once more. */
void
CheckRatio(const TopoSettings& settings, const TextReader& reader, std::size_t tier)
{
    // A product on both sides: a quotient would be cut off.
    const uint64_t below = settings.Tier(tier, RADIX_DOWN).Get() * settings.Tier(tier, SPEED).Get();
    const uint64_t above =
        settings.Tier(tier, RADIX_UP).Get() * settings.Tier(tier + 1, SPEED).Get();
    if (below != above * settings.Tier(tier, OVERSUBSCRIBED).Get())
    {
        reader.Fail(
            settings.Tier(tier, RADIX_UP).at,
            "a switch of Tier " + std::to_string(tier) + " has " + std::to_string(below) +
                " Gb/s below and " + std::to_string(above) + " Gb/s above; expected a ratio of " +
                std::to_string(settings.Tier(tier, OVERSUBSCRIBED).Get()) + " (Oversubscribed)");
    }
}

} // namespace

void
CheckTopoShape(const TopoSettings& settings, const TextReader& reader)
{
    const uint64_t nodes = settings.Header(NODES).Get();
    const uint64_t podsize = settings.Header(PODSIZE).Get();
    // The file states numbers that follow from each other; two that differ are a mistake in one.
    if (settings.Tiers() == 2 && podsize != nodes)
    {
        reader.Fail(settings.Header(PODSIZE).at,
                    "Podsize " + std::to_string(podsize) +
                        " makes pods that two tiers do not join; expected Nodes = " +
                        std::to_string(nodes));
    }
    if (settings.Tiers() == 3)
    {
        CheckPods(settings, reader);
    }
    CheckBundle(settings, reader);
    const uint64_t t0s = (podsize + settings.Tier(0, RADIX_DOWN).Get() - 1) /
                         settings.Tier(0, RADIX_DOWN).Get(); // rounded up
    if (settings.Tier(1, RADIX_DOWN).Get() != t0s * settings.Tier(1, BUNDLE).Get())
    {
        reader.Fail(settings.Tier(1, RADIX_DOWN).at,
                    "Radix_Down of Tier 1 is " +
                        std::to_string(settings.Tier(1, RADIX_DOWN).Get()) + "; expected " +
                        LinksText(settings.Tier(1, BUNDLE).Get()) + " to each of the " +
                        std::to_string(t0s) + " switches of Tier 0" +
                        (settings.Tiers() == 3 ? " in a pod" : ""));
    }
    for (std::size_t tier = 0; tier + 1 < settings.Tiers(); ++tier)
    {
        CheckRatio(settings, reader, tier);
    }
}

} // namespace mrc
} // namespace ns3
