/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSSLESS_ADMISSION_H
#define MRC_LOSSLESS_ADMISSION_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Where do lossless frames wait, and data at a paused port? A view of the fabric's state.
 */
class LosslessAdmission
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit LosslessAdmission(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * As PortAdmission::Enqueue, of lossless frames and of data at a paused port.
     *
     * @param index which port
     * @param frame which frame
     * @param now when
     */
    void Enqueue(PortIndex index, FrameIndex frame, Instant now) const;

  private:
    void Drop(PortIndex index, FrameIndex frame, Instant now) const;
    void EnqueueApart(PortIndex index, FrameIndex frame, Instant now) const;
    bool HasRoom(PortIndex index, FrameIndex frame, Instant now) const;
    void Put(PortIndex index, FrameIndex frame, Instant now) const;
    void CountDrop(PortIndex index, uint8_t dscp) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSSLESS_ADMISSION_H */
