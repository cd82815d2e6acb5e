/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_FIT_H
#define MRC_RUN_FIT_H

#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

class FlowCourse;
class Network;
struct ConnectionMatrix;

/**
 * Called before the driver makes the first connection in the network.
 *
 * @param matrix the transfers
 * @param network where; null is refused
 * @param repeat how often each transfer is done
 * @return the matrix, if the network can run it
 * @throws std::invalid_argument if not, with numbers that do not fit and expected ones
 */
const ConnectionMatrix& Checked(const ConnectionMatrix& matrix,
                                const Ptr<Network>& network,
                                uint32_t repeat);

/**
 * @param driver of the transfers, which alone knows which triggers cross NICs
 * @param network where
 * @throws std::invalid_argument if NICs would know of each other before any application could
 */
void CheckTriggers(const FlowCourse& driver, const Network& network);

/**
 * @param matrix that the network can run
 * @param network where
 * @return that the ranks of the workload fit, and when its transfers start, in words
 */
std::string FitOf(const ConnectionMatrix& matrix, const Ptr<Network>& network);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_FIT_H */
