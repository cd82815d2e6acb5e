/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-inbox.h"

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/mrc-stock-packet.h"

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * @return whether a packet has the NIC's own address: without SRv6, or where a switch has taken the
 * outer headers off a stack's packet [switch-decapsulation]
 */
bool
IsAddressOf(uint32_t nic, const Frame& frame, const Datagram& datagram, const NicPlan& plan)
{
    const AddressBits own = AddressOfNic(nic);
    return frame.destination == UsidCarrier(own.high, own.low) &&
           (plan.encapsulation != ENCAPSULATION_SRV6 || IsStock(datagram));
}

/** @return whether a packet has the NIC's uSID behind a block of other than 32 bits */
bool
IsUsidOf(uint64_t locator48, const Frame& frame, const NicPlan& plan)
{
    return plan.encapsulation == ENCAPSULATION_SRV6 && !plan.block.IsUsual() &&
           SegmentsLeft(frame) == 0 &&
           frame.destination == plan.block.Written(UsidCarrier(locator48 << 16, 0));
}

/**
 * A carrier that still holds uSIDs, or segments left, or names another NIC, was led here by a wrong
 * table.
 *
 * @return whether a packet that came over a link is for the NIC there [wrong-nic]
 */
__attribute__((always_inline)) inline bool
IsForNicAt(const LinkState& end, FrameIndex frameIndex, NicStore& store)
{
    const Frame& frame = store.fabric.Pool().At(frameIndex);
    // A NIC's uSIDs of all planes differ in the plane's bits alone.
    const uint64_t own = store.locators48[end.Number()] |
                         (static_cast<uint64_t>(end.Plane()) << 11); // [usid-layout]
    return (frame.destination.Locator48() == own && !frame.destination.HasArgument() &&
            SegmentsLeft(frame) == 0) ||
           IsUsidOf(own, frame, store.plan) ||
           IsAddressOf(end.Number(), frame, store.fabric.Pool().DatagramAt(frameIndex), store.plan);
}

/** The transport sees no outer header, so what the fabric has marked there is copied. */
__attribute__((always_inline)) inline void
CopyMarks(const Frame& frame, PlaneId plane, const NicPlan& plan, Datagram& datagram)
{
    datagram.ecn = frame.ecn;
    datagram.plane = plane;
    if (__builtin_expect(frame.dscp == plan.dscp.trimmed || frame.dscp == plan.dscp.trimmedLastHop,
                         0))
    {
        datagram.trim =
            frame.dscp == plan.dscp.trimmed ? TrimMark::TRIMMED : TrimMark::TRIMMED_LAST_HOP;
        Truncate(datagram, frame.size - SegmentBytes(frame), plan.encapsulation);
    }
}

} // namespace

/** Shows a queue pair the records of hops that a packet carries, too. */
Agenda
NicInbox::ReceiveWithHops(SlotIndex slot, FrameIndex frameIndex, Instant now)
{
    m_store.hops->Open(slot, frameIndex, now);
    const Datagram& datagram = m_store.fabric.Pool().DatagramAt(frameIndex);
    const Agenda agenda = m_store.Slot(slot).pair->Receive(datagram, now);
    m_store.hops->Close();
    return agenda;
}

/** HotPath calls this for a frame that FabricEvents::Admit led to a NIC. */
void
NicInbox::Receive(PortIndex link, FrameIndex frameIndex, Instant now)
{
    const LinkState& end = m_store.fabric.State().Link(link);
    if (!IsForNicAt(end, frameIndex, m_store))
    {
        m_store.fabric.Events().TurnAway(link, frameIndex, now);
        return;
    }
    const uint32_t owner = end.Number();
    Datagram& datagram = m_store.fabric.Pool().DatagramAt(frameIndex);
    CopyMarks(m_store.fabric.Pool().At(frameIndex), end.Plane(), m_store.plan, datagram);
    // A number below the first wraps around and is unknown.
    SlotIndex slot = SlotOf(datagram.bth.destination);
    if (__builtin_expect(datagram.bth.destination.value < FIRST_QP_NUMBER, 0))
    {
        if (IsStock(datagram))
        {
            m_stock.Receive(m_store.Nic(owner), link, frameIndex, now);
            return;
        }
        const bool isForDesk = datagram.bth.destination == ENDPOINT_QP;
        if (isForDesk && m_desk.Receive(m_store.Nic(owner), datagram, now))
        {
            m_store.fabric.Pool().Release(frameIndex);
            return;
        }
        slot = isForDesk ? m_endpoint.Claim(owner, datagram) : slot;
    }
    // Of another NIC's queue pair only the owner is read, which never changes.
    if (!m_store.Has(owner, slot) || !m_store.Slot(slot).receives)
    {
        m_store.fabric.Drop(link, frameIndex, DropReason::UNKNOWN_QP, now);
        return;
    }
    if (__builtin_expect((end.far & LinkState::FAR_FOLLOWED) != 0, 0))
    {
        m_store.fabric.Onlookers().Follower()->Received(link, frameIndex);
    }
    // The pair sees the packet before the packet's frame goes back to the pool.
    const Agenda agenda = __builtin_expect(m_store.hops == nullptr, 1)
                              ? m_store.Slot(slot).pair->Receive(datagram, now)
                              : ReceiveWithHops(slot, frameIndex, now);
    m_store.fabric.Pool().Release(frameIndex);
    // Most data packets ask for nothing, and move no timer that the NIC would have to wake for.
    if (agenda.control || agenda.data || agenda.wakeup != Instant::Never())
    {
        m_pump.Serve(m_store.Nic(owner), slot, agenda, now);
    }
}

} // namespace mrc
} // namespace ns3
