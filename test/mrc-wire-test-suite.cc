/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-header-chain.h"
#include "ns3/mrc-packet-bytes.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/packet.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::mrc;

namespace
{

/** A frame becomes an ns-3 packet of the same bytes, and comes back from that packet. */
// Clauses: [header-order]
class PacketBytesTest : public TestCase
{
  public:
    PacketBytesTest()
        : TestCase("A frame becomes an ns-3 packet and comes back")
    {
    }

  private:
    void DoRun() override;

    static Datagram MakeDatagram();
    static Frame MakeFrame(const Datagram& datagram);
};

Datagram
PacketBytesTest::MakeDatagram()
{
    Datagram d;
    d.bth.opcode = Opcode::WRITE_ONLY;
    d.bth.timestamped = true;
    d.bth.psn = Psn(0xfffffe);
    d.source = 1;
    d.destination = 2;
    d.ev = Ev::Of(1, 5);
    d.payload = 1001;
    d.plane = 1;
    ClearHeaders(d);
    d.write.reth.address = 0x1234567;
    d.write.reth.length = 1001;
    return d;
}

Frame
PacketBytesTest::MakeFrame(const Datagram& datagram)
{
    Frame f;
    f.destination = UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK)
                        .With(0, Usid::Of(UsidKind::T0, 1, 0))
                        .With(1, Usid::Of(UsidKind::NIC, 1, 2));
    f.source = datagram.source;
    f.entropy = datagram.ev.value;
    f.dscp = DscpPlan().trimmable;
    f.size = FrameSize(datagram);
    return f;
}

void
PacketBytesTest::DoRun()
{
    const PacketCodec codec;
    const Datagram sent = MakeDatagram();
    Frame frame = MakeFrame(sent);
    Ptr<Packet> packet = ToPacket(codec, frame, sent);
    NS_TEST_ASSERT_MSG_NE(packet, nullptr, "the frame is consistent");
    NS_TEST_ASSERT_MSG_EQ(packet->GetSize(), 1004 + 146, "payload, pad and headers");

    Frame arrived;
    Datagram received;
    NS_TEST_ASSERT_MSG_EQ(FromPacket(codec, packet, arrived, received), true, "a valid frame");
    NS_TEST_EXPECT_MSG_EQ(received.bth.psn.Value(), 0xfffffe, "PSN");
    NS_TEST_EXPECT_MSG_EQ(received.payload, 1001, "payload without pad");
    NS_TEST_EXPECT_MSG_EQ(received.write.reth.address, 0x1234567, "RETH");
    NS_TEST_EXPECT_MSG_EQ((arrived.destination == frame.destination), true, "uSID carrier");

    packet->RemoveAtEnd(1);
    NS_TEST_EXPECT_MSG_EQ(FromPacket(codec, packet, arrived, received), false, "a short packet");
    NS_TEST_EXPECT_MSG_EQ(FromPacket(codec, Create<Packet>(), arrived, received), false, "empty");

    frame.entropy ^= 1;
    NS_TEST_EXPECT_MSG_EQ(ToPacket(codec, frame, sent), nullptr, "EV differs from the datagram's");
}

class WireTestSuite : public TestSuite
{
  public:
    WireTestSuite()
        : TestSuite("mrc-wire", TestSuite::Type::UNIT)
    {
        AddTestCase(new PacketBytesTest);
    }
};

WireTestSuite g_wireTestSuite;

} // namespace
