/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Prints packets as hexadecimal bytes, one per line behind its name, for check-roce.py. That script
// holds the same values and takes the bytes apart with another implementation of RoCE.

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-header-chain.h"
#include "ns3/mrc-packet-codec.h"

#include <cstdio>
#include <vector>

using namespace ns3::mrc;

namespace
{

Datagram
MakeDatagram(Opcode opcode, uint16_t payload)
{
    Datagram d;
    d.bth.opcode = opcode;
    d.bth.destination.value = 0xabcdef;
    d.bth.psn = Psn(0x123456);
    d.source = 0x102;
    d.destination = 0x30405;
    d.ev.value = 0x600a000b;
    d.payload = payload;
    d.dscp = 1;
    d.plane = 3;
    ClearHeaders(d);
    return d;
}

Datagram
MakeWrite(Opcode opcode, uint16_t payload)
{
    Datagram d = MakeDatagram(opcode, payload);
    d.bth.timestamped = true;
    d.bth.ackRequest = true;
    d.bth.retransmission = true;
    d.write.meth = {0x0102, 0x0304};
    d.write.tseth = {0xbeef, TimestampUnit::NS128};
    d.write.reth = {0x7f0011223344556dULL, 0xa1a2a3a4, 0x200000};
    d.write.immediate = 0xcafef00d;
    return d;
}

Datagram
MakeAck()
{
    Datagram d = MakeDatagram(Opcode::TRANSPORT_ACK, 0);
    d.bth.solicited = true;
    d.aeth = {0x1f, 0x00c0de};
    return d;
}

Datagram
MakeSack()
{
    Datagram d = MakeDatagram(Opcode::SACK, 0);
    d.sack.seth.bitmap = 0x8000000000000001ULL;
    d.sack.cc.received = 0xfedcba;
    return d;
}

void
Print(const char* name, const Datagram& datagram, unsigned carrierUsids = UsidCarrier::CAPACITY)
{
    Frame frame;
    frame.destination = UsidCarrier(0xfcbbbb00580198a1ULL, 0x5802d80000000000ULL);
    frame.source = datagram.source;
    frame.entropy = datagram.ev.value;
    frame.dscp = datagram.dscp;
    frame.ecn = Ecn::CE;
    frame.hopLimit = 61;
    SplitCarrier(frame, carrierUsids);
    frame.size = static_cast<uint16_t>(FrameSize(datagram) + SegmentBytes(frame));
    std::vector<uint8_t> bytes(frame.size);
    PacketCodec().Encode(frame, datagram, bytes.data(), bytes.size());
    std::printf("%s ", name);
    for (const uint8_t byte : bytes)
    {
        std::printf("%02x", byte);
    }
    std::printf("\n");
}

} // namespace

int
main()
{
    Print("write-first", MakeWrite(Opcode::WRITE_FIRST, 4096));
    Print("write-middle", MakeWrite(Opcode::WRITE_MIDDLE, 4));
    Print("write-last", MakeWrite(Opcode::WRITE_LAST, 3));
    Print("write-last-immediate", MakeWrite(Opcode::WRITE_LAST_IMMEDIATE, 2));
    Print("write-only", MakeWrite(Opcode::WRITE_ONLY, 1));
    Print("write-only-immediate", MakeWrite(Opcode::WRITE_ONLY_IMMEDIATE, 0));
    Print("ack", MakeAck());
    Print("sack", MakeSack());
    Print("ack-segment", MakeAck(), 2);
    Print("ack-segments", MakeAck(), 1);
    return 0;
}
