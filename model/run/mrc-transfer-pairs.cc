/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transfer-pairs.h"

#include "ns3/mrc-network.h"

namespace ns3
{
namespace mrc
{

TransferPairs::TransferPairs(const NodeModel& node)
    : m_node(node),
      m_links(node)
{
}

Requestor&
TransferPairs::Connect(Network& network, const Transfer& transfer, bool isShared)
{
    const uint32_t from = transfer.source;
    const uint32_t to = transfer.destination;
    // Inside a node the fabric carries nothing.
    if (IsInside(from, to))
    {
        return m_links.Connect(transfer);
    }
    if (!isShared)
    {
        return NewPair(network, from, to);
    }
    const uint64_t ends = uint64_t{from} << 32 | to;
    auto shared = m_shared.find(ends);
    if (shared == m_shared.end())
    {
        shared = m_shared.try_emplace(ends, NewPair(network, from, to)).first;
    }
    return shared->second.Seat();
}

/** @return one queue pair, or several as if one */
Requestor&
TransferPairs::NewPair(Network& network, uint32_t from, uint32_t to)
{
    const uint32_t count = network.Unloaded().QueuePairsPerPair();
    if (count == 1)
    {
        return *network.Connect(from, to); // the network keeps the queue pair
    }
    // Several queue pairs look like one to the workload, which cuts nothing itself.
    std::vector<Requestor*> pairs;
    for (uint32_t i = 0; i < count; ++i)
    {
        pairs.push_back(PeekPointer(network.Connect(from, to)));
    }
    const uint32_t payload = network.Unloaded().Payload();
    m_bundles.push_back(std::make_unique<QueuePairBundle>(pairs, payload));
    return *m_bundles.back();
}

} // namespace mrc
} // namespace ns3
