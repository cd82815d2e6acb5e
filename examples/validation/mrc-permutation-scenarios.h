/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PERMUTATION_SCENARIOS_H
#define MRC_PERMUTATION_SCENARIOS_H

// What was measured on four racks of four NICs with 400G, as scenarios. Published without SRv6;
// what is expected counts its 40 bytes.

#include "mrc-scenario-parts.h"

#include "ns3/boolean.h"
#include "ns3/mrc-module.h"
#include "ns3/string.h"

#include <string>

namespace ns3
{

using Flows = decltype(mrc::StreamLoad::flows);

static const Flows TWO_RACKS{{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15}};
// Flow 7 is the victim: it goes to an idle NIC in the rack of the others' target.
static const Flows INCAST{{4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 1}};

// The switches were Tomahawk 5 (the paper's table 1): queues, buffer and marks of SONiC's template,
// but that nothing is marked towards NICs, as the paper has it [switch-profiles].
static void
UsePresetSwitches(mrc::FabricHelper& fabric)
{
    fabric.SetFabricAttribute("SwitchProfile", StringValue("preset"));
}

static Scenario
Permutation()
{
    Scenario scenario{"T9",
                      mrc::PresetTopology("leaf-spine-16x400g", 16),
                      {TWO_RACKS, 1, 1000000, 128}};
    scenario.configure = UsePresetSwitches;
    const Published published{390, "appendix", Bound::WITHIN};
    scenario.goals = {
        {mrc::SlowestFlow({0, 8}),
         {"T9", "goodput slowest flow", "Gb/s", published, 382.8, 1, Bound::WITHIN}},
        {mrc::FastestFlow({0, 8}),
         {"T9", "goodput fastest flow", "Gb/s", published, 382.8, 1, Bound::WITHIN}},
    };
    return scenario;
}

/** Seven senders and a victim beside them, with the default queues. */
static Scenario
Incast(const std::string& target)
{
    Scenario scenario{target,
                      mrc::PresetTopology("leaf-spine-16x400g", 16),
                      {INCAST, 1, 1000000, 128}};
    const auto published = [](double value, Bound bound) {
        return Published{value, "Fig. 18c", bound, 0.3 * 400 / value};
    };
    scenario.goals = {
        {mrc::SlowestFlow({0, 7}),
         {target,
          "goodput slowest sender",
          "Gb/s",
          published(55.5, Bound::WITHIN),
          54.9,
          1,
          Bound::WITHIN}},
        {mrc::FastestFlow({0, 7}),
         {target,
          "goodput fastest sender",
          "Gb/s",
          published(55.6, Bound::WITHIN),
          54.9,
          1,
          Bound::WITHIN}},
        {mrc::SlowestFlow({7, 1}),
         {target,
          "goodput victim",
          "Gb/s",
          published(388.8, Bound::AT_LEAST),
          383,
          0,
          Bound::AT_LEAST}},
        {mrc::PacketsTrimmed({0, 1}), {target, "packets trimmed", "", {}, NOTHING, 0, Bound::NONE}},
    };
    return scenario;
}

/** The same, with the switches of the preset [target-incast]. */
static Scenario
IncastOnPresetSwitches()
{
    Scenario scenario = Incast("T10");
    scenario.configure = UsePresetSwitches;
    return scenario;
}

/** The same, with marks towards NICs too, as the template has them. */
static Scenario
IncastWithTemplatesMarks()
{
    Scenario scenario = Incast("T10-marks");
    scenario.configure = [](mrc::FabricHelper& fabric) {
        UsePresetSwitches(fabric);
        fabric.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
    };
    return scenario;
}

} // namespace ns3

#endif /* MRC_PERMUTATION_SCENARIOS_H */
