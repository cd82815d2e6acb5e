/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NETWORK_TEXT_H
#define MRC_NETWORK_TEXT_H

#include <string>

namespace ns3
{
namespace mrc
{

class Network;

/**
 * @param network as it stands before a run
 * @return in one line what it is: NICs, planes, paths of a pair, link rates, base round trip and
 *         bandwidth-delay product of the longest path, limits of its queues, and trimming
 */
std::string DescribeNetwork(Network& network);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NETWORK_TEXT_H */
