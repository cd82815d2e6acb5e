/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// All that look at a frame on one hop get one packet, as long as they want the same bytes of it.

#include "../mrc-test-network.h"
#include "../wire/codec-frames.h"

#include "ns3/mrc-envelope.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-header-chain.h"
#include "ns3/mrc-hop-packets.h"
#include "ns3/mrc-packet-bytes.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/tag.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <ostream>
#include <set>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

Bytes
BytesOf(const Ptr<const Packet>& packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

TEST(HopPackets, AFrameThatIsTheSameHasOnePacketAtOneTime)
{
    HopPackets packets{WireFormat()};
    Frame frame = test::NackFrame();
    const Datagram datagram = test::NackDatagram();
    const Ptr<Packet> first = packets.Get({3, frame, datagram, 100}, Instant(5));
    EXPECT_TRUE(packets.IsNew());
    EXPECT_EQ(packets.Get({3, frame, datagram, 100}, Instant(5)), first);
    EXPECT_FALSE(packets.IsNew());
    EXPECT_NE(packets.Get({3, frame, datagram, 99}, Instant(5)), first) << "other bytes";
    const Ptr<Packet> again = packets.Get({3, frame, datagram, 100}, Instant(5));
    EXPECT_NE(packets.Get({3, frame, datagram, 100}, Instant(6)), again) << "another time";
    EXPECT_NE(packets.Get({4, frame, datagram, 100}, Instant(6)), again) << "another frame";
}

TEST(HopPackets, NextHopHasTheBytesThatAFrameHasThere)
{
    const Datagram datagram = test::NackDatagram();
    for (uint32_t length = 1; length <= 162; ++length)
    {
        HopPackets packets{WireFormat()};
        Frame frame = test::NackFrame();
        packets.Get({3, frame, datagram, length}, Instant(5));
        for (const Ecn ecn : {Ecn::ECT0, Ecn::CE})
        {
            --frame.hopLimit;
            frame.destination = UsidCarrier(frame.destination.High() << 16, 7);
            frame.ecn = ecn;
            const Ptr<Packet> fresh = ToPacket(PacketCodec(), frame, datagram, length);
            const Instant at(6 + static_cast<int64_t>(ecn));
            EXPECT_EQ(BytesOf(packets.Get({3, frame, datagram, length}, at)), BytesOf(fresh));
        }
        Datagram other = datagram;
        other.bth.psn = Psn(77);
        const Ptr<Packet> fresh = ToPacket(PacketCodec(), frame, other, length);
        EXPECT_EQ(BytesOf(packets.Get({3, frame, other, length}, Instant(9))), BytesOf(fresh));
    }
}

TEST(HopPackets, WhatIsKeptStaysUntilTheFrameChanges)
{
    HopPackets packets{WireFormat()};
    Frame frame = test::NackFrame();
    Datagram datagram = test::NackDatagram();
    const Ptr<Packet> first = packets.Get({3, frame, datagram, 142}, Instant(5));
    packets.Keep(3);
    EXPECT_EQ(packets.Get({3, frame, datagram, 142}, Instant(9)), first);
    frame.ecn = Ecn::NOT_ECT;
    EXPECT_NE(packets.Get({3, frame, datagram, 142}, Instant(9)), first) << "marked";
    frame.ecn = test::NackFrame().ecn;
    datagram.bth.psn = Psn(1234);
    EXPECT_NE(packets.Get({3, frame, datagram, 142}, Instant(9)), first) << "another packet";
    datagram = test::NackDatagram();
    packets.Forget(3);
    EXPECT_EQ(packets.KeptCount(), 0);
    EXPECT_NE(packets.Get({3, frame, datagram, 142}, Instant(10)), first);
}

// Clauses: [telemetry-stamp]
TEST(HopPackets, ARecordMakesAnotherPacketOfOneInstant)
{
    WireFormat format;
    format.telemetry = true;
    HopPackets packets{format};
    Datagram datagram = test::NackDatagram();
    datagram.bth.opcode = Opcode::SACK;
    ClearHeaders(datagram);
    Frame frame = test::NackFrame();
    frame.size = static_cast<uint16_t>(FrameSize(datagram) + HOP_TRAILER_BYTES);
    for (const uint32_t length : {160U, 1000U})
    {
        HopRecords records;
        const Ptr<const Packet> queued =
            packets.Get({3, frame, datagram, length, &records}, Instant(5));
        packets.Keep(3);
        EXPECT_EQ(packets.Get({3, frame, datagram, length, &records}, Instant(5)), queued);
        records.Add(RecordOf({7, Instant(5), 0, 0, 100000000000}));
        const Ptr<const Packet> sent =
            packets.Get({3, frame, datagram, length, &records}, Instant(5));
        EXPECT_NE(sent, queued);
        const std::size_t at = frame.size - FCS_BYTES - HOP_TRAILER_BYTES;
        EXPECT_EQ(BytesOf(queued).at(at), 0);
        EXPECT_EQ(BytesOf(sent).at(at), 1);
    }
}

TEST(HopPackets, APacketThatIsKeptIsNotMadeAnew)
{
    HopPackets packets{WireFormat()};
    Frame frame = test::NackFrame();
    const Datagram datagram = test::NackDatagram();
    for (const uint32_t length : {60U, 142U, 0U})
    {
        const Ptr<const Packet> kept = packets.Get({3, frame, datagram, length}, Instant(5));
        const Bytes bytes = BytesOf(kept);
        const uint64_t number = kept->GetUid();
        frame.hopLimit--;
        packets.Get({3, frame, datagram, length}, Instant(6));
        EXPECT_EQ(BytesOf(kept), bytes);
        EXPECT_EQ(kept->GetUid(), number);
    }
}

/** The mark that a sink may add to a packet. */
class Note : public Tag
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::test::Note").SetParent<Tag>().AddConstructor<Note>();
        return tid;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    uint32_t GetSerializedSize() const override
    {
        return 0;
    }

    void Serialize(TagBuffer) const override
    {
    }

    void Deserialize(TagBuffer) override
    {
    }

    void Print(std::ostream&) const override
    {
    }
};

