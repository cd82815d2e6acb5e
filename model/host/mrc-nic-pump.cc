/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-pump.h"

#include "mrc-queue-pair-states.h"

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/mrc-stock-packet.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

/** The call in which the queue pair failed is over, so its user may do anything to it now. */
void
NicPump::NoteFailure(SlotIndex slot)
{
    m_states.OnFailure(slot);
}

/** Gives a frame with its outer header to the frame's port, and books the line. */
__attribute__((always_inline)) inline void
NicPump::Put(NicState& nic, FrameIndex frameIndex, Instant now)
{
    const Datagram& datagram = m_store.fabric.Pool().DatagramAt(frameIndex);
    const Frame& frame = m_store.fabric.Pool().At(frameIndex);
    const PortIndex port = nic.firstPort + datagram.plane;
    // Books the port's line as PortService::Start will, so that data waits here and no queue
    // builds up.
    const Span busy =
        m_store.fabric.State().ConfigOf(port).rate.Serialize(frame.size + LINE_OVERHEAD_BYTES);
    nic.idle[datagram.plane] = std::max(nic.idle[datagram.plane], now) + busy;
    if (__builtin_expect((m_store.fabric.State().Port(port).flags & PORT_FOLLOWED) != 0, 0))
    {
        m_store.fabric.Onlookers().Follower()->Sent(port, frameIndex);
    }
    m_store.fabric.Enqueue(port, frameIndex, now);
}

/**
 * A port with a limit drops packets that find no room: that takes no time of the line
 * [nic-queue-limit].
 */
void
NicPump::LaunchWithinLimit(NicState& nic, FrameIndex frameIndex, Instant now)
{
    const PlaneId plane = m_store.fabric.Pool().DatagramAt(frameIndex).plane;
    const PortIndex port = nic.firstPort + plane;
    constexpr DropReason full = DropReason::CONTROL_OVERFLOW;
    const DropTable& refused = m_store.fabric.State().refused;
    const uint32_t drops = refused.At(port, full);
    const Instant idle = nic.idle[plane];
    Put(nic, frameIndex, now);
    if (refused.At(port, full) != drops)
    {
        nic.idle[plane] = idle;
    }
}

/** Gives a frame with its outer header to the frame's port, which may have a limit. */
__attribute__((always_inline)) inline void
NicPump::Launch(NicState& nic, FrameIndex frameIndex, Instant now)
{
    const PlaneId plane = m_store.fabric.Pool().DatagramAt(frameIndex).plane;
    const PortConfig& config = m_store.fabric.State().ConfigOf(nic.firstPort + plane);
    if (__builtin_expect(config.Limit(TrafficClass::CONTROL) != UINT32_MAX, 0))
    {
        LaunchWithinLimit(nic, frameIndex, now);
        return;
    }
    Put(nic, frameIndex, now);
}

/**
 * Moves uSIDs that a carrier may not hold to a segment routing header, which makes the frame
 * longer. A block of other than 32 bits takes the place of that in the carrier.
 */
void
NicPump::WriteWay(Frame& frame, const UsidWay& way) const
{
    frame.destination = way.carrier;
    frame.behind = way.behind;
    SplitCarrier(frame, m_store.plan.carrierUsids);
    if (!m_store.plan.block.IsUsual())
    {
        frame.destination = m_store.plan.block.Written(frame.destination);
    }
    frame.size = static_cast<uint16_t>(frame.size + SegmentBytes(frame));
    frame.fullSize = frame.size;
}

