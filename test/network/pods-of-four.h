/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PODS_OF_FOUR_H
#define PODS_OF_FOUR_H

#include "../mrc-test-topology.h"

#include "ns3/mrc-topology-spec.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return NICs in pods of four: two NICs on each of two T0s, two T1s with two T2s each */
inline TopologySpec
PodsOfFour(uint32_t nics, uint32_t planes = 1)
{
    TopologySpec spec = SmallFabric(nics, 2, 2, planes);
    spec.t0sPerPod = 2;
    spec.t1Uplinks = 2;
    spec.upperLinkRate = 100000000000;
    return spec;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* PODS_OF_FOUR_H */
