/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_TOPOLOGY_H
#define MRC_TEST_TOPOLOGY_H

#include "ns3/mrc-topology-spec.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return a small fabric: NICs, NICs per T0, T1s, planes; 100 Gb/s, spec delays */
inline TopologySpec
SmallFabric(uint32_t nics, uint32_t nicsPerT0, uint32_t t1Count, uint32_t planes = 1)
{
    TopologySpec spec;
    spec.nics = nics;
    spec.nicsPerT0 = nicsPerT0;
    spec.t1Count = t1Count;
    spec.planes = planes;
    spec.nicLinkRate = spec.fabricLinkRate = 100000000000;
    return spec;
}

/** @return six NICs on two T0s and two T1s, two planes: nodes 0 .. 13, ports 0 .. 55 */
inline TopologySpec
SixNics()
{
    return SmallFabric(6, 3, 2, 2);
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_TOPOLOGY_H */