/** Writes the outer header of a datagram and gives the frame to its port. */
__attribute__((always_inline)) inline void
NicPump::Send(NicState& nic, const QueuePairSlot& slot, FrameIndex frameIndex, Instant now)
{
    Datagram& datagram = m_store.fabric.Pool().DatagramAt(frameIndex);
    datagram.source = slot.nic;
    datagram.destination = slot.peer;
    datagram.trim = TrimMark::WHOLE;
    Frame& frame = m_store.fabric.Pool().At(frameIndex);
    frame.source = slot.nic;
    frame.entropy = datagram.ev.value;
    // What the fabric's encapsulation leaves out is taken off the size with SRv6 [frame-sizes].
    frame.size = static_cast<uint16_t>(FrameSize(datagram) - m_store.spared);
    frame.fullSize = frame.size;
    frame.dscp = datagram.dscp;
    frame.ecn = datagram.ecn = Ecn::ECT0;
    frame.hopLimit = INITIAL_HOP_LIMIT;
    if (__builtin_expect(m_store.hops != nullptr, 0))
    {
        m_store.hops->Launch(frameIndex);
    }
    if (__builtin_expect(m_store.plan.splitsCarriers, 0))
    {
        WriteWay(frame, slot.route.WayFor(datagram.ev));
    }
    else
    {
        frame.destination = slot.route.For(datagram.ev);
        frame.segments = 0;
    }
    // Any mixture does that tells packets apart in a fingerprint: the digest is not on the wire.
    frame.digest = ((datagram.bth.psn.Value() << 8 | static_cast<uint32_t>(datagram.bth.opcode)) *
                    0x9e3779b1U) ^
                   (datagram.bth.destination.value * 0x85ebca6bU) ^ datagram.ev.value;
    Launch(nic, frameIndex, now);
}

/**
 * Sends all that a queue pair has in the control class; called at once, whatever ports are idle.
 */
void
NicPump::SendControl(NicState& nic, SlotIndex slotIndex, Instant now)
{
    if (__builtin_expect(nic.open != nic.up, 0))
    {
        return; // a blackout
    }
    NoteControl(nic, now);
    QueuePair& pair = *m_store.Slot(slotIndex).pair;
    FramePool& pool = m_store.fabric.Pool();
    FrameIndex frame = pool.Allocate();
    while (pair.NextControl(now, pool.DatagramAt(frame)))
    {
        Datagram& datagram = pool.DatagramAt(frame);
        if (datagram.bth.opcode == Opcode::ENDPOINT_REQUEST)
        {
            m_endpoint.Register(m_store.Slot(slotIndex).nic, slotIndex, datagram, now);
        }
        if (__builtin_expect(m_store.hops != nullptr, 0))
        {
            m_store.hops->Answer(slotIndex, frame, now);
        }
        Send(nic, m_store.Slot(slotIndex), frame, now);
        // The next packet is written into its frame at once, so the last frame is left over.
        frame = pool.Allocate();
    }
    pool.Release(frame);
}

void
NicPump::MakeReady(NicState& nic, SlotIndex slotIndex, Instant now)
{
    if (nic.resting == slotIndex)
    {
        nic.resting = NO_SLOT;
    }
    else if (__builtin_expect(nic.resting != NO_SLOT, 0))
    {
        Recall(nic, now);
    }
    Append(nic, slotIndex);
}

/** Puts the queue pair that rests where it would be if nobody had spared it a question. */
void
NicPump::Recall(NicState& nic, Instant now)
{
    const SlotIndex slot = std::exchange(nic.resting, NO_SLOT);
    // At the instant itself the NIC's wake-up, which asks the pair, would come last.
    if (nic.idle[0] >= now)
    {
        Append(nic, slot);
    }
}

void
NicPump::EndRest(NicState& nic, Instant now)
{
    if (nic.resting != NO_SLOT)
    {
        Recall(nic, now);
        Rearm(nic, now);
    }
}

/**
 * A queue pair that paces its packets below the line's rate is asked twice for each, and once in
 * vain when its port falls idle. If nobody else is in the round, that question is spared, and the
 * wake-up for it. The pair leaves the round already now.
 *
 * @return whether the pair rests; if not, its turn goes on
 */
