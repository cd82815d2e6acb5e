/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PRESET_SWITCHES_H
#define MRC_PRESET_SWITCHES_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-fabric-config.h"

namespace ns3
{
namespace mrc
{

/**
 * @param spec the topology, known by its name
 * @return the switches of the cluster of that preset [cluster-presets]; SWITCHES_UEC for all other
 * topologies
 */
SwitchModel PresetSwitches(const TopologySpec& spec);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PRESET_SWITCHES_H */
