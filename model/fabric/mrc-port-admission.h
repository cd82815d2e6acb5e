/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_ADMISSION_H
#define MRC_PORT_ADMISSION_H

#include "mrc-fabric-state.h"
#include "mrc-port-service.h"

namespace ns3
{
namespace mrc
{

/**
 * What becomes of a frame that is to leave by a port: sent, queued, trimmed or dropped? A view of
 * the fabric's state.
 */
class PortAdmission
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit PortAdmission(FabricState& state)
        : m_state(state)
    {
    }

    /** As Fabric::Enqueue; static and inlined, since a hop would else store views in memory. */
    __attribute__((always_inline)) static void Enqueue(FabricState& state,
                                                       PortIndex index,
                                                       FrameIndex frameIndex,
                                                       Instant now)
    {
        PortState& port = state.Port(index);
        Frame& frame = state.pool.At(frameIndex);
        if (__builtin_expect((port.flags & BEFORE) != 0, 0) &&
            !PortAdmission(state).LetsIn(index, frameIndex, now))
        {
            return;
        }
        const PortService service(state);
        service.Advance(index, port, now);
        const PortConfig& config = state.configs[port.config];
        const TrimQueue queue(port, config, state.pool);
        TrafficClass where = state.classes.Of(frame.dscp);
        const Verdict verdict = queue.Admit(frame, state.classes);
        if (__builtin_expect(verdict.kind != Verdict::Kind::QUEUED, 0))
        {
            if (!PortAdmission(state).Settle(index, frameIndex, verdict, now))
            {
                return;
            }
            where = state.classes.Of(frame.dscp); // trimmed, it has another
        }
        if (port.free <= now)
        {
            service.Start(index, port, config, frameIndex, now);
        }
        else
        {
            queue.Push(frameIndex, frame, where);
        }
        if (__builtin_expect((port.flags & BEHIND) != 0, 0))
        {
            PortAdmission(state).Finish(index, port, frameIndex, now);
        }
    }

  private:
    /** Flags of ports that do more before an admission. */
    static constexpr int BEFORE = PORT_DOWN | PORT_WRED | PORT_LOSSLESS | PORT_PAUSED;
    /** Flags of ports that do more behind an admission. */
    static constexpr int BEHIND =
        PORT_BY_EVENTS | PORT_HOP_FOLLOWED | PORT_RETX_FIRST | PORT_MARKS_EARLY;

    bool LetsIn(PortIndex index, FrameIndex frame, Instant now) const;
    void EnqueueApart(PortIndex index, FrameIndex frame, Instant now) const;
    bool HasRoomApart(PortIndex index, FrameIndex frame, Instant now) const;
    void PutApart(PortIndex index, FrameIndex frame, Instant now) const;
    bool IsDroppedEarly(PortIndex index, const Frame& frame, Instant now) const;
    bool Settle(PortIndex index, FrameIndex frame, Verdict verdict, Instant now) const;
    bool TrimNewest(PortIndex index, FrameIndex arriving, Instant now) const;
    void Trim(PortIndex index, FrameIndex frame, Instant now) const;
    void LoseAtDownPort(PortIndex index, FrameIndex frame, Instant now) const;
    void Finish(PortIndex index, PortState& port, FrameIndex frame, Instant now) const;
    void Tell(PortIndex index, const PortState& port, FrameIndex frame, Instant now) const;
    void ScheduleIfFirst(PortIndex index, const PortState& port, FrameIndex frame) const;
    void MarkEarly(PortIndex index, const PortState& port, FrameIndex frame, Instant now) const;
    void Promote(PortState& port, FrameIndex frame) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_ADMISSION_H */
