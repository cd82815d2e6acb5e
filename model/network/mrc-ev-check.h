/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_CHECK_H
#define MRC_EV_CHECK_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-qp-config.h"

namespace ns3
{
namespace mrc
{

/**
 * Checks that the EVs of a profile fit a fabric: on each plane as many, over uplinks that there
 * are.
 *
 * @param spec the fabric
 * @param ev the EVs
 * @throws std::invalid_argument naming the attribute, what it says and what was expected
 */
void CheckEvs(const TopologySpec& spec, const EvConfig& ev);

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_CHECK_H */
