/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_FAULT_DRAW_H
#define MRC_SOAK_FAULT_DRAW_H

#include "../mrc-counted-draws.h"
#include "soak-case.h"

#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/**
 * Draws the faults of a case: up to eight strokes. Each is upon something that a flow of the case
 * uses, or, one time in four, upon anything.
 *
 * A stroke stops a link, a port, one direction of either, a T0, a T1 or a plane. Or it stops all
 * uplinks of a T0 or all T1s of a plane but a few. The ends of the part see the stop, or do not.
 * Other strokes slow a link or port down, or let all links of a flow's paths lose frames. A stroke
 * begins before the start, or at a time when flows may be under way. A stroke lasts for 10 us to 6
 * ms or for ever, and may come again some times.
 *
 * @param draws where from
 * @param spoilt topology and flows
 */
std::vector<SoakFault> DrawFaults(test::CountedDraws& draws, const SoakCase& spoilt);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_FAULT_DRAW_H */
