/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DELAY_BOUND_H
#define MRC_DELAY_BOUND_H

#include "ns3/attribute.h"
#include "ns3/nstime.h"

namespace ns3
{
namespace mrc
{

/**
 * Refuses a delay that no link, switch or host has.
 *
 * @param attribute name of the attribute, for the message
 * @param delay the value, expected to be 0 .. 1 s: sums of them stay far from the end of Instant
 * @throws std::invalid_argument naming both
 */
void RefuseDelay(const char* attribute, const Time& delay);

/** The same for an attribute of a running network: a fatal error. */
void CheckDelay(const char* attribute, const Time& delay);

/**
 * @return the checker of a delay's attribute. The checker names the bounds of RefuseDelay, and
 * leaves the refusal to that function, because ns-3 names no bounds in its own errors
 */
Ptr<const AttributeChecker> MakeDelayChecker();

} // namespace mrc
} // namespace ns3

#endif /* MRC_DELAY_BOUND_H */
