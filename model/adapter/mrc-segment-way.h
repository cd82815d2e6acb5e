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
 * @param policy a prefix and the segments
 * @throws std::invalid_argument naming the segment if that is no unicast address, or a first
 * segment that the prefix of the policy covers
 * @throws std::invalid_argument naming the segment if a step from one segment to the next comes for
 * the second time
 */
void CheckWay(const SegmentPolicy& policy);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_WAY_H */
