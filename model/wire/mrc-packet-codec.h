/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PACKET_CODEC_H
#define MRC_PACKET_CODEC_H

#include "mrc-datagram.h"
#include "mrc-envelope.h"
#include "mrc-frame-size.h"
#include "mrc-frame.h"
#include "mrc-truncate.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Turns a frame and its datagram into the exact bytes of the wire, and back.
 *
 * Ethernet, outer IPv6, inner IPv6, UDP, BTH, the headers of the opcode, payload, pad, ICRC, FCS.
 * Without SRv6 one IP header stands in the place of two, and tells DSCP and ECN. Stock packets, for
 * which IsStock() holds, have bytes of their own: see mrc-stock-codec.h. Pause frames have theirs
 * too: see mrc-pause.h. The members that the bytes do not carry are listed at Frame. A decoded
 * datagram's trim mark is that of the outer DSCP; its ECN is the inner one, which the sender wrote.
 *
 * A trimmed frame is cut to the frame's size, in front of an FCS of its own. The inner length and
 * the UDP length tell how much was cut. With TRIM_LENGTH_ALL these are of the rest, and Decode
 * takes the payload length from Frame::fullSize, or 0 if that is not set. The ICRC is not looked
 * at.
 */
class PacketCodec
{
  public:
    /** @param format the agreement of the ends of the link */
    explicit PacketCodec(const WireFormat& format = WireFormat());

    /**
     * Values of a header that are wider than their field on the wire lose their high bits.
     *
     * @param frame the frame; the size must be FrameSize of the datagram, or less if the DSCP says
     * trimmed
     * @param datagram the datagram; the EV must be the frame's
     * @param out where the bytes go
     * @param capacity room there, bytes
     * @return the size of the frame, 0 when the values contradict each other or do not fit
     */
    std::size_t Encode(const Frame& frame,
                       const Datagram& datagram,
                       uint8_t* out,
                       std::size_t capacity) const;

    /**
     * Writes the first bytes of a frame. Payload and CRCs behind them take no time.
     *
     * @param frame as for Encode
     * @param datagram as for Encode
     * @param out where the bytes go
     * @param length room there, bytes
     * @return how many were written: the lesser of length and the frame's size, or 0 as Encode
     */
    std::size_t EncodeStart(const Frame& frame,
                            const Datagram& datagram,
                            uint8_t* out,
                            std::size_t length) const;

    /**
     * Brings the first bytes of a frame up to date on a later hop.
     *
     * @param frame the frame; the size, source, DSCP and EV are as they were for EncodeStart
     * @param datagram the datagram, unchanged
     * @param bytes those that EncodeStart wrote
     * @param size the number that EncodeStart returned
     */
    void EncodeHop(const Frame& frame,
                   const Datagram& datagram,
                   uint8_t* bytes,
                   std::size_t size) const;

    /**
     * @param bytes a frame from the Ethernet header to the FCS
     * @param size how many bytes
     * @param frame filled with the values in the bytes, the rest of the frame's fields is kept
     * @param datagram filled, of a stock packet as by DecodeStock; headers that were cut off hold
     * the values of a new datagram
     * @return whether the bytes are such a frame, whole or trimmed; if not, nothing is changed
     */
    bool Decode(const uint8_t* bytes, std::size_t size, Frame& frame, Datagram& datagram) const;

  private:
    WireFormat m_format;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PACKET_CODEC_H */
