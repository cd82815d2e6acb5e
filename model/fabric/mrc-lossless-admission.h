/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSSLESS_ADMISSION_H
#define MRC_LOSSLESS_ADMISSION_H

#include "mrc-arrival-gate.h"
#include "mrc-fabric-state.h"
#include "mrc-lossless-room.h"
#include "mrc-port-service.h"
#include "mrc-queued-frame.h"
#include "mrc-trim-queue.h"

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

    /**
     * As PortAdmission::Enqueue, of any frame in a switch of a fabric with PFC. LosslessRoom::Note
     * has been called. Static and inlined, as that is; nearly all frames are let in or sent here.
     */
    __attribute__((always_inline)) static void Arrive(FabricState& state,
                                                      PortIndex index,
                                                      FrameIndex frameIndex,
                                                      Instant now)
    {
        PortState& port = state.Port(index);
        if (__builtin_expect((port.flags & OTHERS) != PORT_LOSSLESS, 0))
        {
            LosslessAdmission(state).ArriveApart(index, frameIndex, now);
            return;
        }
        const PortService service(state);
        service.AdvanceLossless(index, port, now);
        const PortConfig& config = state.configs[port.config];
        Frame& frame = state.pool.At(frameIndex);
        const bool isLossless = state.classes.IsLossless(frame.dscp);
        if (port.free <= now && (isLossless || state.buffers.Any()))
        {
            // A frame that goes into service at once waits nowhere, and needs no room.
            service.Start(index, port, config, frameIndex, now);
        }
        else if (isLossless &&
                 LosslessRoom(state).TakeAtOnce(port, LosslessRoom::LinkOf(frame), frame.size))
        {
            TrimQueue(port, config, state.pool).Push(frameIndex, frame, TrafficClass::DATA);
        }
        else
        {
            LosslessAdmission(state).ArriveApart(index, frameIndex, now);
        }
    }

  private:
    /** Flags of ports where other frames are treated otherwise, or something follows. */
    static constexpr int OTHERS = ArrivalGate::FLAGS | QueuedFrame::FLAGS | PORT_WEIGHTED;

    // Out of line: few frames come here.
    __attribute__((noinline)) void ArriveApart(PortIndex index,
                                               FrameIndex frame,
                                               Instant now) const;
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
