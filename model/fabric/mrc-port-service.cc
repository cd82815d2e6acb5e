/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-service.h"

#include "mrc-data-admission.h"
#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"

#include "ns3/mrc-hop-trailer.h"
#include "ns3/mrc-pause.h"

namespace ns3
{
namespace mrc
{

bool
PortService::Mark(PortIndex index, FrameIndex frameIndex, uint32_t depth, Instant when) const
{
    Frame& frame = m_state.pool.At(frameIndex);
    const PortState& port = m_state.Port(index);
    // RFC 3168: a packet that is not ECN-capable never gets CE.
    if (frame.ecn == Ecn::NOT_ECT)
    {
        return false;
    }
    // The draw is named by port and instant, not counted: lazy and eager service then draw the
    // same. Several frames may arrive at one instant, each at another depth.
    const uint64_t other =
        (port.flags & PORT_MARKS_EARLY) != 0 ? uint64_t{depth} * 0x9e3779b97f4a7c15ULL : 0;
    const uint64_t name =
        (static_cast<uint64_t>(index) << 40) ^ static_cast<uint64_t>(when.Ps()) ^ other;
    const EcnMarker& marker = (port.flags & PORT_CLASSES) == 0
                                  ? m_state.configs[port.config].marker
                                  : DataAdmission(m_state).MarkerOf(index, frame.dscp);
    const bool marks = m_state.policies.HasMarking(index)
                           ? m_state.policies.Marks(index, depth, when)
                           : marker.Marks(depth, m_state.draws.marks.Bits(name) >> 32);
    if (!marks)
    {
        return false;
    }
    frame.ecn = Ecn::CE;
    ++m_state.Port(index).marks;
    if ((port.flags & PORT_CLASSES) != 0)
    {
        ++DataAdmission(m_state).CountersOf(index, frame.dscp).marks;
    }
    return true;
}

/** The rare part of ServeNext: the queue is so deep that the frame may be marked. */
void
PortService::MarkAndServe(PortIndex index, FrameIndex frameIndex, uint32_t depth, Instant now) const
{
    PortState& port = m_state.Port(index);
    // The instant is read first, as Leave moves it to the end of the transmission.
    const Instant begin = port.free;
    // With [ecn-mark-at] the decision was made at the arrival.
    const bool marked =
        (port.flags & PORT_MARKS_EARLY) == 0 && Mark(index, frameIndex, depth, begin);
    Leave(index, port, m_state.configs[port.config], {frameIndex, begin, now});
    if (marked && (port.flags & PORT_WATCHED) != 0)
    {
        // told when the port is busy with the frame: a sink that asks for the port's backlog brings
        // the port up to date
        m_state.observer->Marked(index, frameIndex, begin);
    }
}

/** @return the class that is next in turn where classes have weights [class-weights] */
TrafficClass
PortService::NextByWeight(PortIndex index) const
{
    const PortState& port = m_state.Port(index);
    const FrameIndex control = port.head[TrafficClass::CONTROL];
    if (control != NO_FRAME && IsPause(m_state.pool.DatagramAt(control)))
    {
        return TrafficClass::CONTROL; // ahead of all queues, and of no class's bytes [pfc-frame]
    }
    ByClass<uint32_t> sizes{};
    for (const TrafficClass where : ALL_CLASSES)
    {
        FrameIndex first = port.head[where];
        if (where == TrafficClass::DATA && first != NO_FRAME && (port.flags & PORT_CLASSES) != 0)
        {
            DataQueues& data = OwnedParts(m_state).Data(index);
            first = data.Choose(port, m_state.pool, m_state.dataClasses);
        }
        sizes[where] = first == NO_FRAME ? 0 : m_state.pool.At(first).size;
    }
    return OwnedParts(m_state).Rounds(index).Next(m_state.weights, sizes);
}

/** ServeNext where classes have weights, or a switch accounts lossless frames [pfc-accounting]. */
void
PortService::ServeApart(PortIndex index, Instant now) const
{
    PortState& port = m_state.Port(index);
    if ((port.flags & (PORT_WEIGHTED | PORT_CLASSES)) == 0)
    {
        ServeLossless(index, port, now);
        return;
    }
    const TrimQueue queue(port, m_state.configs[port.config], m_state.pool);
    const TrafficClass next =
        (port.flags & PORT_WEIGHTED) != 0 ? NextByWeight(index) : queue.Next();
    if ((port.flags & PORT_CLASSES) != 0 && next == TrafficClass::DATA)
    {
        DataQueues& data = OwnedParts(m_state).Data(index);
        data.Choose(port, m_state.pool, m_state.dataClasses);
        data.BringToFront(port, m_state.pool);
    }
    LeaveApart(index, queue.Pop(next), next, now);
}

/** Sends a frame that has left its queue, in the order that accounts and observers need. */
void
PortService::LeaveApart(PortIndex index,
                        FrameIndex frameIndex,
                        TrafficClass next,
                        Instant now) const
{
    PortState& port = m_state.Port(index);
    const PortConfig& config = m_state.configs[port.config];
    const bool hasClasses = (port.flags & PORT_CLASSES) != 0 && next == TrafficClass::DATA;
    // Read first: on its way the frame has another use for the member that names its link.
    const Frame& frame = m_state.pool.At(frameIndex);
    const LosslessRoom room(m_state);
    const bool isLossless = next == TrafficClass::DATA && room.IsOf(index, frame);
    const PortIndex link = LosslessRoom::LinkOf(frame);
    const Instant begin = port.free;
    const uint32_t depth = hasClasses ? DataAdmission(m_state).Waiting(index, frame.dscp)
                                      : port.bytes[TrafficClass::DATA];
    if (isLossless)
    {
        room.Give(index, link, frame.size);
    }
    else if ((port.flags & PORT_LOSSLESS) != 0 && m_state.buffers.Any())
    {
        OwnedParts(m_state).Buffers(index).Leave(index, port, next, frame.size);
    }
    const EcnMarker& marker =
        hasClasses ? DataAdmission(m_state).MarkerOf(index, frame.dscp) : config.marker;
    if (depth > marker.Minimum() && next == TrafficClass::DATA)
    {
        MarkAndServe(index, frameIndex, depth, now);
    }
    else
    {
        Leave(index, port, config, {frameIndex, begin, now});
    }
    if (isLossless)
    {
        room.LetGoOn(index, link, begin);
    }
}

void
PortService::BringUpToDate(PortIndex index, Instant now) const
{
    PortState& port = m_state.Port(index);
    const Instant free = port.free;
    // Services that began before now are done first, or the backlog would hold frames that have
    // left.
    Advance(index, port, now);
    if (port.free != free && GoesByEvents(index, port))
    {
        Schedule(index, port); // the event at the old time finds the line busy
    }
}

void
PortService::Schedule(PortIndex index, const PortState& port) const
{
    if (port.IsBacklogged())
    {
        m_state.kernel->Schedule(
            {port.free, HotCode::KEY_SERVICE, HotCode::Arg(HotKind::SERVICE, index)});
    }
}

/** Eager service is lazy service with an event at each end of a transmission: both decide alike. */
void
PortService::Fire(PortIndex index, Instant now) const
{
    PortState& port = m_state.Port(index);
    if (port.free > now || !port.IsBacklogged())
    {
        return; // this transmission's end was seen already
    }
    Advance(index, port, now);
    if (GoesByEvents(index, port)) // not if the last pause has ended since
    {
        Schedule(index, port);
    }
}

/** Start where the link has jitter, or leads to another shard; somebody may watch the port or not.
 */
void
PortService::StartApart(PortIndex index, FrameIndex frameIndex, Instant begin) const
{
    PortState& port = m_state.Port(index);
    const Instant at = (port.flags & PORT_JITTERED) != 0
                           ? LateArrival(index, begin)
                           : port.free + m_state.configs[port.config].Flight();
    if ((port.flags & PORT_CUT) != 0)
    {
        // the frames on the link belong to the shard at the far end
        m_state.pool.At(frameIndex).at = at;
        m_state.cuts->Send(index, frameIndex, at);
    }
    else
    {
        // A frame that is late is there longer than its times here tell.
        Frame& frame = m_state.pool.At(frameIndex);
        frame.at = at;
        frame.next = NO_FRAME;
        LinkPipe(m_state, index).EnterBehind(port.last & ~PortState::UNSURE, frameIndex, at);
        port.last = frameIndex | PortState::UNSURE;
    }
    if ((port.flags & (PORT_EAGER | PORT_STAMPS)) != 0)
    {
        Tell(index, port, frameIndex, begin);
    }
}

/** @return when a frame comes to the far end of a link with jitter, which has the frame's draw */
Instant
PortService::LateArrival(PortIndex index, Instant begin) const
{
    const PortState& port = m_state.Port(index);
    // Named like the draw of a mark, so that lazy and eager service draw the same.
    const uint64_t name = (static_cast<uint64_t>(index) << 40) ^ static_cast<uint64_t>(begin.Ps());
    return OwnedParts(m_state).Jitter(index)->Arrival(port.free +
                                                          m_state.configs[port.config].Flight(),
                                                      port.free - begin,
                                                      m_state.draws.jitters.Bits(name));
}

/** Adds this hop's record to a packet that takes records along [telemetry-stamp]. */
void
PortService::Stamp(PortIndex index, FrameIndex frameIndex, Instant begin) const
{
    const PortState& port = m_state.Port(index);
    const Frame& frame = m_state.pool.At(frameIndex);
    uint64_t& sent = m_state.sentBytes[index];
    if (TrailerBytes(m_state.format, frame, m_state.pool.DatagramAt(frameIndex)) != 0)
    {
        uint64_t queue = 0;
        for (const TrafficClass where : ALL_CLASSES)
        {
            queue += port.bytes[where];
        }
        const uint64_t rate = m_state.configs[port.config].rate.BitsPerSecond();
        m_state.pool.TrailerOf(frameIndex)->Add(RecordOf({index, begin, sent, queue, rate}));
    }
    sent += frame.size + LINE_OVERHEAD_BYTES;
}

/**
 * Tells of a transmission that begins, and schedules the event that a watcher at the far end is to
 * see.
 */
void
PortService::Tell(PortIndex index, const PortState& port, FrameIndex frame, Instant begin) const
{
    if ((port.flags & PORT_STAMPS) != 0)
    {
        Stamp(index, frame, begin);
    }
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_state.observer->Transmitting(index, frame, begin);
    }
    if ((port.flags & PORT_RX_WATCHED) != 0)
    {
        // The wheel has the admission; a watcher sees the last bit, a switch's latency earlier.
        const Instant arrival = m_state.pool.At(frame).at - m_state.configs[port.config].farLatency;
        if ((port.flags & PORT_CUT) != 0)
        {
            m_state.late->Await(index, frame, arrival);
        }
        m_state.kernel->Schedule({arrival, HotCode::KEY_RX, HotCode::Arg(HotKind::RX, index)});
    }
}

} // namespace mrc
} // namespace ns3
