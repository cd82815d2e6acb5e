/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PERMUTATION_SCENARIOS_H
#define MRC_PERMUTATION_SCENARIOS_H

// Measurements on four racks of four NICs with 400G, as scenarios. Published without SRv6; expected
// values count its 40 bytes.

#include "mrc-scenario-parts.h"

#include "ns3/mrc-module.h"
#include "ns3/string.h"

#include <string>

namespace ns3
{

using Flows = decltype(mrc::StreamLoad::flows);

static const Flows TWO_RACKS{{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15}};

// The switches were Tomahawk 5 (the paper's table 1). Queues, buffer and marks are those of SONiC's
// template, but nothing is marked towards NICs, as the paper has it [switch-profiles].
static void
UsePresetSwitches(mrc::FabricHelper& fabric)
{
    fabric.SetFabricAttribute("SwitchProfile", StringValue("preset"));
}

/** @return eight flows across the spines, each of which should get this goodput in Gb/s
 * [target-permutation] */
static Scenario
PermutationOf(const std::string& target, double expected)
{
    Scenario scenario{target,
                      mrc::PresetTopology("leaf-spine-16x400g", 16),
                      {TWO_RACKS, 1, 1000000, 128}};
    scenario.configure = UsePresetSwitches;
    const Published published{390, "appendix", Bound::WITHIN};
    scenario.goals = {
        {mrc::SlowestFlow({0, 8}),
         {target, "goodput slowest flow", "Gb/s", published, expected, 1, Bound::WITHIN}},
        {mrc::FastestFlow({0, 8}),
         {target, "goodput fastest flow", "Gb/s", published, expected, 1, Bound::WITHIN}},
    };
    return scenario;
}

static Scenario
Permutation()
{
    return PermutationOf("T9", 382.8);
}

/** Of 400 Gb/s without SRv6, in Gb/s: 4,096 of 4,222 bytes on the line are payload [frame-sizes].
 */
constexpr double DIRECT_GOODPUT = 388.1;

/** Without SRv6, over IPv6. @param format of EVs: Udp or Stev */
static void
UseDirectPackets(mrc::FabricHelper& fabric, const std::string& format)
{
    fabric.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
    fabric.SetEvAttribute("Format", StringValue(format));
}

/** The same without SRv6 [ev-formats]. */
static Scenario
DirectPermutation(const std::string& target, const std::string& format)
{
    Scenario scenario = PermutationOf(target, DIRECT_GOODPUT);
    scenario.configure = [format](mrc::FabricHelper& fabric) {
        UsePresetSwitches(fabric);
        UseDirectPackets(fabric, format);
    };
    return scenario;
}

} // namespace ns3

#endif /* MRC_PERMUTATION_SCENARIOS_H */