bool
NicPump::Rest(NicState& nic, SlotIndex slot, Instant wakeup)
{
    const bool isAlone = nic.planes == 1 && nic.readyHead == NO_SLOT;
    if (!isAlone || wakeup <= nic.idle[0])
    {
        return false;
    }
    nic.resting = slot;
    return true;
}

/** A packet that takes no turn keeps the port busy: was a queue pair's rest over before? */
void
NicPump::NoteControl(NicState& nic, Instant now)
{
    if (nic.resting != NO_SLOT && nic.idle[0] < now)
    {
        nic.resting = NO_SLOT;
    }
}

/** Adds a queue pair at the end of the round. */
void
NicPump::Append(NicState& nic, SlotIndex slotIndex)
{
    QueuePairSlot& slot = m_store.Slot(slotIndex);
    if (slot.ready)
    {
        return; // an observer that heard of this packet has already queued the pair
    }
    slot.ready = true;
    slot.nextReady = NO_SLOT;
    if (nic.readyHead == NO_SLOT)
    {
        nic.readyHead = slotIndex;
    }
    else
    {
        m_store.Slot(nic.readyTail).nextReady = slotIndex;
    }
    nic.readyTail = slotIndex;
}

PlaneMask
NicPump::IdlePorts(const NicState& nic, Instant now) const
{
    PlaneMask idle = 0;
    for (unsigned p = 0; p < nic.planes; ++p)
    {
        idle |= static_cast<PlaneMask>(nic.idle[p] <= now) << p;
    }
    return idle & nic.open & ~nic.paused;
}

/** As Rearm, and part of Pump, which does this at each end. */
__attribute__((always_inline)) inline void
NicPump::WakeNext(NicState& nic, Instant now)
{
    Instant next = std::min(nic.timerAt, nic.delaysDue);
    // An idle port is of interest only while a queue pair has something to send.
    if (nic.readyHead != NO_SLOT)
    {
        for (unsigned p = 0; p < nic.planes; ++p)
        {
            if ((nic.open >> p & 1) != 0 && nic.idle[p] > now)
            {
                next = std::min(next, nic.idle[p]);
            }
        }
    }
    else if (__builtin_expect(nic.dozeEnd != Instant::Never(), 0))
    {
        // Nobody dozes any more. An event for that time might be the last of the simulation, long
        // behind all others. So the clock asks, and finds the next timer, now.
        nic.dozeEnd = nic.timerAt = next = now;
    }
    // A wake-up that is pending for later is left alone; Wake finds that the time of the wake-up
    // has passed.
    if (next < nic.wakeAt)
    {
        nic.wakeAt = std::max(next, now);
        const uint32_t number = m_store.NumberOf(nic);
        m_store.kernel->Schedule(
            {nic.wakeAt, HotCode::KEY_NIC | number, HotCode::Arg(HotKind::NIC_WAKE, number)});
    }
}

/**
 * The round ends without an idle port or without a ready pair. The round ends, too, when the round
 * is back at the first pair that waits for a busy port.
 */
void
NicPump::Pump(NicState& nic, Instant now)
{
    PlaneMask idle = IdlePorts(nic, now);
    FramePool& pool = m_store.fabric.Pool();
    SlotIndex firstWaiting = NO_SLOT; // keeps its turn for a port that is busy now
    while (idle != 0 && nic.readyHead != firstWaiting)
    {
        const SlotIndex index = nic.readyHead;
        nic.readyHead = m_store.Slot(index).nextReady;
        m_store.Slot(index).ready = false;
        QueuePair& pair = *m_store.Slot(index).pair;
        // The pair writes its packet straight into a frame, which saves a copy.
        const FrameIndex frame = pool.Allocate();
        Datagram& datagram = pool.DatagramAt(frame);
        const Pull pull = pair.NextData(now, idle, datagram);
        if (!pull)
        {
            pool.Release(frame);
            // A pair that has nothing to send leaves the round; its agenda brings it back.
            if (pull.waits)
            {
                firstWaiting = firstWaiting == NO_SLOT ? index : firstWaiting;
                // The turn goes on: a pair that sent joins the end of the round.
                Append(nic, index);
            }
            continue;
        }
        idle &= ~(PlaneMask{1} << datagram.plane);
        if (__builtin_expect(IsStock(datagram), 0))
        {
            SendStock(nic, frame, now);
        }
        else
        {
            Send(nic, m_store.Slot(index), frame, now);
        }
        if (pull.rearmed)
        {
            const Instant wakeup = pair.NextWakeup();
            if (pull.rests && Rest(nic, index, wakeup))
            {
                m_timers.SetPace(nic, index, wakeup);
                continue;
            }
            m_timers.Set(nic, index, wakeup);
        }
        Append(nic, index);
    }
    WakeNext(nic, now);
}

