/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_CHECK_H
#define MRC_EV_CHECK_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-qp-config.h"

namespace ns3
{
namespace mrc
{

/**
 * Checks that the EVs of a profile fit a fabric. Each plane must have as many EVs as the others,
 * over uplinks that there are, in a format that the fabric's packets can carry.
 *
 * @param spec the fabric
 * @param ev the EVs
 * @param encapsulation the fabric's
 * @throws std::invalid_argument naming the attribute, its value and the expected one
 */
void CheckEvs(const TopologySpec& spec,
              const EvConfig& ev,
              Encapsulation encapsulation = ENCAPSULATION_SRV6);

/**
 * Checks that EVs of a queue pair mean the same to the fabric as those of its network.
 *
 * @param own of the queue pair
 * @param network of the network's profile
 * @throws std::invalid_argument naming both if they differ
 */
void CheckSameFormat(EvFormat own, EvFormat network);

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_CHECK_H */
