/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOOP_PODS_H
#define LOOP_PODS_H

#include "../mrc-test-network.h"

#include "ns3/mrc-topology-spec.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return 16 NICs in four pods: two NICs on each of two T0s, two T1s with two T2s each */
inline TopologySpec
TwoPlanesOfFourPods()
{
    TopologySpec spec = SmallFabric(16, 2, 2, 2);
    spec.t0sPerPod = 2;
    spec.t1Uplinks = 2;
    spec.upperLinkRate = 100000000000;
    return spec;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* LOOP_PODS_H */
