/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_RANDOM_DATAGRAM_H
#define MRC_TEST_RANDOM_DATAGRAM_H

#include "wire-bytes.h"

#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-header-chain.h"

#include <gtest/gtest.h>

/** All opcodes of MRC. */
constexpr ns3::mrc::Opcode ALL_OPCODES[] = {
    ns3::mrc::Opcode::WRITE_FIRST,
    ns3::mrc::Opcode::WRITE_MIDDLE,
    ns3::mrc::Opcode::WRITE_LAST,
    ns3::mrc::Opcode::WRITE_LAST_IMMEDIATE,
    ns3::mrc::Opcode::WRITE_ONLY,
    ns3::mrc::Opcode::WRITE_ONLY_IMMEDIATE,
    ns3::mrc::Opcode::TRANSPORT_ACK,
    ns3::mrc::Opcode::ENDPOINT_REQUEST,
    ns3::mrc::Opcode::ENDPOINT_RESPONSE,
    ns3::mrc::Opcode::SACK,
    ns3::mrc::Opcode::NACK,
    ns3::mrc::Opcode::PROBE_REQUEST,
};

/** @return a time stamp header with random values */
inline ns3::mrc::Tseth
RandomTseth(Draws& draws)
{
    return {static_cast<uint16_t>(draws.Bits()),
            static_cast<ns3::mrc::TimestampUnit>(draws.Below(2))};
}

/** Gives the headers behind the BTH random values. */
inline void
RandomizeHeaders(ns3::mrc::Datagram& d, Draws& draws)
{
    using namespace ns3::mrc;
    constexpr NackReason REASONS[] = {NackReason::TRIMMED,
                                      NackReason::TRIMMED_LAST_HOP,
                                      NackReason::NO_BITMAP,
                                      NackReason::NO_PACKET_BUFFER,
                                      NackReason::NO_RESOURCE,
                                      NackReason::PSN_OUT_OF_WINDOW,
                                      NackReason::UNEXPECTED_EVENT};
    const auto u16 = [&draws] { return static_cast<uint16_t>(draws.Bits()); };
    const auto u32 = [&draws] { return static_cast<uint32_t>(draws.Bits()); };
    ClearHeaders(d);
    if (IsWrite(d.bth.opcode))
    {
        d.write.meth = {u16(), u16()};
        d.write.tseth = d.bth.timestamped ? RandomTseth(draws) : Tseth{};
        d.write.reth = {draws.Bits(), u32(), u32()};
        d.write.immediate = HasImmediate(d.bth.opcode) ? u32() : 0;
    }
    else if (d.bth.opcode == Opcode::TRANSPORT_ACK)
    {
        d.aeth = {static_cast<uint8_t>(draws.Bits()), u32() & 0xffffff};
    }
    else if (d.bth.opcode == Opcode::ENDPOINT_REQUEST)
    {
        d.erth = {static_cast<EndpointOperation>(draws.Below(2)),
                  u32(),
                  RandomTseth(draws),
                  draws.Below(2) != 0};
    }
    else if (d.bth.opcode == Opcode::ENDPOINT_RESPONSE)
    {
        d.eeth = {static_cast<EndpointOperation>(draws.Below(2)),
                  u16(),
                  u32(),
                  u32(),
                  draws.Flip()};
    }
    else if (d.bth.opcode == Opcode::SACK)
    {
        d.sack.seth.bitmap = draws.Bits();
        d.sack.seth.entropy.value = u32();
        d.sack.seth.cack = Psn(u32());
        d.sack.seth.ackOffset = static_cast<int16_t>(u16());
        d.sack.seth.sackOffset = static_cast<int16_t>(u16());
        d.sack.seth.mpr = static_cast<uint8_t>(u16());
        d.sack.seth.mark = static_cast<PathMark>(draws.Below(3));
        d.sack.seth.probeReply = draws.Flip();
        d.sack.seth.downPorts = static_cast<uint8_t>(u16());
        d.sack.cc.received = u32() & 0xffffff;
        d.sack.cc.penalty = draws.Below(128);
        d.sack.cc.restoreWindow = draws.Below(2);
        d.sack.cc.timestamp = u16();
        d.sack.cc.outOfOrder = u16() & 0x7fff;
    }
    else if (d.bth.opcode == Opcode::NACK)
    {
        d.neth = {REASONS[draws.Below(7)], static_cast<uint8_t>(u16()), u16(), {u32()}, Psn(u32())};
    }
    else
    {
        d.peth = {u16(), RandomTseth(draws)};
    }
}

