/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSFER_PAIRS_H
#define MRC_TRANSFER_PAIRS_H

#include "mrc-node-links.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-queue-pair-bundle.h"
#include "ns3/mrc-shared-queue-pair.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

class Network;

/** To which queue pair does a transfer of a run post? */
class TransferPairs
{
  public:
    /** @param node which NICs are of one node, and how fast its links are */
    explicit TransferPairs(const NodeModel& node);

    /**
     * @param from a NIC
     * @param to another one
     * @return whether traffic from the one to the other crosses no fabric
     */
    bool IsInside(uint32_t from, uint32_t to) const
    {
        return m_node.Holds(from, to);
    }

    /**
     * @param network makes queue pairs
     * @param transfer from one NIC to another
     * @param isShared whether all transfers between the two share a queue pair
     * @return the queue pair of one transfer, as long as this is there
     */
    Requestor& Connect(Network& network, const Transfer& transfer, bool isShared);

  private:
    Requestor& NewPair(Network& network, uint32_t from, uint32_t to);

    NodeModel m_node;
    NodeLinks m_links;
    std::vector<std::unique_ptr<QueuePairBundle>> m_bundles;
    std::unordered_map<uint64_t, SharedQueuePair> m_shared; //!< by NICs, the source above
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSFER_PAIRS_H */