void
NicPump::Rearm(NicState& nic, Instant now)
{
    WakeNext(nic, now);
}

/** Writes the way that a stack has given its packet [stock-ways]. */
void
NicPump::WriteStockWay(Frame& frame, const StockWay& way)
{
    frame.destination = way.destination;
    frame.behind = way.behind;
    frame.segments = way.segments;
    frame.size = static_cast<uint16_t>(frame.size + SegmentBytes(frame));
    frame.fullSize = frame.size;
}

/** Encapsulates a stock packet: DSCP and ECN are copies of the inner ones [stock-ecn]. */
void
NicPump::SendStock(NicState& nic, FrameIndex frameIndex, Instant now)
{
    Datagram& datagram = m_store.fabric.Pool().DatagramAt(frameIndex);
    datagram.source = m_store.NumberOf(nic);
    const std::optional<StockWay>& way = datagram.stock.packet->way;
    const DscpPlan& dscp = m_store.plan.dscp;
    const uint8_t outer = way ? way->dscp : datagram.dscp;
    const bool saysCut = dscp.IsTrimmed(outer);
    Frame& frame = m_store.fabric.Pool().At(frameIndex);
    frame.source = datagram.source;
    frame.entropy = datagram.ev.value;
    frame.size = frame.fullSize = StockFrameSize(datagram);
    // A receiver would take the packet for one that a switch has cut [stock-class].
    frame.dscp = saysCut ? dscp.noTrim : outer;
    frame.ecn = way ? way->ecn : datagram.ecn; // [stock-ecn]
    frame.hopLimit = way ? way->hopLimit : INITIAL_HOP_LIMIT;
    if (way)
    {
        WriteStockWay(frame, *way);
    }
    else
    {
        const auto route = m_store.plan.route(datagram.source, datagram.destination);
        if (m_store.plan.encapsulation == ENCAPSULATION_SRV6)
        {
            WriteWay(frame, route.WayFor(datagram.ev));
        }
        else // the NIC's own address: there is no carrier
        {
            frame.destination = route.For(datagram.ev);
            frame.segments = 0;
        }
    }
    frame.digest = StockDigest(*datagram.stock.packet) ^ datagram.ev.value;
    Launch(nic, frameIndex, now);
}

void
NicPump::SendOwn(NicState& nic, const Datagram& datagram, Instant now)
{
    const uint32_t number = m_store.NumberOf(nic);
    SendOwnOver(nic, datagram, m_store.plan.route(number, datagram.destination), now);
}

void
NicPump::SendOwnOver(NicState& nic,
                     const Datagram& datagram,
                     const CarrierTemplate& route,
                     Instant now)
{
    NoteControl(nic, now);
    const FrameIndex frame = m_store.fabric.Pool().Allocate();
    m_store.fabric.Pool().DatagramAt(frame) = datagram;
    // Send asks for NIC, peer and route only, so a slot without a queue pair will do.
    QueuePairSlot way;
    way.nic = m_store.NumberOf(nic);
    way.peer = datagram.destination;
    way.route = route;
    Send(nic, way, frame, now);
}

} // namespace mrc
} // namespace ns3
