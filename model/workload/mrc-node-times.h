/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NODE_TIMES_H
#define MRC_NODE_TIMES_H

#include "mrc-connection-matrix.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <map>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * How long do GPUs keep their links inside a node busy, and their processors [node-links]?
 *
 * Calls come in the order of time, as one transfer or work waits for those before it.
 */
class NodeTimes
{
  public:
    /** @param node how fast the links are */
    explicit NodeTimes(const NodeModel& node)
        : m_node(node)
    {
    }

    /**
     * A GPU sends one transfer after the other.
     *
     * @param source the GPU
     * @param bytes of a transfer
     * @param now the time
     * @return when the last byte is there
     */
    Instant Send(uint32_t source, uint64_t bytes, Instant now);

    /**
     * A processor does one work after the other [goal-processors].
     *
     * @param source the GPU
     * @param cpu the processor
     * @param length of a work
     * @param now the time
     * @return when the work begins
     */
    Instant Occupy(uint32_t source, uint8_t cpu, Span length, Instant now);

  private:
    NodeModel m_node;
    std::map<uint32_t, Instant> m_free; //!< by GPU: when the last of the GPU's transfers has left
    std::map<std::pair<uint32_t, uint8_t>, Instant> m_idle; //!< by GPU and processor: when the last
                                                            //!< of the processor's work is done
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NODE_TIMES_H */