/** @return a datagram as a sender may make one, with every value of the opcode drawn */
inline ns3::mrc::Datagram
RandomDatagram(ns3::mrc::Opcode opcode, Draws& draws)
{
    using namespace ns3::mrc;
    Datagram d;
    d.bth.opcode = opcode;
    d.bth.solicited = draws.Flip();
    d.bth.ackRequest = draws.Flip();
    d.bth.retransmission = draws.Flip();
    d.bth.timestamped = draws.Flip();
    d.bth.destination.value = draws.Below(1U << 24);
    d.bth.psn = Psn(draws.Below(1U << 24));
    d.source = static_cast<uint32_t>(draws.Bits());
    d.destination = static_cast<uint32_t>(draws.Bits());
    d.ev.value = static_cast<uint32_t>(draws.Bits());
    d.payload = IsWrite(opcode) ? static_cast<uint16_t>(draws.Below(4097)) : 0;
    d.ecn = static_cast<Ecn>(draws.Below(4));
    d.dscp = static_cast<uint8_t>(draws.Below(64));
    d.plane = static_cast<PlaneId>(draws.Below(8));
    RandomizeHeaders(d, draws);
    return d;
}

/** @return a frame that carries the datagram, whole */
inline ns3::mrc::Frame
RandomFrame(const ns3::mrc::Datagram& d, Draws& draws)
{
    using namespace ns3::mrc;
    Frame f;
    f.destination = UsidCarrier(draws.Bits(), draws.Bits());
    f.source = static_cast<uint32_t>(draws.Bits());
    f.entropy = d.ev.value;
    f.size = FrameSize(d);
    do
    {
        f.dscp = static_cast<uint8_t>(draws.Below(64));
    } while (f.dscp == DscpPlan().trimmed || f.dscp == DscpPlan().trimmedLastHop);
    f.ecn = static_cast<Ecn>(draws.Below(4));
    f.hopLimit = static_cast<uint8_t>(draws.Bits());
    return f;
}

/** Compares the fields of a frame that the wire carries. */
inline void
ExpectSame(const ns3::mrc::Frame& a, const ns3::mrc::Frame& b)
{
    EXPECT_EQ(a.destination, b.destination);
    EXPECT_EQ(a.source, b.source);
    EXPECT_EQ(a.entropy, b.entropy);
    EXPECT_EQ(a.size, b.size);
    EXPECT_EQ(a.dscp, b.dscp);
    EXPECT_EQ(a.ecn, b.ecn);
    EXPECT_EQ(a.segments, b.segments);
    EXPECT_TRUE(a.segments == 0 || a.behind == b.behind);
    EXPECT_EQ(a.hopLimit, b.hopLimit);
}

inline void
ExpectSame(const ns3::mrc::Tseth& a, const ns3::mrc::Tseth& b)
{
    EXPECT_EQ(a.timestamp, b.timestamp);
    EXPECT_EQ(a.unit, b.unit);
}

inline void
ExpectSame(const ns3::mrc::WriteHeaders& a, const ns3::mrc::WriteHeaders& b)
{
    EXPECT_EQ(a.meth.rqmsn, b.meth.rqmsn);
    EXPECT_EQ(a.meth.msn, b.meth.msn);
    ExpectSame(a.tseth, b.tseth);
    EXPECT_EQ(a.reth.address, b.reth.address);
    EXPECT_EQ(a.reth.rkey, b.reth.rkey);
    EXPECT_EQ(a.reth.length, b.reth.length);
    EXPECT_EQ(a.immediate, b.immediate);
}

