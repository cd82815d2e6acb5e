/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-arrivals.h"

#include "mrc-link-faults.h"
#include "mrc-lossless-admission.h"
#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"
#include "mrc-pause-hold.h"
#include "mrc-routed-forwarder.h"
#include "mrc-switch-decapsulation.h"
#include "mrc-switch-errors.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-hop-trailer.h"
#include "ns3/mrc-pause.h"

namespace ns3
{
namespace mrc
{

void
LinkArrivals::See(PortIndex index, Instant now) const
{
    if ((m_state.Need(index).FlagsOf(index) & PORT_CUT) != 0)
    {
        m_state.late->See(index, now); // in the sender's shard
        return;
    }
    FramePool& pool = m_state.pool;
    // The event names only port and instant: the frame is found by when it will be admitted.
    const Instant admission = now + m_state.ConfigOf(index).farLatency;
    FrameIndex frame = NO_FRAME;
    // The last frame: a latency that fell may have made earlier frames leave the switch together
    // with the last.
    for (FrameIndex i = m_state.Link(index).pipeHead; i != NO_FRAME && pool.At(i).at <= admission;
         i = pool.At(i).next)
    {
        frame = pool.At(i).at == admission ? i : NO_FRAME;
    }
    if (frame != NO_FRAME && (m_state.FlagsOf(index) & PORT_RX_WATCHED) != 0)
    {
        m_state.observer->Arrived(index, frame, now);
    }
}

/** Admit, out of line. */
FrameIndex
LinkArrivals::AdmitApart(FabricState& state, PortIndex index, Instant now)
{
    return Admit(state, index, now);
}

/**
 * The questions that Admit asks only of links with a fault, with an ErrorModel, with PFC, or in
 * wire mode.
 */
bool
LinkArrivals::SurvivesSlowPath(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    // A fault of the link takes the frame before an ErrorModel sees it.
    if (!m_state.hiddenLoss.empty() && !LinkFaults(m_state).Spares(index, frameIndex, now))
    {
        return false;
    }
    m_state.ports.Need(index); // the sender may be in another process
    if ((m_state.FlagsOf(index) & PORT_LOSSY) != 0 && m_state.observer->Corrupts(index, frameIndex))
    {
        FrameEnds(m_state).Lose(index, frameIndex, DropReason::CORRUPTED, now);
        return false;
    }
    if (m_state.wireMode)
    {
        PassThroughBytes(frameIndex);
    }
    if (m_state.pauses.Any())
    {
        if (IsPause(m_state.pool.DatagramAt(frameIndex)))
        {
            PauseHold(m_state).Receive(index, frameIndex, now);
            return false; // a pause goes no further than its link
        }
        LosslessRoom::Note(m_state.pool.At(frameIndex), index);
    }
    return true;
}

/**
 * Replaces a frame by the values of its own bytes, to prove that nothing travels beside them
 * [wire-mode].
 */
void
LinkArrivals::PassThroughBytes(FrameIndex frameIndex) const
{
    Frame& frame = m_state.pool.At(frameIndex);
    Datagram& datagram = m_state.pool.DatagramAt(frameIndex);
    // A frame's size has 16 bits, so this holds any frame.
    uint8_t bytes[UINT16_MAX];
    const PacketCodec codec(m_state.format);
    const std::size_t size = codec.Encode(frame, datagram, bytes, sizeof(bytes));
    // Only the bytes survive the hop, and members of a frame that are no part of the bytes. Those
    // of the pipe are over, as the frame has left that.
    Frame rebuilt;
    rebuilt.digest = frame.digest;
    rebuilt.fullSize = frame.fullSize;
    Datagram rebuiltDatagram;
    if (IsStock(datagram))
    {
        // A stock packet itself is such a member: the codec compares the packet's bytes.
        rebuiltDatagram = StockDatagram(*datagram.stock.packet);
        rebuiltDatagram.destination = datagram.destination;
    }
    HopRecords* const records = TrailerBytes(m_state.format, frame, datagram) == 0
                                    ? nullptr
                                    : m_state.pool.TrailerOf(frameIndex);
    if (records != nullptr)
    {
        WriteTrailer(bytes, size, size, *records);
    }
    if (!codec.Decode(bytes, size, rebuilt, rebuiltDatagram) ||
        (records != nullptr && !ReadTrailer(bytes, size, *records)))
    {
        NS_FATAL_ERROR("the codec cannot read the " << size << " bytes that it made of a frame");
    }
    frame = rebuilt;
    datagram = rebuiltDatagram;
}

/** A switch drops a frame; it may tell the source, but not of what the packet inside lacks. */
void
LinkArrivals::Refuse(PortIndex index, FrameIndex frameIndex, DropReason reason, Instant now) const
{
    const bool isInside =
        reason == DropReason::STOCK_TRIMMED || reason == DropReason::STOCK_NOT_ECT;
    if (m_state.waysBack.nics != 0 && !isInside)
    {
        SwitchErrors(m_state).Tell(index, frameIndex, now);
    }
    FrameEnds(m_state).Lose(index, frameIndex, reason, now);
}

/**
 * @return the way of a packet at a switch without SIDs. The table that most fabrics have is asked
 * here, which spares a call: a switch without SIDs that does not route hashes
 */
__attribute__((always_inline)) inline ForwardDecision
LinkArrivals::ChooseWay(PortIndex index, Frame& frame, Instant now) const
{
    const bool hashes = m_state.routed.mode == ROUTING_STATIC;
    return hashes ? OwnedParts(m_state).Hashing(index).Decide(frame)
                  : DecideByAddress(index, frame, {}, now);
}

/** Forwards at a switch without SIDs: its table of uSIDs would have no answer. */
void
LinkArrivals::ForwardByAddress(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    const ForwardDecision decision = ChooseWay(index, m_state.pool.At(frameIndex), now);
    if (decision.port == NO_PORT)
    {
        FrameEnds(m_state).Lose(index, frameIndex, decision.reason, now);
        return;
    }
    PortAdmission::Enqueue(m_state, decision.port, frameIndex, now);
}

/** As ForwardByAddress, in a fabric with PFC. */
void
LinkArrivals::ForwardWithPauses(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    Frame& frame = m_state.pool.At(frameIndex);
    const ForwardDecision decision = ChooseWay(index, frame, now);
    if (decision.port == NO_PORT)
    {
        EndOrObey(index, frameIndex, decision.reason, now);
        return;
    }
    LosslessRoom::Note(frame, index);
    LosslessAdmission::Arrive(m_state, decision.port, frameIndex, now);
}

void
LinkArrivals::EndOrObey(PortIndex link, FrameIndex frame, DropReason reason, Instant now) const
{
    if (IsPause(m_state.pool.DatagramAt(frame)))
    {
        PauseHold(m_state).Receive(link, frame, now);
        return;
    }
    FrameEnds(m_state).Lose(link, frame, reason, now);
}

/** Forwards where a switch with SIDs has no short way for a packet. */
void
LinkArrivals::ForwardApart(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    Frame& frame = m_state.pool.At(frameIndex);
    const UsidForwarder& usids = OwnedParts(m_state).Usids(index, m_state.Link(index).Number());
    ForwardDecision decision = usids.Decide(frame, m_state.routes.data());
    if (decision.inside != Unwrapping::NO)
    {
        decision = SwitchDecapsulation(m_state).Unwrap(usids, frameIndex, decision);
    }
    if (decision.port == NO_PORT)
    {
        // an address of a NIC is no uSID of the switch, so that SRv6 pays nothing for this
        decision = DecideByAddress(index, frame, decision, now);
    }
    if (decision.port == NO_PORT)
    {
        Refuse(index, frameIndex, decision.reason, now);
        return;
    }
    PortAdmission::Enqueue(m_state, decision.port, frameIndex, now);
}

/**
 * @return where a packet without SRv6 goes; with SRv6 `otherwise`, the decision of the uSID
 * forwarder
 */
ForwardDecision
LinkArrivals::DecideByAddress(PortIndex index,
                              Frame& frame,
                              const ForwardDecision& otherwise,
                              Instant now) const
{
    if (!m_state.routed.byNumber.empty())
    {
        return RoutedForwarder(m_state).Decide(index, frame, now);
    }
    return m_state.hashing.empty() ? otherwise : OwnedParts(m_state).Hashing(index).Decide(frame);
}

} // namespace mrc
} // namespace ns3
