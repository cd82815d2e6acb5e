/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_SIZE_H
#define MRC_FRAME_SIZE_H

#include "mrc-datagram.h"
#include "mrc-encapsulation.h"
#include "mrc-ethernet.h"
#include "mrc-frame.h"
#include "mrc-immdt.h"
#include "mrc-ipv4.h"
#include "mrc-ipv6.h"
#include "mrc-udp.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** @return bytes of the first IP header, which switches read and write */
constexpr uint32_t
OuterBytes(Encapsulation encapsulation)
{
    return encapsulation == ENCAPSULATION_IPV4 ? IPV4_BYTES : IPV6_BYTES;
}

/** @return bytes of the frame in front of the IP header from NIC to NIC, where the ICRC begins */
constexpr uint32_t
PacketAt(Encapsulation encapsulation)
{
    return ETHERNET_HEADER_BYTES + (encapsulation == ENCAPSULATION_SRV6 ? IPV6_BYTES : 0);
}

/** @return bytes of the frame in front of the UDP header */
constexpr uint32_t
UdpAt(Encapsulation encapsulation)
{
    return PacketAt(encapsulation) + OuterBytes(encapsulation);
}

/** @return bytes by which a frame is smaller than with SRv6 [frame-sizes] */
constexpr uint32_t
SparedBytes(Encapsulation encapsulation)
{
    return UdpAt(ENCAPSULATION_SRV6) - UdpAt(encapsulation);
}

static_assert(SparedBytes(ENCAPSULATION_IPV6) == 40, "[frame-sizes]");
static_assert(SparedBytes(ENCAPSULATION_IPV4) == 60, "[frame-sizes]");

/** Bytes of the invariant CRC behind a packet. */
constexpr uint32_t ICRC_BYTES = 4;

/** Bytes in front of the BTH with SRv6: Ethernet, outer IPv6, inner IPv6 and UDP headers
 * [header-order]. */
constexpr uint32_t BTH_AT = ETHERNET_HEADER_BYTES + 2 * IPV6_BYTES + UDP_BYTES;

/** Bytes of a frame beside the headers behind the BTH and the payload. */
constexpr uint32_t ENVELOPE_BYTES = BTH_AT + BTH_BYTES + ICRC_BYTES + FCS_BYTES;

/** Least size that a switch may trim to, from the outer IPv6 header: up to the TSETH
 * [trim-minimum]. */
constexpr uint32_t MIN_TRIM_BYTES =
    2 * IPV6_BYTES + UDP_BYTES + BTH_BYTES + METH_BYTES + TSETH_BYTES;

static_assert(MIN_TRIM_BYTES == 108, "[trim-minimum]");

/** The most payload that the 16-bit lengths of a frame leave room for. */
constexpr uint32_t MAX_PAYLOAD_BYTES =
    (0xffff - ENVELOPE_BYTES - METH_BYTES - TSETH_BYTES - RETH_BYTES - IMMDT_BYTES) & ~3U;

/**
 * @param payload bytes of payload
 * @return zero bytes behind the payload, up to a multiple of 4 (IBTA sec. 9.2.4: PadCnt)
 */
constexpr uint32_t
PadBytes(uint32_t payload)
{
    return -payload & 3;
}

/** Zero bytes behind the BTH of a CNP (RoCEv2, annex A17). */
constexpr uint32_t CNP_BLANK_BYTES = 16;

/** @return bytes of the headers behind a BTH with this opcode of RoCEv2 [roce-opcodes] */
constexpr uint32_t
RoceExtensionBytes(Opcode opcode)
{
    switch (opcode)
    {
    case Opcode::RC_WRITE_FIRST:
    case Opcode::RC_WRITE_ONLY:
        return RETH_BYTES;
    case Opcode::RC_WRITE_ONLY_IMMEDIATE:
        return RETH_BYTES + IMMDT_BYTES;
    case Opcode::RC_WRITE_LAST_IMMEDIATE:
    case Opcode::RC_SEND_LAST_IMMEDIATE:
    case Opcode::RC_SEND_ONLY_IMMEDIATE:
        return IMMDT_BYTES;
    case Opcode::RC_ACKNOWLEDGE:
        return AETH_BYTES;
    case Opcode::CNP:
        return CNP_BLANK_BYTES;
    default:
        return 0;
    }
}

/** @return bytes of the headers behind a BTH with this opcode, without a TSETH; 0 when unknown */
constexpr uint32_t
ExtensionBytes(Opcode opcode)
{
    switch (opcode)
    {
    case Opcode::WRITE_FIRST:
    case Opcode::WRITE_MIDDLE:
    case Opcode::WRITE_LAST:
    case Opcode::WRITE_ONLY:
        return METH_BYTES + RETH_BYTES;
    case Opcode::WRITE_LAST_IMMEDIATE:
    case Opcode::WRITE_ONLY_IMMEDIATE:
        return METH_BYTES + RETH_BYTES + IMMDT_BYTES;
    case Opcode::TRANSPORT_ACK:
        return AETH_BYTES;
    case Opcode::ENDPOINT_REQUEST:
        return ERTH_BYTES;
    case Opcode::ENDPOINT_RESPONSE:
        return EETH_BYTES;
    case Opcode::SACK:
        return SETH_BYTES + CC_STATE_BYTES;
    case Opcode::NACK:
        return NETH_BYTES;
    case Opcode::PROBE_REQUEST:
        return PETH_BYTES;
    default:
        return RoceExtensionBytes(opcode);
    }
}

/** Bytes of a frame with SRv6 beside the payload, as a table: each packet that is sent asks. */
class HeaderBytes
{
  public:
    constexpr HeaderBytes()
    {
        for (unsigned code = 0; code < 256; ++code)
        {
            const auto opcode = static_cast<Opcode>(code);
            const uint32_t bytes = ENVELOPE_BYTES + ExtensionBytes(opcode);
            m_bytes[0][code] = static_cast<uint16_t>(bytes);
            m_bytes[1][code] = static_cast<uint16_t>(bytes + (IsWrite(opcode) ? TSETH_BYTES : 0));
        }
    }

    /**
     * @param bth a header
     * @return those of a packet with this header
     */
    uint32_t Of(const Bth& bth) const
    {
        return m_bytes[bth.timestamped ? 1 : 0][static_cast<unsigned>(bth.opcode)];
    }

  private:
    uint16_t m_bytes[2][256]{};
};

/** The only such table. */
inline constexpr HeaderBytes HEADER_BYTES;

/**
 * The size of a datagram's frame as it is sent with SRv6, before any trimming [frame-sizes].
 *
 * A Write with a TSETH and P bytes of payload takes P + 146, P rounded up to a multiple of 4.
 *
 * @param datagram the opcode, the ts bit and the payload length count
 * @return the size of the Ethernet frame with FCS, bytes
 */
inline uint16_t
FrameSize(const Datagram& datagram)
{
    return static_cast<uint16_t>(HEADER_BYTES.Of(datagram.bth) + datagram.payload +
                                 PadBytes(datagram.payload));
}

/**
 * @param datagram as above
 * @param encapsulation of the fabric
 * @return the size of the Ethernet frame with FCS, bytes: P + 106 over IPv6, P + 86 over IPv4
 */
inline uint16_t
FrameSize(const Datagram& datagram, Encapsulation encapsulation)
{
    return static_cast<uint16_t>(FrameSize(datagram) - SparedBytes(encapsulation));
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_SIZE_H */
