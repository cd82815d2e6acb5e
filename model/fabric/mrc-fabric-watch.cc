/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-watch.h"

#include "mrc-buffer-admission.h"
#include "mrc-link-ends.h"
#include "mrc-owned-parts.h"
#include "mrc-port-policies.h"
#include "mrc-port-service.h"
#include "mrc-rank-mail.h"
#include "mrc-trim-place.h"

namespace ns3
{
namespace mrc
{

void
FabricWatch::TellLate(const FabricWatch& first,
                      std::vector<WindowCall>& calls,
                      const bool& isApart,
                      RankMember* member) const
{
    m_state.late = std::make_unique<LateReports>(first.m_state, m_state, calls, isApart, member);
}

void
FabricWatch::SetObserver(PortObserver* observer) const
{
    m_state.observer = observer;
    for (FabricState* shard : m_state.shards)
    {
        if (shard->late)
        {
            shard->late->SetObserver(observer);
            shard->observer = shard->late.get();
        }
    }
}

void
FabricWatch::SetFollower(PacketFollower* follower) const
{
    m_state.follower = follower;
    for (FabricState* shard : m_state.shards)
    {
        if (shard->late)
        {
            shard->late->SetFollower(follower);
            shard->follower = follower == nullptr ? nullptr : shard->late.get();
        }
    }
}

/** Brings a port up to date, and a cut link with it. */
void
FabricWatch::CatchUp(const LinkEnds& ends, PortIndex index, Instant now)
{
    PortPolicies::RequireNoneAsked();
    PortService(ends.sender).BringUpToDate(index, now);
    ends.Advance(index, now);
}

void
FabricWatch::Watch(PortIndex index, uint8_t flags, Instant now) const
{
    if (flags != 0 && now > Instant())
    {
        // The process at one end has the frames that are on the line, and the other one tells of
        // them.
        RequireOneRank(m_state, "a capture or a sink of a port that begins after time 0");
    }
    const LinkEnds ends(m_state, index);
    PortState& port = ends.sender.Port(index);
    // A watcher hears of events from now on, not of those that a lazy port has yet to catch up
    // with.
    CatchUp(ends, index, now);
    const uint16_t before = port.flags;
    // Arrival events in the wheel stay valid: they must not be scheduled again.
    constexpr uint16_t KEPT = PORT_DOWN | PORT_RX_WATCHED | PORT_FOLLOWED | PORT_HOP_FOLLOWED |
                              PORT_RETX_FIRST | PORT_WEIGHTED | PORT_CLASSES | PORT_MARKS_EARLY |
                              PORT_JITTERED | PORT_WRED | PORT_LOSSLESS | PORT_PAUSED | PORT_CUT |
                              PORT_STAMPS;
    port.flags = (before & KEPT) | flags;
    ends.receiver.Judge(index);
    if ((flags & ~before & PORT_EAGER) != 0)
    {
        PortService(ends.sender).Schedule(index, port);
    }
    if ((flags & ~before & PORT_RX_WATCHED) == 0)
    {
        return;
    }
    // Frames that are on the line already get the events that an earlier watcher would have had.
    const Span latency = m_state.configs[port.config].farLatency;
    for (FrameIndex i = ends.receiver.Link(index).pipeHead; i != NO_FRAME;
         i = m_state.pool.At(i).next)
    {
        const Instant arrival = m_state.pool.At(i).at - latency;
        if (arrival < now)
        {
            continue;
        }
        if ((port.flags & PORT_CUT) != 0)
        {
            ends.sender.late->Await(index, i, arrival);
        }
        ends.sender.kernel->Schedule({arrival, HotCode::KEY_RX, HotCode::Arg(HotKind::RX, index)});
    }
}

void
FabricWatch::Follow(PortIndex index, uint8_t flags) const
{
    const OwnerCheck::Acting script(m_state.owners, OwnerCheck::OUTSIDE);
    // Of several processes each follows the packets of its own nodes.
    const FabricCuts* cuts = m_state.cuts ? m_state.cuts->Cuts().get() : nullptr;
    if (cuts == nullptr || cuts->IsHere(cuts->senders[index]))
    {
        PortState& port = m_state.Port(index);
        port.flags = (port.flags & ~(PORT_FOLLOWED | PORT_HOP_FOLLOWED)) | flags;
    }
    if (cuts == nullptr || cuts->IsHere(cuts->receivers[index]))
    {
        m_state.Link(index).Flag(LinkState::FAR_FOLLOWED, (flags & PORT_FOLLOWED) != 0);
    }
}

/** A lazy port's queues are those of its latest touch, so it is brought up to date first. */
uint32_t
FabricWatch::Backlog(PortIndex index, TrafficClass where, Instant now) const
{
    const LinkEnds ends(m_state, index);
    CatchUp(ends, index, now);
    return ends.sender.Port(index).bytes[where];
}

uint32_t
FabricWatch::SentTrims(PortIndex index, Instant now) const
{
    const LinkEnds ends(m_state, index);
    CatchUp(ends, index, now);
    const PortState& port = ends.sender.Port(index);
    const auto lost = ends.sender.lostTrims.find(index);
    uint32_t stay = lost == ends.sender.lostTrims.end() ? 0 : lost->second;
    for (FrameIndex i = port.head[TrafficClass::TRIMMED]; i != NO_FRAME;)
    {
        const Frame& frame = m_state.pool.At(i);
        stay += TrimPlace::IsAt(frame, index);
        i = frame.next;
    }
    return ends.sender.TrimsOf(index) - stay;
}

const SharedBuffer*
FabricWatch::Buffer(PortIndex index, Instant now) const
{
    const LinkEnds ends(m_state, index);
    PortPolicies::RequireNoneAsked();
    const bool hasBuffer = m_state.buffers.Has(index);
    if (hasBuffer || (m_state.FlagsOf(index) & PORT_LOSSLESS) != 0)
    {
        BufferAdmission(ends.sender).CatchUp(index, now);
    }
    return hasBuffer ? &OwnedParts(ends.sender).Buffers(index).Of(index) : nullptr;
}

} // namespace mrc
} // namespace ns3
