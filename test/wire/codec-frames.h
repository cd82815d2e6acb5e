/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_CODEC_FRAMES_H
#define MRC_TEST_CODEC_FRAMES_H

#include "random-datagram.h"

#include "ns3/mrc-crc.h"
#include "ns3/mrc-packet-codec.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return the frame's bytes, none when the codec refuses */
inline Bytes
EncodeFrame(const PacketCodec& codec, const Frame& frame, const Datagram& datagram)
{
    Bytes bytes(frame.size);
    bytes.resize(codec.Encode(frame, datagram, bytes.data(), bytes.size()));
    return bytes;
}

/** Writes a CRC with its least significant byte first. */
inline void
Store(Bytes& bytes, std::size_t at, uint32_t crc)
{
    for (unsigned i = 0; i < 4; ++i)
    {
        bytes.at(at + i) = static_cast<uint8_t>(crc >> (8 * i));
    }
}

/** Makes both CRCs fit again after a change of the bytes. */
inline void
Reseal(Bytes& bytes, bool hasIcrc)
{
    const std::size_t n = bytes.size();
    if (hasIcrc)
    {
        Store(bytes, n - 8, InvariantCrc(bytes.data() + 54, n - 8 - 54));
    }
    Store(bytes, n - 4, Crc32(bytes.data(), n - 4));
}

/** @return a NACK on its way through a fabric */
inline Frame
NackFrame()
{
    Frame f;
    f.destination = UsidCarrier(0xfcbbbb004801c803ULL, 0);
    f.source = 0x102;
    f.entropy = 0x60000007;
    f.size = 142;
    f.dscp = 48;
    f.ecn = Ecn::CE;
    f.hopLimit = 62;
    return f;
}

/** @return the content of that frame */
inline Datagram
NackDatagram()
{
    Datagram d;
    d.bth.opcode = Opcode::NACK;
    d.bth.destination.value = 0x11;
    d.bth.psn = Psn(5);
    d.source = 0x102;
    d.destination = 0x203;
    d.ev.value = 0x60000007;
    d.dscp = 48;
    d.plane = 1;
    ClearHeaders(d);
    d.neth.reason = NackReason::TRIMMED_LAST_HOP;
    d.neth.entropy.value = 0x20000001;
    d.neth.psn = Psn(0x0a0b0c);
    d.neth.timestamp = 0x0d0e;
    return d;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_CODEC_FRAMES_H */
