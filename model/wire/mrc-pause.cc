/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pause.h"

#include "mrc-byte-cursor.h"
#include "mrc-crc.h"
#include "mrc-ethernet.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint16_t MAC_CONTROL_TYPE = 0x8808;  // IEEE 802.3 clause 31
constexpr uint16_t CLASS_PAUSE_OPCODE = 0x101; // IEEE 802.1Qbb
constexpr MacBits PORT_MACS = 0x0a0000000000ULL;

} // namespace

Frame
MakePause(uint32_t port, uint8_t priority, uint16_t quanta, Datagram& datagram)
{
    datagram = Datagram();
    datagram.bth.opcode = PAUSE_OPCODE;
    datagram.pause = PauseTimes();
    datagram.pause.classes = static_cast<uint16_t>(1U << priority);
    datagram.pause.quanta[priority] = quanta;
    Frame frame;
    frame.source = port;
    frame.ecn = Ecn::NOT_ECT;
    frame.dscp = 0;
    frame.size = frame.fullSize = PAUSE_FRAME_BYTES;
    // for the fingerprint alone: quanta and priority
    frame.digest = (static_cast<uint32_t>(priority) << 16 | quanta) * 0x9e3779b1U;
    return frame;
}

std::size_t
EncodePauseStart(const Frame& frame, const Datagram& datagram, uint8_t* out, std::size_t length)
{
    std::array<uint8_t, PAUSE_FRAME_BYTES> bytes{};
    ByteWriter writer(bytes.data(), bytes.size() - FCS_BYTES);
    writer.Put<6>(PAUSE_MAC);
    writer.Put<6>(PORT_MACS | frame.source);
    writer.Put<2>(MAC_CONTROL_TYPE);
    writer.Put<2>(CLASS_PAUSE_OPCODE);
    writer.Put<2>(datagram.pause.classes);
    for (const uint16_t quanta : datagram.pause.quanta)
    {
        writer.Put<2>(quanta);
    }
    const std::size_t covered = bytes.size() - FCS_BYTES;
    // Ethernet sends its FCS least significant byte first.
    PutBigEndian<4>(&bytes[covered], __builtin_bswap32(Crc32(bytes.data(), covered)));
    const std::size_t size = std::min<std::size_t>(length, bytes.size());
    std::copy_n(bytes.begin(), size, out);
    return size;
}

bool
DecodePause(const uint8_t* bytes, std::size_t size, Frame& frame, Datagram& datagram)
{
    if (size != PAUSE_FRAME_BYTES)
    {
        return false;
    }
    ByteReader in(bytes, size - FCS_BYTES);
    const MacBits destination = in.Get<6>();
    const MacBits source = in.Get<6>();
    const auto type = static_cast<uint16_t>(in.Get<2>());
    const auto opcode = static_cast<uint16_t>(in.Get<2>());
    PauseTimes pause;
    pause.classes = static_cast<uint16_t>(in.Get<2>());
    for (uint16_t& quanta : pause.quanta)
    {
        quanta = static_cast<uint16_t>(in.Get<2>());
    }
    // A frame that a link has damaged is no pause.
    uint8_t fcs[FCS_BYTES];
    PutBigEndian<4>(fcs, __builtin_bswap32(Crc32(bytes, size - FCS_BYTES)));
    if (destination != PAUSE_MAC || source >> 32 != PORT_MACS >> 32 || type != MAC_CONTROL_TYPE ||
        opcode != CLASS_PAUSE_OPCODE || !std::equal(fcs, fcs + FCS_BYTES, bytes + size - FCS_BYTES))
    {
        return false;
    }
    datagram = Datagram();
    datagram.bth.opcode = PAUSE_OPCODE;
    datagram.pause = pause;
    frame.source = static_cast<uint32_t>(source);
    frame.ecn = Ecn::NOT_ECT;
    frame.dscp = 0;
    frame.size = PAUSE_FRAME_BYTES;
    return true;
}

} // namespace mrc
} // namespace ns3
