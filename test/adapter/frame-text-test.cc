/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-frame-text.h"
#include "ns3/mrc-header-chain.h"
#include "ns3/mrc-pause.h"
#include "ns3/mrc-stock-packet.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return the text of a packet with this opcode, with numbers that are all different */
std::string
TextOf(Opcode opcode)
{
    Datagram datagram;
    datagram.bth.opcode = opcode;
    datagram.bth.destination.value = 17;
    datagram.bth.psn = Psn(345);
    datagram.bth.retransmission = true;
    datagram.source = 3;
    datagram.destination = 12;
    datagram.ev.value = 0x20000007;
    ClearHeaders(datagram);
    switch (opcode)
    {
    case Opcode::SACK:
        datagram.sack.seth.cack = Psn(344);
        break;
    case Opcode::NACK:
        datagram.neth.psn = Psn(346);
        datagram.neth.reason = NackReason::TRIMMED_LAST_HOP;
        break;
    case Opcode::TRANSPORT_ACK:
        datagram.aeth.msn = 9;
        break;
    default:
        break;
    }
    Frame frame;
    frame.size = 158;
    frame.dscp = 48;
    frame.ecn = Ecn::CE;
    frame.hopLimit = 62;
    return FrameText(frame, datagram);
}

} // namespace

TEST(FrameText, NamesWhatAReaderLooksFor)
{
    const std::string middle = " size=158 from=3 to=12 qp=17 psn=345 ev=0x20000007 dscp=48 ecn=CE "
                               "hops=62";
    EXPECT_EQ(TextOf(Opcode::WRITE_FIRST), "RDMA-Write-First" + middle + " msg=0 rtx=1");
    EXPECT_EQ(TextOf(Opcode::SACK), "Reliability-SACK" + middle + " cack=344");
    EXPECT_EQ(TextOf(Opcode::NACK), "Reliability-NACK" + middle + " nack=346 why=2");
    EXPECT_EQ(TextOf(Opcode::TRANSPORT_ACK), "Acknowledge" + middle + " msn=9");
    EXPECT_EQ(TextOf(Opcode::PROBE_REQUEST), "Reliability-Probe-Request" + middle);
}

// Clauses: [stock-encapsulation]
TEST(FrameText, SaysWhatAStockPacketIs)
{
    const StockPacket packet{std::vector<uint8_t>(100, 0x60), nullptr, 1};
    Datagram datagram = StockDatagram(packet);
    datagram.source = 3;
    datagram.destination = 12;
    Frame frame;
    frame.size = 158;
    frame.dscp = 10;
    frame.ecn = Ecn::CE;
    frame.hopLimit = 62;
    EXPECT_EQ(FrameText(frame, datagram),
              "Stock-Packet size=158 from=3 to=12 bytes=100 dscp=10 ecn=CE hops=62");
}

// Clauses: [opcode-list]
TEST(FrameText, EveryOpcodeHasANameOfItsOwn)
{
    std::set<std::string> names;
    unsigned known = 0;
    for (unsigned opcode = 0; opcode < 256; ++opcode)
    {
        const std::string name = OpcodeName(static_cast<Opcode>(opcode));
        EXPECT_EQ(name != "Unknown", IsKnown(static_cast<Opcode>(opcode))) << opcode;
        known += IsKnown(static_cast<Opcode>(opcode));
        names.insert(name);
    }
    EXPECT_EQ(names.size(), known + 1);
}

// Clauses: [pfc-frame]
TEST(FrameText, APauseNamesItsPriorityAndTime)
{
    Datagram datagram;
    Frame frame = MakePause(12, 3, 1000, datagram);
    EXPECT_EQ(FrameText(frame, datagram), "Pause size=64 port=12 priority=3 quanta=1000");
    datagram.pause.classes |= 1;
    EXPECT_EQ(FrameText(frame, datagram),
              "Pause size=64 port=12 priority=0 quanta=0 priority=3 quanta=1000");
}

} // namespace test
} // namespace mrc
} // namespace ns3
