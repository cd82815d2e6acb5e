/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DEAL_SCENARIOS_H
#define MRC_DEAL_SCENARIOS_H

// How EVs are dealt to the uplinks of a T0, and how many uplinks there are.

#include "mrc-loss-figures.h"
#include "mrc-scenario-parts.h"

#include "ns3/mrc-module.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

/** A fabric of two T0 groups, and a deal. */
struct Deal
{
    const char* suffix; //!< of the targets that have the scenario
    const char* preset;
    uint32_t nicsPerT0; //!< of the preset
    const char* random; //!< of EvProfile::RandomDeal

    /** @return the first NIC of the second group */
    uint32_t Across() const
    {
        return nicsPerT0;
    }

    /** Gives a scenario between 16 and 16 NICs this fabric and deal. */
    void Apply(Scenario& scenario) const
    {
        scenario.target += suffix;
        scenario.topology = mrc::PresetTopology(preset, nicsPerT0 + 16);
        scenario.configure = [random = random](mrc::FabricHelper& fabric) {
            fabric.SetEvAttribute("RandomDeal", StringValue(random));
        };
    }
};

/** The small fabric and the paper's fan-out, each with both deals [deals-shown]. */
static const Deal DEALS[] = {
    {"", "clos-8x100g", 16, "false"},
    {"-random", "clos-8x100g", 16, "true"},
    {"-256", "clos-8x100g-256", 256, "false"},
    {"-256-random", "clos-8x100g-256", 256, "true"},
};

/**
 * All NICs of a T0 with 256 uplinks send to those of another one, in one plane, over few EVs each.
 *
 * @param evs EVs of a flow
 * @param random of EvProfile::RandomDeal
 */
static Scenario
FewEvs(uint32_t evs, const char* random)
{
    constexpr uint32_t NICS = 256; // of a T0
    Scenario scenario;
    scenario.target =
        "EV" + std::to_string(evs) + (std::string(random) == "true" ? "-random" : "-even");
    scenario.topology = mrc::PresetTopology("clos-8x100g-256", 2 * NICS);
    scenario.topology.planes = 1;
    scenario.load = {{}, 1, 1000000, 128};
    for (uint32_t nic = 0; nic < NICS; ++nic)
    {
        scenario.load.flows.push_back({nic, nic + NICS});
    }
    scenario.configure = [=](mrc::FabricHelper& fabric) {
        fabric.SetEvAttribute("RandomDeal", StringValue(random));
        fabric.SetEvAttribute("Active", UintegerValue(evs));
        fabric.SetEvAttribute("Backup", UintegerValue(evs));
    };
    const auto report = [&](const char* figure, const char* unit, const mrc::Figure& value) {
        scenario.goals.push_back(
            {value, {scenario.target, figure, unit, {}, NOTHING, 0, Bound::NONE}});
    };
    report("goodput slowest flow", "Gb/s", mrc::SlowestFlow({0, NICS}));
    report("goodput mean of 256 flows", "Gb/s", mrc::MeanFlow({0, NICS}));
    report("packets trimmed", "", mrc::PacketsTrimmed({0, 1}));
    return scenario;
}

} // namespace ns3

#endif /* MRC_DEAL_SCENARIOS_H */
