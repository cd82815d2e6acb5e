/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NODE_LINKS_H
#define MRC_NODE_LINKS_H

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-node-times.h"
#include "ns3/mrc-requestor.h"

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
     * @param transfer from a GPU to one of the same node, or to itself: then Writes are work, as
     *        long as their bytes count nanoseconds. Work of a processor tells of a delivery when
     *        the work begins [goal-processors].
     * @return where the transfer posts, as long as this is there
     */
    Requestor& Connect(const Transfer& transfer);

  private:
    class Way;

    NodeTimes m_times;
    std::shared_ptr<UserCalendar> m_calendar; //!< null: ends are ordinary events
    QueuePairCounters m_none; //!< of senders: no packets. A job may have millions of ways
    QueuePairCounters m_peer; //!< the latest answer of a way about its peer
    std::vector<std::unique_ptr<Way>> m_ways;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NODE_LINKS_H */
