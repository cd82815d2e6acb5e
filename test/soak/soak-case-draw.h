/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_CASE_DRAW_H
#define MRC_SOAK_CASE_DRAW_H

#include "soak-case.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{
namespace soak
{

/**
 * Draws a case, always the same of a seed.
 *
 * A case has 1 to 8 planes of 2 to 8 T0s and 2 to 16 T1s, and 2 to 8 NICs under a T0. Traffic is
 * few flows, permutations and incasts. Every selector and both deals occur, with few EVs and many.
 * Faults are as DrawFaults has them. Cases are small enough for some hundred in a minute.
 *
 * @param seed any number
 */
SoakCase DrawCase(uint64_t seed);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_CASE_DRAW_H */
