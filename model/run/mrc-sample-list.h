/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SAMPLE_LIST_H
#define MRC_SAMPLE_LIST_H

#include "ns3/mrc-port-index.h"
#include "ns3/mrc-qp.h"
#include "ns3/ptr.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Network;

/** What a Sampler reads. */
struct SampleTargets
{
    std::vector<PortIndex> ports;    //!< in ascending order
    std::vector<Ptr<Qp>> queuePairs; //!< in the order in which they were made
};

/**
 * Reads what to sample, as a user writes it on a command line.
 *
 * @param list items with commas between them: nodes and ports as in ReadPortList, `qp:3` for all
 * queue pairs by which NIC 3 posts, `qp:3.7` for those of them to NIC 7; `all` is everything
 * @param network with the queue pairs that there are
 * @throws std::invalid_argument naming the item that is nothing of this network
 */
SampleTargets ReadSampleList(const std::string& list, const Network& network);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SAMPLE_LIST_H */
