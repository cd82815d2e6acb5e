/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-preset-switches.h"

#include "mrc-preset-rows.h"

namespace ns3
{
namespace mrc
{

SwitchModel
PresetSwitches(const TopologySpec& spec)
{
    struct Row
    {
        const char* name; //!< of a preset
        SwitchModel switches;
    };

    // The paper's table 1: B has Spectrum-5, of which no template is public; A has both kinds.
    const Row rows[] = {
        {"clos-8x100g", SWITCHES_SPECTRUM4_SONIC},
        {"clos-8x100g-256", SWITCHES_SPECTRUM4_SONIC},
        {"clos-4x200g", SWITCHES_SPECTRUM4_SONIC},
        {"clos-4x200g-128", SWITCHES_SPECTRUM4_SONIC},
        {"clos-4x100g", SWITCHES_TOMAHAWK5_SONIC},
        {"clos-4x100g-256", SWITCHES_TOMAHAWK5_SONIC},
        {"leaf-spine-16x400g", SWITCHES_TOMAHAWK5_SONIC},
    };
    const Row* const found = FindRow(rows, spec.name);
    return found == nullptr ? SWITCHES_UEC : found->switches;
}

} // namespace mrc
} // namespace ns3
