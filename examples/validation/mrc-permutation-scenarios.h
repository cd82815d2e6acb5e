/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PERMUTATION_SCENARIOS_H
#define MRC_PERMUTATION_SCENARIOS_H

// Measurements on four racks of four NICs with 400G, as scenarios. Published without SRv6; expected
// values count its 40 bytes.

#include "mrc-scenario-parts.h"

#include "ns3/boolean.h"
#include "ns3/mrc-module.h"
#include "ns3/string.h"

#include <string>

namespace ns3
{

using Flows = decltype(mrc::StreamLoad::flows);

static const Flows TWO_RACKS{{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15}};
// Flow 7, the victim, goes to an idle NIC in the rack of the others' target.
static const Flows INCAST{{4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 1}};

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

#endif /* MRC_PERMUTATION_SCENARIOS_H */
