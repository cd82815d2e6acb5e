/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-run-origin.h"

#include "ns3/rng-seed-manager.h"

namespace ns3
{
namespace mrc
{

/** Each file names its run: files of several runs often lie in one folder. */
std::string
RunOrigin()
{
    return "seed " + std::to_string(RngSeedManager::GetSeed()) + " run " +
           std::to_string(RngSeedManager::GetRun());
}

} // namespace mrc
} // namespace ns3
