/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-bytes.h"

#include "ns3/mrc-crc.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/mrc-pause.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

/** @return the bytes of a pause frame */
Bytes
BytesOf(uint32_t port, uint8_t priority, uint16_t quanta)
{
    Datagram datagram;
    datagram.payload = 4096; // as one has that carried data before
    const Frame frame = MakePause(port, priority, quanta, datagram);
    EXPECT_EQ(datagram.payload, 0);
    Bytes bytes(PAUSE_FRAME_BYTES);
    EXPECT_EQ(PacketCodec().Encode(frame, datagram, bytes.data(), bytes.size()), bytes.size());
    return bytes;
}

/** @return whether bytes are read, as a pause of priority 3 */
bool
IsRead(const Bytes& bytes)
{
    Frame frame;
    Datagram datagram;
    return PacketCodec().Decode(bytes.data(), bytes.size(), frame, datagram) && IsPause(datagram);
}

/** Gives bytes that were changed their FCS. */
void
Renew(Bytes& bytes)
{
    const std::size_t covered = bytes.size() - 4;
    PutBigEndian<4>(&bytes[covered], __builtin_bswap32(Crc32(bytes.data(), covered)));
}

// Clauses: [pfc-frame]
TEST(Pause, BytesByHand)
{
    Bytes wanted = Hex("0180c2000001 0a0000000107 8808 0101 0008"
                       "0000 0000 0000 ffff 0000 0000 0000 0000");
    wanted.resize(64);
    Renew(wanted);
    EXPECT_EQ(BytesOf(0x107, 3, 0xffff), wanted);
    wanted = Hex("0180c2000001 0a0012345678 8808 0101 0080"
                 "0000 0000 0000 0000 0000 0000 0000 0001");
    wanted.resize(64);
    Renew(wanted);
    EXPECT_EQ(BytesOf(0x12345678, 7, 1), wanted);
}

// Clauses: [pfc-frame], [wire-mode]
TEST(Pause, IsReadBack)
{
    for (const uint8_t priority : {0, 3, 7})
    {
        for (const uint16_t quanta : {0, 1, 0xffff})
        {
            const Bytes bytes = BytesOf(12, priority, quanta);
            Frame frame;
            Datagram datagram;
            ASSERT_TRUE(PacketCodec().Decode(bytes.data(), bytes.size(), frame, datagram));
            Datagram wanted;
            const Frame sent = MakePause(12, priority, quanta, wanted);
            EXPECT_TRUE(IsPause(datagram));
            EXPECT_EQ(datagram.pause.classes, 1U << priority);
            EXPECT_EQ(datagram.pause.quanta, wanted.pause.quanta);
            EXPECT_EQ(frame.source, sent.source);
            EXPECT_EQ(frame.size, sent.size);
            EXPECT_EQ(frame.ecn, sent.ecn);
            EXPECT_EQ(frame.dscp, sent.dscp);
        }
    }
}

// Clauses: [pfc-frame]
TEST(Pause, OtherFramesAreNone)
{
    const Bytes good = BytesOf(5, 3, 100);
    EXPECT_TRUE(IsRead(good));
    for (const std::size_t at : {0U, 5U, 6U, 7U, 12U, 13U, 14U, 15U})
    {
        Bytes bad = good;
        bad[at] ^= 0x40;
        Renew(bad);
        EXPECT_FALSE(IsRead(bad)) << at;
    }
    Bytes bad = good;
    bad[20] ^= 1;
    EXPECT_FALSE(IsRead(bad)) << "the FCS is wrong";
    bad = good;
    bad.pop_back();
    EXPECT_FALSE(IsRead(bad));
    bad = good;
    bad.insert(bad.begin() + 40, 0);
    Renew(bad);
    EXPECT_FALSE(IsRead(bad)) << "too long";
}

// Clauses: [pfc-frame]
TEST(Pause, IsCutInACapture)
{
    const Bytes whole = BytesOf(5, 3, 100);
    Datagram datagram;
    const Frame frame = MakePause(5, 3, 100, datagram);
    for (const std::size_t length : {1U, 16U, 63U})
    {
        Bytes cut(length);
        EXPECT_EQ(PacketCodec().EncodeStart(frame, datagram, cut.data(), length), length);
        EXPECT_EQ(cut, Bytes(whole.begin(), whole.begin() + static_cast<int>(length)));
        PacketCodec().EncodeHop(frame, datagram, cut.data(), length);
        EXPECT_EQ(cut, Bytes(whole.begin(), whole.begin() + static_cast<int>(length)));
    }
}

} // namespace