inline void
ExpectSame(const ns3::mrc::SackHeaders& a, const ns3::mrc::SackHeaders& b)
{
    EXPECT_EQ(a.seth.bitmap, b.seth.bitmap);
    EXPECT_EQ(a.seth.entropy, b.seth.entropy);
    EXPECT_EQ(a.seth.cack, b.seth.cack);
    EXPECT_EQ(a.seth.ackOffset, b.seth.ackOffset);
    EXPECT_EQ(a.seth.sackOffset, b.seth.sackOffset);
    EXPECT_EQ(a.seth.mpr, b.seth.mpr);
    EXPECT_EQ(a.seth.mark, b.seth.mark);
    EXPECT_EQ(a.seth.probeReply, b.seth.probeReply);
    EXPECT_EQ(a.seth.downPorts, b.seth.downPorts);
    EXPECT_EQ(a.cc.received, b.cc.received);
    EXPECT_EQ(a.cc.penalty, b.cc.penalty);
    EXPECT_EQ(a.cc.restoreWindow, b.cc.restoreWindow);
    EXPECT_EQ(a.cc.timestamp, b.cc.timestamp);
    EXPECT_EQ(a.cc.outOfOrder, b.cc.outOfOrder);
}

/** Compares the headers behind the BTH. */
inline void
ExpectSameHeaders(const ns3::mrc::Datagram& a, const ns3::mrc::Datagram& b)
{
    using ns3::mrc::Opcode;
    switch (a.bth.opcode)
    {
    case Opcode::TRANSPORT_ACK:
        EXPECT_EQ(a.aeth.syndrome, b.aeth.syndrome);
        EXPECT_EQ(a.aeth.msn, b.aeth.msn);
        break;
    case Opcode::ENDPOINT_REQUEST:
        EXPECT_EQ(a.erth.operation, b.erth.operation);
        EXPECT_EQ(a.erth.portStatus, b.erth.portStatus);
        ExpectSame(a.erth.tseth, b.erth.tseth);
        EXPECT_EQ(a.erth.anyUplinkBack, b.erth.anyUplinkBack);
        break;
    case Opcode::ENDPOINT_RESPONSE:
        EXPECT_EQ(a.eeth.operation, b.eeth.operation);
        EXPECT_EQ(a.eeth.timestamp, b.eeth.timestamp);
        EXPECT_EQ(a.eeth.portStatus, b.eeth.portStatus);
        EXPECT_EQ(a.eeth.entropy, b.eeth.entropy);
        EXPECT_EQ(a.eeth.marked, b.eeth.marked);
        break;
    case Opcode::SACK:
        ExpectSame(a.sack, b.sack);
        break;
    case Opcode::NACK:
        EXPECT_EQ(a.neth.reason, b.neth.reason);
        EXPECT_EQ(a.neth.vendorInfo, b.neth.vendorInfo);
        EXPECT_EQ(a.neth.timestamp, b.neth.timestamp);
        EXPECT_EQ(a.neth.entropy, b.neth.entropy);
        EXPECT_EQ(a.neth.psn, b.neth.psn);
        break;
    case Opcode::PROBE_REQUEST:
        EXPECT_EQ(a.peth.probeId, b.peth.probeId);
        ExpectSame(a.peth.tseth, b.peth.tseth);
        break;
    default:
        ExpectSame(a.write, b.write);
    }
}

/** Compares all values of two datagrams that the opcode gives a meaning, but not the trim mark. */
inline void
ExpectSame(const ns3::mrc::Datagram& a, const ns3::mrc::Datagram& b)
{
    ASSERT_EQ(a.bth.opcode, b.bth.opcode);
    EXPECT_EQ(a.bth.solicited, b.bth.solicited);
    EXPECT_EQ(a.bth.ackRequest, b.bth.ackRequest);
    EXPECT_EQ(a.bth.retransmission, b.bth.retransmission);
    EXPECT_EQ(a.bth.timestamped, b.bth.timestamped);
    EXPECT_EQ(a.bth.destination, b.bth.destination);
    EXPECT_EQ(a.bth.psn, b.bth.psn);
    EXPECT_EQ(a.source, b.source);
    EXPECT_EQ(a.destination, b.destination);
    EXPECT_EQ(a.ev, b.ev);
    EXPECT_EQ(a.payload, b.payload);
    EXPECT_EQ(a.ecn, b.ecn);
    EXPECT_EQ(a.dscp, b.dscp);
    EXPECT_EQ(a.plane, b.plane);
    ExpectSameHeaders(a, b);
}

#endif /* MRC_TEST_RANDOM_DATAGRAM_H */
