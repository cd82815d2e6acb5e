/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_OVERFLOW_H
#define MRC_QUEUE_OVERFLOW_H

#include "mrc-fabric-state.h"
#include "mrc-trim-queue.h"

namespace ns3
{
namespace mrc
{

/**
 * Which fate has a frame if the queue of its port has no room? A view of the fabric's state.
 */
class QueueOverflow
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit QueueOverflow(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Acts on a verdict other than QUEUED, after the switch's buffer or a user's policy had its
     * say.
     *
     * @param index which port
     * @param frame which frame
     * @param verdict of the queue
     * @param now when
     * @return whether the frame, whole or trimmed, is still to be queued
     */
    bool Settle(PortIndex index, FrameIndex frame, Verdict verdict, Instant now) const;

    /**
     * Acts on a verdict that is final.
     *
     * @param index which port
     * @param frame which frame
     * @param verdict trimmed or dropped
     * @param now when
     * @return whether the trimmed frame is still to be queued
     */
    bool End(PortIndex index, FrameIndex frame, Verdict verdict, Instant now) const;

    /**
     * @param index a port where a packet comes that does not fit
     * @return whether the newest that waits is to be trimmed instead, if that makes room
     *         [trim-victim]
     */
    bool ChoosesNewest(PortIndex index) const;

    /**
     * Takes the payload off a frame that is in no queue, and counts this.
     *
     * @param index the port that trims
     * @param frame which frame
     * @param now when
     */
    void Trim(PortIndex index, FrameIndex frame, Instant now) const;

  private:
    bool TrimNewest(PortIndex index, FrameIndex arriving, Instant now) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_OVERFLOW_H */
