/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_PRESETS_H
#define MRC_GRAPH_PRESETS_H

#include "mrc-topology-spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** @return the names of presets that are graphs: rail-optimised, or of four tiers */
std::vector<std::string> GraphPresetNames();

/**
 * @param name of a preset
 * @param nics how many NICs
 * @return the fabric of that name as a graph [rail-optimised] [four-tier-presets]; nothing if no
 *         graph has the name
 * @throws std::invalid_argument if the preset cannot have that many NICs
 */
std::optional<TopologySpec> GraphPreset(const std::string& name, uint32_t nics);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_PRESETS_H */
