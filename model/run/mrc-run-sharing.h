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

class Network;

/**
 * Says how threads or ranks shared what a network ran so far: short windows are why such a run may
 * be slow [several-threads]. A WorkloadRun with a reporter says so itself.
 *
 * @param network that has run
 * @return lines for people; none of a run on one thread
 */
std::vector<std::string> DescribeSharing(Network& network);

/**
 * Says so on the error stream, over ranks once [several-threads].
 *
 * @param network that has run
 */
void TellSharing(Network& network);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_SHARING_H */
