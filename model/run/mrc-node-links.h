/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NODE_LINKS_H
#define MRC_NODE_LINKS_H

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-requestor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Does the part of a workload that GPUs do without the fabric: transfers inside a node, and work
 *  [node-links].
 */
class NodeLinks
{
  public:
    /** @param node how fast the links are */
    explicit NodeLinks(const NodeModel& node);
    ~NodeLinks();

    NodeLinks(const NodeLinks&) = delete;
    NodeLinks& operator=(const NodeLinks&) = delete;

    /**
     * @param source a GPU
     * @param destination one of the same node, or the same one: then Writes are work, as long as
     *        their bytes count nanoseconds
     * @return where one transfer posts, as long as this is there
     */
    Requestor& Connect(uint32_t source, uint32_t destination);

  private:
    class Way;

    Instant Send(uint32_t source, uint64_t bytes, Instant now);

    NodeModel m_node;
    std::map<uint32_t, Instant> m_free; //!< by GPU: when the last of the GPU's transfers has left
    std::vector<std::unique_ptr<Way>> m_ways;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NODE_LINKS_H */
