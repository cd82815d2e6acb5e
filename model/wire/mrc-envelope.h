/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENVELOPE_H
#define MRC_ENVELOPE_H

#include "mrc-datagram.h"
#include "mrc-dscp.h"
#include "mrc-encapsulation.h"
#include "mrc-ethernet.h"
#include "mrc-frame-segments.h"
#include "mrc-frame-size.h"
#include "mrc-frame.h"
#include "mrc-ipv6.h"
#include "mrc-segment-header.h"
#include "mrc-trim-length.h"
#include "mrc-udp.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The format that the two ends of a link have to agree on to read each other's bytes. */
struct WireFormat
{
    DscpPlan dscp;                                   //!< tells which frames are trimmed
    uint16_t udpPort{ROCE_UDP_PORT};                 //!< UDP destination port
    TrimLength trimLength{TRIM_LENGTH_IP};           //!< lengths of a trimmed frame
    Encapsulation encapsulation{ENCAPSULATION_SRV6}; //!< the headers in front of UDP
    bool telemetry{false}; //!< data packets and SACKs have a trailer [telemetry-trailer]
    uint8_t blockBits{32}; //!< length of the locator block
};

/**
 * Where the inner IPv6 header of a frame with SRv6 begins, which is also where the ICRC begins; or
 * where its segment routing header does.
 */
constexpr uint32_t INNER_AT = PacketAt(ENCAPSULATION_SRV6);

/** The headers in front of the BTH, and the frame size that the last one tells. */
struct Envelope
{
    Encapsulation encapsulation{ENCAPSULATION_SRV6}; //!< which headers there are
    Ethernet ethernet;                               //!< the first header
    Ipv6 outer; //!< the destination is the carrier of uSIDs. Without SRv6 the only IP header, which
                //!< over IPv4 stands for one with the addresses of the same NICs
    std::optional<SegmentHeader> segments; //!< behind the outer header [carrier-segments]
    Ipv6 inner;                            //!< from NIC to NIC; without SRv6 there is none
    Udp udp;                               //!< in front of the transport's headers

    /** @return size of the frame that UDP tells: before any cut, but for TRIM_LENGTH_ALL */
    uint32_t WholeSize() const
    {
        return UdpAt(encapsulation) + (segments ? segments->Bytes() : 0) + udp.length + FCS_BYTES;
    }
};

/** @return the headers of this frame; the sizes of frame and datagram tell the lengths */
Envelope MakeEnvelope(const WireFormat& format, const Frame& frame, const Datagram& datagram);

/** Appends the headers. */
void Encode(ByteWriter& out, const Envelope& envelope);

/**
 * Brings the first INNER_AT bytes of a frame up to date on a later hop, and 4 more if a segment
 * routing header follows. Of all bytes but the FCS only these change:
 * - the next hop's MAC
 * - ECN, hop limit and destination of the outer IPv6 header
 * - Segments Left
 * - over IPv4 ECN, time to live and checksum
 */
void EncodeHop(const WireFormat& format,
               uint8_t* bytes,
               const Frame& frame,
               const Datagram& datagram);

/**
 * @param in the bytes
 * @param envelope the encapsulation is given, the rest filled
 * @return whether the headers could be read and are those of an MRC packet
 */
bool Decode(ByteReader& in, Envelope& envelope);

/**
 * @param format the agreement of the ends of the link
 * @param envelope the headers
 * @param size of the frame
 * @return size of the frame without the trailer, as far as the lengths tell [telemetry-trailer]
 */
std::size_t NetSize(const WireFormat& format, const Envelope& envelope, std::size_t size);

/**
 * @return whether the lengths in the envelope are those of a frame of this size, cut or whole,
 * without a trailer
 */
bool AreLengthsValid(const WireFormat& format, const Envelope& envelope, std::size_t size);

/**
 * Fills in the values of an envelope.
 *
 * @param format the agreement of the ends of the link
 * @param envelope the headers
 * @param frame filled with destination, source, EV, DSCP, ECN and hop limit
 * @param datagram filled with source, destination, EV, DSCP, ECN, trim mark and plane
 * @return whether addresses, labels and ports follow the plan and agree with each other
 */
bool TakeEnvelope(const WireFormat& format,
                  const Envelope& envelope,
                  Frame& frame,
                  Datagram& datagram);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENVELOPE_H */
