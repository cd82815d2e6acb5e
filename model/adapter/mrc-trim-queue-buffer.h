/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_QUEUE_BUFFER_H
#define MRC_TRIM_QUEUE_BUFFER_H

#include "ns3/mrc-shared-buffer.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The buffer that several TrimQueueDiscs share: those of one node, as the ports of a switch do
 * [shared-buffer].
 */
class TrimQueueBuffer : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TrimQueueBuffer();

    /** @return how full the buffer is */
    const SharedBuffer& Room() const;

    /**
     * Takes notice of a queue that holds other bytes of the buffer than before.
     *
     * @param before bytes that the queue held
     * @param after bytes that the queue holds
     */
    void Change(uint64_t before, uint64_t after);

  private:
    void SetSize(uint64_t bytes);
    uint64_t GetSize() const;
    uint64_t Used() const;
    uint64_t Peak() const;

    SharedBuffer m_room;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_QUEUE_BUFFER_H */
