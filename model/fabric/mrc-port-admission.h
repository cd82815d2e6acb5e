/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_ADMISSION_H
#define MRC_PORT_ADMISSION_H

#include "mrc-arrival-gate.h"
#include "mrc-fabric-state.h"
#include "mrc-port-service.h"
#include "mrc-queue-overflow.h"
#include "mrc-queued-frame.h"

namespace ns3
{
namespace mrc
{

/**
 * Which fate has a frame that is to leave by a port: sent, queued, trimmed or dropped? A view of
 * the fabric's state.
 */
class PortAdmission
{
  public:
    /** As Fabric::Enqueue; static and inlined, since a hop would else store views in memory. */
    __attribute__((always_inline)) static void Enqueue(FabricState& state,
                                                       PortIndex index,
                                                       FrameIndex frameIndex,
                                                       Instant now)
    {
        Enqueue(state, index, state.Port(index), frameIndex, state.pool.At(frameIndex), now);
    }

    /**
     * As above, for those that have what the indices name: memory need not be asked again.
     *
     * @param state the fabric's
     * @param index of the port
     * @param port of the index
     * @param frameIndex of the frame
     * @param frame of the index
     * @param now the time
     */
    __attribute__((always_inline)) static void Enqueue(FabricState& state,
                                                       PortIndex index,
                                                       PortState& port,
                                                       FrameIndex frameIndex,
                                                       Frame& frame,
                                                       Instant now)
    {
        // all that a plain port lacks is asked about at once
        if (__builtin_expect((port.flags & (ArrivalGate::FLAGS | QueuedFrame::FLAGS)) != 0, 0))
        {
            EnqueueApart(state, index, frameIndex, now);
            return;
        }
        EnqueuePlain(state, index, port, frameIndex, frame, now);
    }

  private:
    /** Enqueue where something comes before or behind. Out of line, as few ports have that. */
    __attribute__((noinline)) static void EnqueueApart(FabricState& state,
                                                       PortIndex index,
                                                       FrameIndex frameIndex,
                                                       Instant now)
    {
        PortState& port = state.Port(index);
        if ((port.flags & ArrivalGate::FLAGS) != 0 &&
            !ArrivalGate(state).LetsIn(index, frameIndex, now))
        {
            return;
        }
        if (EnqueuePlain(state, index, port, frameIndex, state.pool.At(frameIndex), now) &&
            (port.flags & QueuedFrame::FLAGS) != 0)
        {
            QueuedFrame(state).Finish(index, port, frameIndex, now);
        }
    }

    /** @return whether the frame is sent or queued, and not dropped */
    __attribute__((always_inline)) static bool EnqueuePlain(FabricState& state,
                                                            PortIndex index,
                                                            PortState& port,
                                                            FrameIndex frameIndex,
                                                            Frame& frame,
                                                            Instant now)
    {
        const PortService service(state);
        service.Advance(index, port, now);
        const PortConfig& config = state.configs[port.config];
        const TrimQueue queue(port, config, state.pool);
        TrafficClass where = state.classes.Of(frame.dscp);
        const Verdict verdict = queue.Admit(frame, state.classes);
        if (__builtin_expect(verdict.kind != Verdict::Kind::QUEUED, 0))
        {
            if (!QueueOverflow(state).Settle(index, frameIndex, verdict, now))
            {
                return false;
            }
            where = state.classes.Of(frame.dscp); // a trimmed frame has another class
        }
        if (port.free <= now)
        {
            service.Start(index, port, config, frameIndex, now);
        }
        else
        {
            queue.Push(frameIndex, frame, where);
        }
        return true;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_ADMISSION_H */
