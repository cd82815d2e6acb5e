/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-table.h"

#include "ns3/mrc-packet-codec.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** HotPath calls this for a frame that Fabric::Admit led to a NIC. */
void
NicTable::Receive(PortIndex link, FrameIndex frameIndex, Instant now)
{
    const PortState& port = m_fabric.Port(link);
    NicState& nic = m_nics[port.far & ~PortState::FAR_NIC];
    const Frame& frame = m_fabric.Pool().At(frameIndex);
    // A NIC's uSIDs of all planes differ in the plane's bits alone [usid-layout].
    const uint64_t own = nic.locator48 | (static_cast<uint64_t>(port.plane) << 11);
    // A carrier that still holds uSIDs, or names another NIC, was led here by a wrong table.
    if (frame.destination.Locator48() != own || frame.destination.HasArgument())
    {
        m_fabric.Drop(link, frameIndex, DropReason::WRONG_NIC, now);
        return;
    }
    Datagram& datagram = m_fabric.Pool().DatagramAt(frameIndex);
    // The transport sees no outer header, so its marks are copied from there.
    datagram.ecn = frame.ecn;
    datagram.plane = port.plane;
    if (__builtin_expect(frame.dscp == m_plan.dscp.trimmed ||
                             frame.dscp == m_plan.dscp.trimmedLastHop,
                         0))
    {
        datagram.trim =
            frame.dscp == m_plan.dscp.trimmed ? TrimMark::TRIMMED : TrimMark::TRIMMED_LAST_HOP;
        Truncate(datagram, frame.size);
    }
    const uint32_t owner = NumberOf(nic);
    // A number below the first wraps around and is unknown.
    SlotIndex slot = datagram.bth.destination.value - FIRST_QP_NUMBER;
    if (__builtin_expect(datagram.bth.destination == ENDPOINT_QP, 0))
    {
        if (ReceiveEndpoint(nic, datagram, now))
        {
            m_fabric.Pool().Release(frameIndex);
            return;
        }
        slot = m_endpoint.Claim(owner, datagram);
    }
    // The receiver is NO_NIC for a queue pair that is not ready to receive.
    if (slot >= m_slots.size() || m_slots[slot].receiver != owner)
    {
        m_fabric.Drop(link, frameIndex, DropReason::UNKNOWN_QP, now);
        return;
    }
    if (__builtin_expect((port.flags & PORT_FOLLOWED) != 0, 0))
    {
        m_fabric.Follower()->Received(link, frameIndex);
    }
    // The pair sees the packet before its frame goes back to the pool.
    const Agenda agenda = m_slots[slot].pair->Receive(datagram, now);
    m_fabric.Pool().Release(frameIndex);
    Serve(nic, slot, agenda, now);
}

/** Does what a queue pair asked for when it was told something; whoever calls a pair serves it. */
void
NicTable::Serve(NicState& nic, SlotIndex slotIndex, const Agenda& agenda, Instant now)
{
    // Control packets do not take turns: they wait in the port's control class.
    if (agenda.control)
    {
        SendControl(nic, slotIndex, now);
        SetTimer(nic, slotIndex, m_slots[slotIndex].pair->NextWakeup()); // a probe has a timer
    }
    SetTimer(nic, slotIndex, agenda.wakeup);
    // One that is ready already needs no pump: Rearm has a wake-up pending for the next idle port.
    if (agenda.data && !m_slots[slotIndex].ready)
    {
        MakeReady(nic, slotIndex);
        Pump(nic, now);
    }
    else if (nic.timerAt < nic.wakeAt)
    {
        Rearm(nic, now);
    }
}

/**
 * Sends all that a queue pair has in the control class; called at once, whatever ports are idle.
 */
void
NicTable::SendControl(NicState& nic, SlotIndex slotIndex, Instant now)
{
    if (__builtin_expect(nic.open != nic.up, 0))
    {
        return; // a blackout
    }
    QueuePair& pair = *m_slots[slotIndex].pair;
    FramePool& pool = m_fabric.Pool();
    FrameIndex frame = pool.Allocate();
    while (pair.NextControl(now, pool.DatagramAt(frame)))
    {
        Datagram& datagram = pool.DatagramAt(frame);
        if (datagram.bth.opcode == Opcode::ENDPOINT_REQUEST)
        {
            m_endpoint.Register(m_slots[slotIndex].nic, slotIndex, datagram, now);
        }
        Send(nic, m_slots[slotIndex], frame, now);
        // The next packet is written into its frame at once, so the last of them is left over.
        frame = pool.Allocate();
    }
    pool.Release(frame);
}

