/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topo-reader.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t BITS_PER_GIGABIT = 1000000000; // bit/s
constexpr uint64_t BITS_PER_MEGABIT = 1000000;    // bit/s
constexpr int64_t TOPO_PS_PER_NS = 1000;

/** A tier as the format has it: the speed and delay are those of links to what is below. */
struct WrittenTier
{
    const char* name;
    uint64_t rate; //!< bit/s
    Span delay;
    Span latency;
    uint64_t radixDown;
    uint64_t radixUp; //!< 0: the highest
    uint64_t bundle;
};

[[noreturn]] void
RefuseTopo(const TopologySpec& spec, const std::string& what)
{
    throw std::invalid_argument("topology " + spec.name + ": " + what);
}

/** @return the tiers from T0s up */
std::vector<WrittenTier>
WrittenTiersOf(const TopologySpec& spec)
{
    const uint64_t t0s = spec.HasPods() ? spec.t0sPerPod : spec.T0sPerPlane();
    std::vector<WrittenTier> tiers{
        {"T0", spec.nicLinkRate, spec.nicLinkDelay, spec.t0Latency, spec.nicsPerT0, 0, 1},
        {"T1", spec.fabricLinkRate, spec.fabricLinkDelay, spec.t1Latency, 0, 0, spec.t1Links},
    };
    tiers[0].radixUp = spec.T0Uplinks();
    tiers[1].radixDown = t0s * spec.t1Links;
    if (spec.HasPods())
    {
        tiers[1].radixUp = spec.t1Uplinks;
        tiers.push_back({"T2",
                         spec.upperLinkRate,
                         spec.upperLinkDelay,
                         spec.t2Latency,
                         spec.PodsPerPlane(),
                         0,
                         1});
    }
    return tiers;
}

/** Refuses what is no fat tree of whole switches. */
void
CheckTopoWhole(const TopologySpec& spec)
{
    if (spec.graph)
    {
        RefuseTopo(spec, "is a graph; expected a Clos network of numbers");
    }
    if (!spec.links.empty() && !spec.evenLinks)
    {
        RefuseTopo(spec, "has links that differ; expected all links of a tier to be alike");
    }
    if (spec.planes != 1)
    {
        RefuseTopo(spec,
                   "has " + std::to_string(spec.planes) +
                       " planes; expected one, as uet-htsim takes no more");
    }
    if (spec.t1Count == 0)
    {
        RefuseTopo(spec, "has one T0 and no T1s; expected two or three tiers");
    }
    const uint64_t whole = uint64_t{spec.nicsPerT0} * (spec.HasPods() ? spec.t0sPerPod : 1);
    if (spec.nics % whole != 0)
    {
        RefuseTopo(spec,
                   std::to_string(spec.nics) + " NICs leave the last " +
                       (spec.HasPods() ? "pod" : "T0") + " partly filled; expected a multiple of " +
                       std::to_string(whole) + ", as uet-htsim takes no other");
    }
    if (spec.nicLinkRate != spec.fabricLinkRate)
    {
        RefuseTopo(spec,
                   "T0s have " + std::to_string(spec.nicLinkRate) + " bit/s to NICs and " +
                       std::to_string(spec.fabricLinkRate) +
                       " bit/s to T1s; expected one rate, as uet-htsim takes no other");
    }
}

/** Refuses numbers of a tier that the format does not have. */
void
CheckTopoTier(const TopologySpec& spec, const WrittenTier& tier)
{
    const std::string of = std::string(tier.name) + "s: ";
    if (tier.rate % BITS_PER_GIGABIT != 0)
    {
        RefuseTopo(spec,
                   of + "links of " + std::to_string(tier.rate) + " bit/s; expected whole Gb/s");
    }
    if (tier.delay.Ps() == 0)
    {
        RefuseTopo(
            spec,
            of + "links without a delay; expected at least 1 ns, as uet-htsim takes no other");
    }
    for (const Span time : {tier.delay, tier.latency})
    {
        if (time.Ps() % TOPO_PS_PER_NS != 0)
        {
            RefuseTopo(spec, of + std::to_string(time.Ps()) + " ps; expected whole nanoseconds");
        }
    }
}

/** @return how many times more a switch of a tier has below than above */
uint64_t
TopoRatioOf(const TopologySpec& spec, const WrittenTier& tier, const WrittenTier& above)
{
    const uint64_t down = tier.radixDown * tier.rate;
    const uint64_t up = tier.radixUp * above.rate;
    if (down % up != 0)
    {
        RefuseTopo(spec,
                   std::string(tier.name) + "s: " + std::to_string(down / BITS_PER_GIGABIT) +
                       " Gb/s below and " + std::to_string(up / BITS_PER_GIGABIT) +
                       " Gb/s above; expected a whole ratio");
    }
    return down / up;
}

} // namespace

void
WriteTopology(std::ostream& out, const TopologySpec& spec)
{
    spec.Validate();
    CheckTopoWhole(spec);
    const std::vector<WrittenTier> tiers = WrittenTiersOf(spec);
    std::vector<uint64_t> ratios;
    for (std::size_t i = 0; i < tiers.size(); ++i)
    {
        CheckTopoTier(spec, tiers[i]);
        ratios.push_back(i + 1 < tiers.size() ? TopoRatioOf(spec, tiers[i], tiers[i + 1]) : 1);
    }
    const uint64_t pod = spec.HasPods() ? uint64_t{spec.t0sPerPod} * spec.nicsPerT0 : spec.nics;
    out << "# htsim_uec needs -linkspeed " << spec.nicLinkRate / BITS_PER_MEGABIT
        << " beside this file.\nNodes " << spec.nics << "\nTiers " << tiers.size() << "\nPodsize "
        << pod << '\n';
    for (std::size_t i = 0; i < tiers.size(); ++i)
    {
        const WrittenTier& tier = tiers[i];
        out << "\nTier " << i << "\nDownlink_speed_Gbps " << tier.rate / BITS_PER_GIGABIT
            << "\nRadix_Down " << tier.radixDown << '\n';
        if (tier.radixUp != 0)
        {
            out << "Radix_Up " << tier.radixUp << "\nOversubscribed " << ratios[i] << '\n';
        }
        out << "Downlink_Latency_ns " << tier.delay.Ps() / TOPO_PS_PER_NS << "\nSwitch_Latency_ns "
            << tier.latency.Ps() / TOPO_PS_PER_NS << '\n';
        if (tier.bundle != 1)
        {
            out << "Bundle " << tier.bundle << '\n';
        }
    }
}

} // namespace mrc
} // namespace ns3
