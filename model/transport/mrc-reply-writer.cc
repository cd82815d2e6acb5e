/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reply-writer.h"

#include "mrc-receiver-grants.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** All fields at their defaults: a copy of this is cheaper than to make one. */
const Datagram BLANK;

constexpr uint64_t RECEIVED_UNIT = 256;      //!< rcvd_bytes, rounded up [cc-state]
constexpr uint32_t RECEIVED_MASK = 0xffffff; //!< rcvd_bytes: 24 bits
constexpr uint32_t OOO_MAX = 0x7fff;         //!< ooo_count: 15 bits

} // namespace

void
ReplyWriter::Take(Datagram& out) const
{
    out = BLANK;
    if (!m_store.replies.Empty())
    {
        const Reply& reply = m_store.replies.Front();
        FillHeaders(reply.plane, out);
        if (reply.kind == ReplyKind::NACK)
        {
            FillNack(reply, out);
        }
        else
        {
            FillSack(reply, out);
        }
        m_store.Settle();
        return;
    }
    // Replies come before this: a SACK frees the sender's window, the Transport ACK only ends a
    // request.
    m_store.Settle();
    FillHeaders(m_store.ackPlane, out);
    out.bth.opcode = Opcode::TRANSPORT_ACK;
    out.bth.psn = PsnOf(m_store.received.Expected() - 1);
    out.aeth = Aeth{};
    out.aeth.msn = m_store.completed & ReceiverStore::MSN_MASK;
    if (m_store.roles.failed && m_store.guard->syndrome != AethSyndrome::ACK)
    {
        out.bth.psn = PsnOf(m_store.guard->refusedAt);
        out.aeth.syndrome = static_cast<uint8_t>(m_store.guard->syndrome);
    }
}

void
ReplyWriter::FillHeaders(PlaneId plane, Datagram& out) const
{
    const PlaneMask usable = m_store.UsablePlanes();
    if (((usable >> plane) & 1) == 0)
    {
        plane = static_cast<PlaneId>(__builtin_ctz(usable)); // a port is down at one of the ends
    }
    out.bth.destination = m_store.header.peer;
    out.source = m_store.header.source;
    out.destination = m_store.header.destination;
    out.ev = m_store.reverse.Of(plane);
    out.plane = plane;
    out.dscp = m_store.header.dscp; // [traffic-classes]
}

/**
 * A probe asks for the reason that the sender waits [probe-sack-parts]. The reason is the oldest
 * missing packet. Answers to further probes show the packets beyond the first 64 bits. Otherwise a
 * sender with a window full of lost packets would never know.
 */
uint64_t
ReplyWriter::NextProbeBase() const
{
    const bool goesOn = m_store.probeShows > m_store.received.Expected() &&
                        m_store.probeShows < m_store.received.Top();
    const uint64_t base = goesOn ? m_store.probeShows : m_store.received.Expected();
    m_store.probeShows = base + BITMAP_PSNS;
    return base;
}

__attribute__((always_inline)) inline void
ReplyWriter::FillSack(const Reply& reply, Datagram& out) const
{
    const uint64_t cack = m_store.received.Expected() - 1;
    const bool probe = reply.kind == ReplyKind::PROBE_SACK;
    out.bth.opcode = Opcode::SACK;
    out.bth.psn = PsnOf(cack); // [sack-format]
    out.sack = SackHeaders{};
    Seth& seth = out.sack.seth;
    seth.cack = PsnOf(cack);
    const int32_t offset = probe ? static_cast<int32_t>(reply.psn.Value()) : reply.psn - seth.cack;
    seth.ackOffset = static_cast<int16_t>(offset);
    seth.probeReply = probe;
    seth.entropy = reply.ev;
    seth.mark = reply.mark;
    // Byte 12 is reserved in the public layout, so it stays 0 unless ports are told by SACKs
    // [port-status-carrier].
    if (m_store.header.portsInSack)
    {
        seth.downPorts = static_cast<uint8_t>(m_store.header.planes & ~m_store.localUp);
    }
    const uint64_t base =
        probe ? NextProbeBase() : m_store.received.BitmapBaseFor(SequenceOf(reply.psn, cack));
    seth.sackOffset = static_cast<int16_t>(base - cack);
    seth.bitmap = m_store.received.Bitmap(base);
    CcState& cc = out.sack.cc;
    cc.timestamp = reply.timestamp;
    cc.outOfOrder = static_cast<uint16_t>(std::min(m_store.received.OutOfOrder(), OOO_MAX));
    cc.received =
        static_cast<uint32_t>((m_store.ReceivedBytes() + RECEIVED_UNIT - 1) / RECEIVED_UNIT) &
        RECEIVED_MASK;
    ReceiverGrants(m_store).Fill(out.sack);
}

void
ReplyWriter::FillNack(const Reply& reply, Datagram& out) const
{
    out.bth.opcode = Opcode::NACK;
    out.bth.psn = reply.psn;
    out.neth = Neth{};
    out.neth.reason = reply.reason;
    out.neth.timestamp = reply.timestamp;
    out.neth.entropy = reply.ev;
    out.neth.psn = reply.psn;
}

} // namespace mrc
} // namespace ns3
