/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NODE_GROUPS_H
#define MRC_NODE_GROUPS_H

#include "mrc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which nodes have to be in one shard?
 *
 * A NIC's pump asks its ports, so links of NICs are never cut. A NIC is in a group with the
 * switches that it hangs on, and these are in one with their other NICs. Each group goes by its
 * lowest node: a NIC, or a switch without NICs.
 */
class NodeGroups
{
  public:
    /** @param topology the fabric */
    explicit NodeGroups(const Topology& topology);

    /** @return the lowest node of a node's group. @param node of the fabric */
    uint32_t Of(uint32_t node);

  private:
    void Join(uint32_t one, uint32_t other);

    std::vector<uint32_t> m_lower; //!< by node: itself, or a lower node of its group
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NODE_GROUPS_H */
