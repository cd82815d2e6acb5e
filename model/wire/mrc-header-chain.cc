/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-header-chain.h"

#include "mrc-byte-cursor.h"
#include "mrc-frame-size.h"
#include "mrc-immdt.h"

#include <new>

namespace ns3
{
namespace mrc
{

namespace
{

/** The bytes of a CNP behind its BTH: the bytes say nothing. */
struct CnpBlank
{
};

/** A CNP ends with bytes that mean nothing, and must be 0. */
void
Encode(ByteWriter& writer, const CnpBlank&)
{
    if (FieldWriter out{writer, CNP_BLANK_BYTES})
    {
        out.Zeros<CNP_BLANK_BYTES>();
    }
}

void
Decode(ByteReader& in, CnpBlank&)
{
    in.Zeros(CNP_BLANK_BYTES);
}

/** Calls the action with the header's values; an ImmDt is a plain number in the datagram. */
template <typename D, typename Action>
void
Visit(D& datagram, HeaderKind kind, Action action)
{
    switch (kind)
    {
    case HeaderKind::METH:
        return action(datagram.write.meth);
    case HeaderKind::TSETH:
        return action(datagram.write.tseth);
    case HeaderKind::RETH:
        return action(datagram.write.reth);
    case HeaderKind::IMMDT:
        return action(datagram.write.immediate);
    case HeaderKind::AETH:
        return action(datagram.aeth);
    case HeaderKind::SETH:
        return action(datagram.sack.seth);
    case HeaderKind::CC_STATE:
        return action(datagram.sack.cc);
    case HeaderKind::NETH:
        return action(datagram.neth);
    case HeaderKind::PETH:
        return action(datagram.peth);
    case HeaderKind::ERTH:
        return action(datagram.erth);
    case HeaderKind::EETH:
        return action(datagram.eeth);
    case HeaderKind::CNP_BLANK: {
        CnpBlank blank;
        return action(blank);
    }
    }
}

/** Appends whichever header Visit hands over. */
struct Writer
{
    ByteWriter& out;

    template <typename Header>
    void operator()(const Header& header) const
    {
        Encode(out, header);
    }

    void operator()(const uint32_t& immediate) const
    {
        Encode(out, ImmDt{immediate});
    }
};

/** Reads whichever header Visit hands over; a failure stays in the ByteReader. */
struct Reader
{
    ByteReader& in;

    template <typename Header>
    void operator()(Header& header) const
    {
        Decode(in, header);
    }

    void operator()(uint32_t& immediate) const
    {
        ImmDt immdt;
        Decode(in, immdt);
        immediate = immdt.value;
    }
};

} // namespace

HeaderChain::HeaderChain(const Bth& bth)
{
    switch (bth.opcode)
    {
    case Opcode::TRANSPORT_ACK:
        Add(HeaderKind::AETH);
        break;
    case Opcode::ENDPOINT_REQUEST:
        Add(HeaderKind::ERTH);
        break;
    case Opcode::ENDPOINT_RESPONSE:
        Add(HeaderKind::EETH);
        break;
    case Opcode::SACK:
        Add(HeaderKind::SETH);
        Add(HeaderKind::CC_STATE);
        break;
    case Opcode::NACK:
        Add(HeaderKind::NETH);
        break;
    case Opcode::PROBE_REQUEST:
        Add(HeaderKind::PETH);
        break;
    default:
        // A Write, a packet of RoCEv2, or an unknown opcode, which has no headers.
        AddWrite(bth);
        if (IsRoce(bth.opcode))
        {
            AddRoce(bth.opcode);
        }
    }
}

/** The headers of a packet of RoCEv2 [roce-opcodes]. */
void
HeaderChain::AddRoce(Opcode opcode)
{
    switch (opcode)
    {
    case Opcode::RC_WRITE_FIRST:
    case Opcode::RC_WRITE_ONLY:
        Add(HeaderKind::RETH);
        break;
    case Opcode::RC_WRITE_ONLY_IMMEDIATE:
        Add(HeaderKind::RETH);
        Add(HeaderKind::IMMDT);
        break;
    case Opcode::RC_WRITE_LAST_IMMEDIATE:
    case Opcode::RC_SEND_LAST_IMMEDIATE:
    case Opcode::RC_SEND_ONLY_IMMEDIATE:
        Add(HeaderKind::IMMDT);
        break;
    case Opcode::RC_ACKNOWLEDGE:
        Add(HeaderKind::AETH);
        break;
    case Opcode::CNP:
        Add(HeaderKind::CNP_BLANK);
        break;
    default:
        break;
    }
}

/** The headers of a data packet in the order of the wire [header-order]. */
void
HeaderChain::AddWrite(const Bth& bth)
{
    if (!IsWrite(bth.opcode))
    {
        return;
    }
    Add(HeaderKind::METH);
    if (bth.timestamped)
    {
        Add(HeaderKind::TSETH);
    }
    Add(HeaderKind::RETH);
    if (HasImmediate(bth.opcode))
    {
        Add(HeaderKind::IMMDT);
    }
}

/** A Write with time stamp and immediate has the most headers: the four that there is room for. */
void
HeaderChain::Add(HeaderKind kind)
{
    m_kinds[m_count++] = kind;
}

uint32_t
BytesOf(HeaderKind kind)
{
    // In the order of HeaderKind.
    static constexpr uint32_t BYTES[] = {METH_BYTES,
                                         TSETH_BYTES,
                                         RETH_BYTES,
                                         IMMDT_BYTES,
                                         AETH_BYTES,
                                         SETH_BYTES,
                                         CC_STATE_BYTES,
                                         NETH_BYTES,
                                         PETH_BYTES,
                                         ERTH_BYTES,
                                         EETH_BYTES,
                                         CNP_BLANK_BYTES};
    return BYTES[static_cast<unsigned>(kind)];
}

void
Encode(ByteWriter& out, const Datagram& datagram, HeaderKind kind)
{
    Visit(datagram, kind, Writer{out});
}

bool
Decode(ByteReader& in, Datagram& datagram, HeaderKind kind)
{
    Visit(datagram, kind, Reader{in});
    return in.Ok();
}

/**
 * Called by Truncate: headers that a switch cut off must not reach the receiver beside the wire.
 */
void
Clear(Datagram& datagram, HeaderKind kind)
{
    Visit(datagram, kind, [](auto& header) { header = {}; });
}

/** Makes a datagram's union ready for decoding, as the union's member may not be the opcode's. */
void
ClearHeaders(Datagram& datagram)
{
    // Placement new makes the wanted member of the union the living one.
    switch (datagram.bth.opcode)
    {
    case Opcode::TRANSPORT_ACK:
    case Opcode::RC_ACKNOWLEDGE:
        new (&datagram.aeth) Aeth{};
        return;
    case Opcode::ENDPOINT_REQUEST:
        new (&datagram.erth) Erth{};
        return;
    case Opcode::ENDPOINT_RESPONSE:
        new (&datagram.eeth) Eeth{};
        return;
    case Opcode::SACK:
        new (&datagram.sack) SackHeaders{};
        return;
    case Opcode::NACK:
        new (&datagram.neth) Neth{};
        return;
    case Opcode::PROBE_REQUEST:
        new (&datagram.peth) Peth{};
        return;
    default:
        new (&datagram.write) WriteHeaders{};
    }
}

} // namespace mrc
} // namespace ns3
