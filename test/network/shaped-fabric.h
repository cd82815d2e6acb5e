/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SHAPED_FABRIC_H
#define MRC_TEST_SHAPED_FABRIC_H

#include "ns3/mrc-clos-shape.h"
#include "ns3/mrc-shape-planner.h"
#include "ns3/mrc-topology-spec.h"

#include <cstdint>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return the planned fabric of four tiers of switches that have so many ports of 100 Gb/s */
inline ClosShape
PlannedFourTiers(uint64_t nics, uint32_t planes, uint32_t radix)
{
    ShapeQuestion question;
    question.nics = nics;
    question.nicRate = planes * uint64_t{100000000000};
    question.switchCapacity = radix * question.nicRate; // as many as can be split at most
    question.maxRadix = radix;
    for (const PlannedShape& entry : PlanShapes(question))
    {
        if (entry.planes == planes && entry.tiers == 4 && entry.shape)
        {
            return *entry.shape;
        }
    }
    throw std::invalid_argument("expected NICs for which four tiers are planned");
}

/** @return four tiers of switches with four ports: 32 NICs */
inline TopologySpec
FourTiersOf(uint32_t planes)
{
    return TopologyOfShape(PlannedFourTiers(32, planes, 4), "four-tiers");
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SHAPED_FABRIC_H */
