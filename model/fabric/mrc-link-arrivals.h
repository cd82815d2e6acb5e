/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_ARRIVALS_H
#define MRC_LINK_ARRIVALS_H

#include "mrc-fabric-hints.h"
#include "mrc-fabric-state.h"
#include "mrc-fingerprint.h"
#include "mrc-frame-ends.h"
#include "mrc-link-pipe.h"
#include "mrc-owned-parts.h"
#include "mrc-port-admission.h"

namespace ns3
{
namespace mrc
{

/** Which events happen at the far end of a link? A view of the fabric's state. */
class LinkArrivals
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit LinkArrivals(FabricState& state)
        : m_state(state)
    {
    }

    /** As FabricEvents::Admit; static and inlined, since a hop would else store views in memory. */
    __attribute__((always_inline)) static FrameIndex Admit(FabricState& state,
                                                           PortIndex index,
                                                           Instant now)
    {
        LinkState& link = state.Link(index);
        const FrameIndex frameIndex = link.pipeHead;
        if (frameIndex == NO_FRAME || state.pool.At(frameIndex).at != now)
        {
            return NO_FRAME; // the frame that this event was for is gone
        }
        Frame& frame = state.pool.At(frameIndex);
        const uint32_t far = link.far;
        TakeOff(state, index, link, frame, now);
        if (__builtin_expect((far & (LinkState::FAR_JUDGED | LinkState::FAR_ADDRESSED)) != 0, 0))
        {
            if ((far & LinkState::FAR_JUDGED) != 0 &&
                !LinkArrivals(state).SurvivesSlowPath(index, frameIndex, now))
            {
                return NO_FRAME;
            }
            if ((far & LinkState::FAR_ADDRESSED) != 0)
            {
                if (state.pauses.Any())
                {
                    LinkArrivals(state).ForwardWithPauses(index, frameIndex, now);
                    return NO_FRAME;
                }
                LinkArrivals(state).ForwardByAddress(index, frameIndex, now);
                return NO_FRAME;
            }
        }
        if ((far & LinkState::FAR_NIC) != 0)
        {
            // Nobody has touched the next packet's datagram since its sender wrote it: it comes
            // back from far, while others go on.
            FabricHints(state).DatagramOf(link.pipeHead);
            return frameIndex;
        }
        const UsidForwarder& usids = OwnedParts(state).Usids(index, far & LinkState::NUMBER);
        const PortIndex out = usids.Forward(frame, state.routes.data());
        if (__builtin_expect(out == NO_PORT, 0))
        {
            LinkArrivals(state).ForwardApart(index, frameIndex, now);
            return NO_FRAME;
        }
        PortAdmission::Enqueue(state, out, frameIndex, now);
        return NO_FRAME;
    }

    /**
     * As Admit, for a state without other hints. The way comes first here. Port and first frame
     * are then on their way from memory while the frame leaves its link.
     */
    __attribute__((always_inline)) static FrameIndex AdmitWithHints(FabricState& state,
                                                                    PortIndex index,
                                                                    Instant now)
    {
        LinkState& link = state.Link(index);
        const FrameIndex frameIndex = link.pipeHead;
        Frame& frame = state.pool.AtOrNone(frameIndex);
        if (frame.at != now)
        {
            return NO_FRAME; // the frame that this event was for is gone
        }
        if (frameIndex == NO_FRAME)
        {
            __builtin_unreachable(); // there the instant is 0, at which no frame arrives
        }
        const uint32_t far = link.far;
        if (__builtin_expect((far & (LinkState::FAR_JUDGED | LinkState::FAR_ADDRESSED)) != 0, 0))
        {
            return AdmitApart(state, index, now);
        }
        if ((far & LinkState::FAR_NIC) != 0)
        {
            TakeOff(state, index, link, frame, now);
            FabricHints(state).DatagramOf(link.pipeHead); // as in Admit
            return frameIndex;
        }
        const UsidForwarder& usids = OwnedParts(state).Usids(index, far & LinkState::NUMBER);
        const PortIndex out = usids.ForwardByRun(frame);
        if (__builtin_expect(out == NO_PORT, 0))
        {
            return AdmitApart(state, index, now);
        }
        PortState& port = state.Port(out);
        __builtin_prefetch(&port, 1);
        __builtin_prefetch(&state.pool.AtOrNone(port.head[TrafficClass::DATA]), 1);
        TakeOff(state, index, link, frame, now);
        PortAdmission::Enqueue(state, out, port, frameIndex, frame, now);
        return NO_FRAME;
    }

    /** Fires a HotKind::RX event: the watcher at the far end sees a frame that is whole. */
    void See(PortIndex index, Instant now) const;

    /**
     * Ends a frame that leads nowhere, or obeys it: a pause goes no further than its link.
     *
     * @param link that the frame came by
     * @param frame the frame
     * @param reason of its end
     * @param now the time
     */
    void EndOrObey(PortIndex link, FrameIndex frame, DropReason reason, Instant now) const;

  private:
    /** Takes the first frame off its link. */
    __attribute__((always_inline)) static void TakeOff(FabricState& state,
                                                       PortIndex index,
                                                       LinkState& link,
                                                       const Frame& frame,
                                                       Instant now)
    {
        ++link.frames;
        link.bytes += frame.size;
        // Each way sets the head itself: compilers would join a common store with the count's,
        // and that takes longer than both.
        if (frame.next != NO_FRAME)
        {
            link.pipeHead = frame.next;
            // frames that the port has begun to send since can wait: they go behind the next one
            LinkPipe(state, index, link).ScheduleNextHead(frame.nextAt);
        }
        else
        {
            link.pipeHead = NO_FRAME;
            if ((link.far & LinkState::FAR_CUT) == 0)
            {
                // Both ends are in one shard: the sender need not come by to find its line free.
                const OwnerCheck::Acting sender(state.owners, state.owners.SenderOf(index));
                PortService(state).Advance(index, state.Port(index), now);
            }
        }
        link.fingerprint = FoldFingerprint(link.fingerprint, now, Fate::ARRIVED, frame);
    }

    static FrameIndex AdmitApart(FabricState& state, PortIndex index, Instant now);
    bool SurvivesSlowPath(PortIndex index, FrameIndex frame, Instant now) const;
    void ForwardByAddress(PortIndex index, FrameIndex frame, Instant now) const;
    void ForwardWithPauses(PortIndex index, FrameIndex frame, Instant now) const;
    ForwardDecision ChooseWay(PortIndex index, Frame& frame, Instant now) const;
    void ForwardApart(PortIndex index, FrameIndex frame, Instant now) const;
    void PassThroughBytes(FrameIndex frame) const;
    void Refuse(PortIndex index, FrameIndex frame, DropReason reason, Instant now) const;
    ForwardDecision DecideByAddress(PortIndex index,
                                    Frame& frame,
                                    const ForwardDecision& otherwise,
                                    Instant now) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_ARRIVALS_H */
