/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_PORTRAIT_H
#define MRC_SOAK_PORTRAIT_H

#include "ns3/mrc-qp.h"
#include "ns3/mrc-topology-spec.h"

#include <string>

namespace ns3
{
namespace mrc
{
namespace soak
{

/**
 * @param qp a queue pair that sends
 * @param spec its fabric
 * @return counters of both ends, and of each plane how many EVs of each uplink are usable or not:
 *         `+5` five usable, `-3` three assumed bad
 */
std::string PortraitOf(const Qp& qp, const TopologySpec& spec);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_PORTRAIT_H */
