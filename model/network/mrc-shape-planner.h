/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHAPE_PLANNER_H
#define MRC_SHAPE_PLANNER_H

#include "mrc-clos-shape.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The NICs that a fabric has to join, and the switches for the fabric. */
struct ShapeQuestion
{
    uint64_t nics{131072};                   //!< NICs, 1 .. 2^32
    uint64_t nicRate{800000000000};          //!< of a NIC over all of the NIC's ports, bit/s
    uint64_t switchCapacity{51200000000000}; //!< of all ports of a switch together, bit/s
    uint32_t maxRadix{512};     //!< most ports that a switch can be split into, 4 .. 4096
    uint32_t rails{1};          //!< NICs of a server on T0s of their own, 1 .. 64
    double oversubscription{1}; //!< of T0s: bandwidth down for each bit/s up, 1 .. 64

    /**
     * @throws std::invalid_argument naming the field, its value and the expected one
     */
    void Validate() const;
};

/** A number of planes and tiers, and whether they join all NICs. */
struct PlannedShape
{
    uint32_t planes{1};             //!< ports of a NIC
    uint32_t tiers{1};              //!< of switches
    uint32_t radix{0};              //!< ports of a switch at the rate of a NIC's port
    uint64_t capacity{0};           //!< most NICs that so many tiers join
    std::optional<ClosShape> shape; //!< nothing if the capacity does not suffice
};

/**
 * Finds the folded Clos fabrics that join so many NICs [planned-shapes].
 *
 * A switch has as many ports of a NIC port's rate as its capacity allows. Half of the ports look
 * up, of T0s as many as the oversubscription leaves, of the highest tier none. For each number of
 * planes (1, 2, 4, 8) there is one entry for each number of tiers up to the first that does. There
 * are at most four tiers.
 *
 * @param question the needs
 * @return the entries, by planes and then tiers
 * @throws std::invalid_argument as ShapeQuestion::Validate
 */
std::vector<PlannedShape> PlanShapes(const ShapeQuestion& question);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHAPE_PLANNER_H */