void
NicTable::MakeReady(NicState& nic, SlotIndex slotIndex)
{
    QueuePairSlot& slot = m_slots[slotIndex];
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
        m_slots[nic.readyTail].nextReady = slotIndex;
    }
    nic.readyTail = slotIndex;
}

PlaneMask
NicTable::IdlePorts(const NicState& nic, Instant now) const
{
    PlaneMask idle = 0;
    for (unsigned p = 0; p < nic.planes; ++p)
    {
        idle |= static_cast<PlaneMask>(nic.idle[p] <= now) << p;
    }
    return idle & nic.open;
}

/**
 * Gives each idle port one data packet, queue pairs in turn. It ends without an idle port, without
 * a ready pair, or when the round is back at the first pair that waits for a busy port.
 */
void
NicTable::Pump(NicState& nic, Instant now)
{
    PlaneMask idle = IdlePorts(nic, now);
    FramePool& pool = m_fabric.Pool();
    SlotIndex firstWaiting = NO_SLOT; // keeps its turn for a port that is busy now
    while (idle != 0 && nic.readyHead != firstWaiting)
    {
        const SlotIndex index = nic.readyHead;
        nic.readyHead = m_slots[index].nextReady;
        m_slots[index].ready = false;
        QueuePair& pair = *m_slots[index].pair;
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
                MakeReady(nic, index);
            }
            continue;
        }
        idle &= ~(PlaneMask{1} << datagram.plane);
        Send(nic, m_slots[index], frame, now);
        MakeReady(nic, index);
        if (pull.rearmed)
        {
            SetTimer(nic, index, pair.NextWakeup());
        }
    }
    Rearm(nic, now);
}

/** Sees to it that a wake-up is pending for the first timer, delay, or port that falls idle. */
void
NicTable::Rearm(NicState& nic, Instant now)
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
    // A wake-up that is pending for later is left alone; Wake finds that its time has passed.
    if (next < nic.wakeAt)
    {
        nic.wakeAt = std::max(next, now);
        const uint32_t number = NumberOf(nic);
        m_kernel->Schedule(
            {nic.wakeAt, HotCode::KEY_NIC | number, HotCode::Arg(HotKind::NIC_WAKE, number)});
    }
}

/** Writes the outer header of a datagram and gives the frame to its port. */
void
NicTable::Send(NicState& nic, const QueuePairSlot& slot, FrameIndex frameIndex, Instant now)
{
    Datagram& datagram = m_fabric.Pool().DatagramAt(frameIndex);
    datagram.source = slot.nic;
    datagram.destination = slot.peer;
    datagram.trim = TrimMark::WHOLE;
    Frame& frame = m_fabric.Pool().At(frameIndex);
    frame.destination = slot.route.For(datagram.ev);
    frame.source = slot.nic;
    frame.entropy = datagram.ev.value;
    frame.size = FrameSize(datagram);
    frame.fullSize = frame.size;
    frame.dscp = datagram.dscp;
    frame.ecn = datagram.ecn = Ecn::ECT0;
    frame.hopLimit = INITIAL_HOP_LIMIT;
    // Any mixture does that tells packets apart in a fingerprint: the digest is not on the wire.
    frame.digest = ((datagram.bth.psn.Value() << 8 | static_cast<uint32_t>(datagram.bth.opcode)) *
                    0x9e3779b1U) ^
                   (datagram.bth.destination.value * 0x85ebca6bU) ^ datagram.ev.value;
    const PortIndex port = nic.firstPort + datagram.plane;
    // Books the port's line as Fabric::StartService will, so that data waits here and no queue
    // builds up.
    const Span busy = m_fabric.Config(port).rate.Serialize(frame.size + LINE_OVERHEAD_BYTES);
    nic.idle[datagram.plane] = std::max(nic.idle[datagram.plane], now) + busy;
    if (__builtin_expect((m_fabric.Port(port).flags & PORT_FOLLOWED) != 0, 0))
    {
        m_fabric.Follower()->Sent(port, frameIndex);
    }
    m_fabric.Enqueue(port, frameIndex, now);
}

void
NicTable::Wake(HotEvent event)
{
    NicState& nic = m_nics[HotCode::IndexOf(event.arg)];
    if (event.at != nic.wakeAt)
    {
        return; // an earlier wake-up took its place
    }
    // Nothing is pending while timers run, so each of them may set the next wake-up.
    nic.wakeAt = Instant::Never();
    // Delays first: a post may be what the pump then sends.
    if (nic.delaysDue <= event.at)
    {
        RunDelays(nic, event.at);
    }
    if (nic.timerAt <= event.at)
    {
        RunTimers(nic, event.at);
    }
    Pump(nic, event.at);
}

} // namespace mrc
} // namespace ns3
