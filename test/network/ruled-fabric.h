/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RULED_FABRIC_H
#define RULED_FABRIC_H

#include "../mrc-test-network.h"
#include "pods-of-four.h"

#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-topology-spec.h"

#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return six NICs on two T0s and two T1s in two planes, with links that obey these rules */
inline TopologySpec
Ruled(const std::string& rules, TopologySpec spec = SixNics())
{
    spec.name = "test";
    spec.links = ReadLinkRules(rules, spec);
    return spec;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* RULED_FABRIC_H */
