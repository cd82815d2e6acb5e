/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RACK_INCAST_SCENARIOS_H
#define MRC_RACK_INCAST_SCENARIOS_H

// Incasts in the racks of mrc-permutation-scenarios.h, as scenarios.

#include "mrc-loss-figures.h"
#include "mrc-permutation-scenarios.h"

#include "ns3/boolean.h"
#include "ns3/mrc-module.h"

#include <string>

namespace ns3
{

// Flow 7, the victim, goes to an idle NIC in the rack of the others' target.
static const Flows INCAST{{4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 1}};

/** The expected shares of an incast, in Gb/s. */
struct IncastShares
{
    double each;   //!< of a sender
    double victim; //!< at least
};

/** Seven senders and a victim beside them, with the default queues. */
static Scenario
Incast(const std::string& target, const IncastShares& shares = {54.9, 383})
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
          shares.each,
          1,
          Bound::WITHIN}},
        {mrc::FastestFlow({0, 7}),
         {target,
          "goodput fastest sender",
          "Gb/s",
          published(55.6, Bound::WITHIN),
          shares.each,
          1,
          Bound::WITHIN}},
        {mrc::SlowestFlow({7, 1}),
         {target,
          "goodput victim",
          "Gb/s",
          published(388.8, Bound::AT_LEAST),
          shares.victim,
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

/** The same without SRv6 [ev-formats]: a seventh of the line, and at most 0.4 % less than all. */
static Scenario
DirectIncast(const std::string& target, const std::string& format)
{
    Scenario scenario = Incast(target, {55.44, 386.7});
    scenario.configure = [format](mrc::FabricHelper& fabric) {
        UsePresetSwitches(fabric);
        UseDirectPackets(fabric, format);
    };
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

#endif /* MRC_RACK_INCAST_SCENARIOS_H */
