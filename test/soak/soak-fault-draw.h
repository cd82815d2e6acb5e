/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_FAULT_DRAW_H
#define MRC_SOAK_FAULT_DRAW_H

#include "soak-case.h"
#include "soak-draws.h"

#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/**
 * Draws the faults of a case: up to eight strokes, each upon something that a flow of the case uses,
 * or, one time in four, upon anything.
 *
 * A stroke hits a link, a T0, a T1 or a port, one direction of a link or port, all uplinks of a T0
 * but a few, all T1s of a plane but a few. It begins before the start, or at a time when flows may
 * be under way; it lasts for 10 us to 6 ms or for ever, and may come again some times.
 *
 * @param draws where from
 * @param spoilt topology and flows
 */
std::vector<SoakFault> DrawFaults(Draws& draws, const SoakCase& spoilt);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_FAULT_DRAW_H */