TEST(HopPackets, APacketThatNobodyKeepsLeavesNothingToTheNext)
{
    HopPackets packets{WireFormat()};
    Frame frame = test::NackFrame();
    const Datagram datagram = test::NackDatagram();
    std::set<uint64_t> numbers;
    for (const uint32_t length : {60U, 60U, 142U, 60U, 0U, 60U})
    {
        Note note;
        const Ptr<const Packet>& packet = packets.Get({3, frame, datagram, length}, Instant(5));
        EXPECT_FALSE(packet->PeekPacketTag(note));
        EXPECT_FALSE(packet->FindFirstMatchingByteTag(note));
        EXPECT_TRUE(numbers.insert(packet->GetUid()).second);
        EXPECT_EQ(packet->GetReferenceCount(), 2);
        packet->AddPacketTag(note);
        packet->AddByteTag(note);
        frame.hopLimit--;
    }
}

/** Sinks of the two ends of a NIC's first link, in a run of an incast. */
class Ends
{
  public:
    explicit Ends(uint32_t nicSnapLength)
        : m_network(test::MakeNetwork())
    {
        const Ptr<Port> nic = m_network->GetFaces().PortAt(0);
        nic->SetAttribute("SnapLength", UintegerValue(nicSnapLength));
        Listen(nic, "Enqueue", queued);
        Listen(nic, "PhyTxBegin", sent);
        const PortIndex far = m_network->GetTopology().Peer(0);
        Listen(m_network->GetFaces().PortAt(far), "PhyRxEnd", arrived);
        m_network->Connect(0, 5)->Write(1000000);
        Simulator::Run();
        fingerprint = m_network->Engine().fabric.Tally().Fingerprint();
        Simulator::Destroy();
    }

    std::vector<Ptr<const Packet>> queued;
    std::vector<Ptr<const Packet>> sent;
    std::vector<Ptr<const Packet>> arrived;
    uint64_t fingerprint{0};

  private:
    void Listen(const Ptr<Port>& port, const char* source, std::vector<Ptr<const Packet>>& seen)
    {
        port->TraceConnectWithoutContext(
            source,
            Callback<void, Ptr<const Packet>>(
                [&seen](Ptr<const Packet> packet) { seen.push_back(packet); }));
    }

    Ptr<Network> m_network;
};

TEST(HopPackets, SinksOfBothEndsSeeOnePacket)
{
    const Ends ends(UINT16_MAX);
    ASSERT_GT(ends.sent.size(), 20);
    EXPECT_EQ(ends.sent, ends.arrived);
    std::set<Ptr<const Packet>> queued(ends.queued.begin(), ends.queued.end());
    for (const Ptr<const Packet>& packet : ends.sent)
    {
        EXPECT_EQ(queued.count(packet), 1);
    }
}

TEST(HopPackets, BytesBehindTheSnapLengthAreZeros)
{
    const Ends ends(160);
    ASSERT_EQ(ends.sent.size(), ends.arrived.size());
    EXPECT_EQ(ends.fingerprint, Ends(UINT16_MAX).fingerprint);
    unsigned cut = 0;
    for (std::size_t i = 0; i < ends.sent.size(); ++i)
    {
        const Bytes start = BytesOf(ends.sent[i]);
        const Bytes whole = BytesOf(ends.arrived[i]); // the port there has another snap length
        ASSERT_EQ(start.size(), whole.size());
        const std::size_t real = std::min<std::size_t>(160, whole.size());
        EXPECT_TRUE(std::equal(start.begin(), start.begin() + real, whole.begin()));
        EXPECT_EQ(std::count(start.begin() + real, start.end(), 0), start.size() - real);
        cut += start != whole;
    }
    EXPECT_GT(cut, 20);
}

} // namespace
} // namespace mrc
} // namespace ns3
