/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_TOPOLOGY_SHAPES_H
#define MRC_TEST_TOPOLOGY_SHAPES_H

#include "ns3/mrc-topology-spec.h"

#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

constexpr uint64_t GIGA = 1000000000;

/** @return a fabric at 100 Gb/s */
inline TopologySpec
SpecOf(uint32_t nics, uint32_t planes, uint32_t nicsPerT0, uint32_t t1Count)
{
    TopologySpec spec;
    spec.name = "test";
    spec.nics = nics;
    spec.planes = planes;
    spec.nicsPerT0 = nicsPerT0;
    spec.t1Count = t1Count;
    spec.nicLinkRate = 100 * GIGA;
    spec.fabricLinkRate = 100 * GIGA;
    return spec;
}

/** How the pods of a fabric of three tiers are made. */
struct Pods
{
    uint32_t t0s;       //!< of a pod
    uint32_t t1Uplinks; //!< T2s above each T1
};

/** @return this fabric in pods, of which t1Count is the number of T1s, below T2s */
inline TopologySpec
InPods(TopologySpec spec, const Pods& pods)
{
    spec.t0sPerPod = pods.t0s;
    spec.t1Uplinks = pods.t1Uplinks;
    spec.upperLinkRate = 100 * GIGA;
    return spec;
}

/** @return this fabric with several links of a T0 to each T1 */
inline TopologySpec
Bundled(TopologySpec spec, uint32_t links)
{
    spec.t1Links = links;
    return spec;
}

/** Shapes of every kind: full, partly filled, odd, one T0 without T1s, more T1s than T0s, one NIC,
 * and with bundles of links. Others are in pods: full, the last one partly filled, a single one.
 */
inline const TopologySpec SHAPES[] = {
    SpecOf(32, 2, 8, 8),
    SpecOf(37, 8, 16, 16),
    SpecOf(7, 3, 3, 5),
    SpecOf(5, 4, 16, 0),
    SpecOf(1, 1, 1, 1),
    SpecOf(16, 1, 4, 4),
    SpecOf(23, 5, 2, 1),
    Bundled(SpecOf(16, 2, 4, 3), 2),
    Bundled(SpecOf(37, 3, 5, 2), 4),
    InPods(SpecOf(128, 1, 4, 4), {4, 4}),
    InPods(SpecOf(37, 2, 3, 2), {4, 3}),
    InPods(SpecOf(9, 3, 2, 3), {7, 1}),
};

/** @return those, and others drawn at random */
inline std::vector<TopologySpec>
RandomShapes()
{
    std::vector<TopologySpec> shapes(std::begin(SHAPES), std::end(SHAPES));
    std::minstd_rand draw(7);
    for (int i = 0; i < 60; ++i)
    {
        const auto nics = static_cast<uint32_t>(1 + draw() % 90);
        const auto planes = static_cast<uint32_t>(1 + draw() % 8);
        const auto perT0 = static_cast<uint32_t>(1 + draw() % 20);
        const auto t1s = static_cast<uint32_t>(1 + draw() % 12);
        shapes.push_back(SpecOf(nics, planes, perT0, t1s));
        const Pods pods{1 + static_cast<uint32_t>(draw() % 5),
                        1 + static_cast<uint32_t>(draw() % 4)};
        shapes.push_back(InPods(shapes.back(), pods));
    }
    return shapes;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_TOPOLOGY_SHAPES_H */
