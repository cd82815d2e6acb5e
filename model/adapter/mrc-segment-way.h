/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEGMENT_WAY_H
#define MRC_SEGMENT_WAY_H

#include "mrc-srv6-tables.h"

namespace ns3
{
namespace mrc
{

/**
 * Refuses a way that no packet could mean to go [segment-ways].
 *
 * @param policy a prefix and its segments
 * @throws std::invalid_argument naming the segment: no unicast address, a step from one segment to
 * the next for the second time, or a first segment that the prefix of the policy covers
 */
void CheckWay(const SegmentPolicy& policy);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_WAY_H */
