/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_SHARING_H
#define MRC_RUN_SHARING_H

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class ShardSet;

/**
 * Says how threads or ranks shared a run: short windows are why such a run may be slow.
 *
 * @param shards of a run that has ended
 * @return lines for people; none of a run on one thread
 */
std::vector<std::string> DescribeSharing(const ShardSet& shards);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_SHARING_H */
