/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/mrc-trim-queue-disc.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint32_t SIZE = 1000; //!< of a packet, with its IPv6 header of 40 bytes

/** @return a UDP datagram; inside another IPv6 packet if it has a tunnel */
Ptr<QueueDiscItem>
Make(uint8_t dscp, bool tunnelled = false)
{
    const auto packet = Create<Packet>(SIZE - 40 - 8 - (tunnelled ? 40 : 0));
    packet->AddHeader(UdpHeader());
    Ipv6Header header;
    header.SetNextHeader(17);
    if (tunnelled)
    {
        header.SetPayloadLength(packet->GetSize());
        packet->AddHeader(header);
        header.SetNextHeader(41);
    }
    header.SetTrafficClass(dscp << 2 | 2);
    header.SetPayloadLength(packet->GetSize());
    return Create<Ipv6QueueDiscItem>(packet, Address(), 0x86dd, header);
}

/** A queue disc of which each test sets its own subject. */
class TrimQueueDiscTest : public testing::Test
{
  protected:
    TrimQueueDiscTest()
    {
        Set("DataLimit", UintegerValue(4 * SIZE));
        Set("EcnMinimum", UintegerValue(1000000));
        Set("EcnMaximum", UintegerValue(1000000));
    }

    ~TrimQueueDiscTest() override
    {
        m_disc->Dispose();
        Simulator::Destroy();
    }

    void Set(const std::string& attribute, const AttributeValue& value)
    {
        m_disc->SetAttribute(attribute, value);
    }

    /** Offers so many packets of a DSCP. @return how many were queued whole */
    unsigned Offer(unsigned packets, uint8_t dscp)
    {
        if (!m_disc->IsInitialized())
        {
            m_disc->Initialize();
        }
        unsigned whole = 0;
        for (unsigned i = 0; i < packets; ++i)
        {
            whole += m_disc->Enqueue(Make(dscp));
        }
        return whole;
    }

    /** @return the DSCPs of packets that leave, in order */
    std::vector<int> Drain()
    {
        std::vector<int> order;
        while (const Ptr<QueueDiscItem> item = m_disc->Dequeue())
        {
            order.push_back(DynamicCast<Ipv6QueueDiscItem>(item)->GetHeader().GetTrafficClass() >>
                            2);
        }
        return order;
    }

    uint64_t Counter(const std::string& attribute) const
    {
        UintegerValue value;
        m_disc->GetAttribute(attribute, value);
        return value.Get();
    }

    Ptr<TrimQueueDisc> m_disc{CreateObject<TrimQueueDisc>()};
};

/** Numbers packets by their flow labels. */
struct Numbered
{
    std::vector<uint32_t> whole; //!< those that left whole, in order
    std::vector<uint32_t> cut;   //!< those that left trimmed, in order
};

// Clauses: [trim-queue-disc], [trim-victim]
TEST_F(TrimQueueDiscTest, TheNewestThatWaitsOrTheArrivingOneIsTrimmed)
{
    constexpr uint32_t PACKETS = 400;
    constexpr uint32_t ROOM = 4;
    for (const char* victim : {"Arriving", "Either"})
    {
        m_disc->Dispose();
        m_disc = CreateObject<TrimQueueDisc>();
        m_disc->AssignStreams(5);
        Set("DataLimit", UintegerValue(ROOM * SIZE));
        Set("TrimVictim", StringValue(victim));
        m_disc->Initialize();
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            const auto item = DynamicCast<Ipv6QueueDiscItem>(Make(1));
            Ipv6Header header = item->GetHeader();
            header.SetFlowLabel(i);
            m_disc->Enqueue(
                Create<Ipv6QueueDiscItem>(item->GetPacket(), Address(), 0x86dd, header));
        }
        Numbered left;
        std::set<uint32_t> all;
        while (const auto item = DynamicCast<Ipv6QueueDiscItem>(m_disc->Dequeue()))
        {
            const uint32_t number = item->GetHeader().GetFlowLabel();
            (item->GetSize() == SIZE ? left.whole : left.cut).push_back(number);
            EXPECT_TRUE(all.insert(number).second) << number << " left twice";
        }
        EXPECT_EQ(all.size(), PACKETS) << "each packet leaves, whole or trimmed";
        EXPECT_EQ(Counter("TrimPackets"), PACKETS - ROOM);
        const QueueDisc::Stats& stats = m_disc->GetStats();
        const auto trimmed = stats.GetNDroppedPackets(TrimQueueDisc::TRIMMED);
        EXPECT_EQ(trimmed, PACKETS - ROOM) << victim;
        EXPECT_EQ(stats.nTotalReceivedPackets, 2 * PACKETS - ROOM);
        EXPECT_EQ(stats.nTotalEnqueuedPackets, stats.nTotalDequeuedPackets);
        EXPECT_EQ(stats.nTotalReceivedPackets,
                  stats.nTotalEnqueuedPackets + stats.nTotalDroppedPacketsBeforeEnqueue);
        EXPECT_EQ(std::vector<uint32_t>(left.whole.begin(), left.whole.end() - 1),
                  (std::vector<uint32_t>{0, 1, 2}))
            << "only the newest is given up";
        if (victim == std::string("Arriving"))
        {
            EXPECT_EQ(left.whole.back(), ROOM - 1);
            EXPECT_EQ(stats.nTotalDroppedPacketsAfterDequeue, 0U);
        }
        else
        {
            EXPECT_GT(left.whole.back(), PACKETS - 20) << "each is kept with a chance of a half";
            EXPECT_NEAR(stats.nTotalDroppedPacketsAfterDequeue, PACKETS / 2, PACKETS / 8);
        }
    }
}

// Clauses: [trim-queue-disc], [trim-victim], [shared-buffer]
TEST_F(TrimQueueDiscTest, InASharedBufferTheArrivingOneIsTheVictim)
{
    ObjectFactory factory("ns3::mrc::TrimQueueBuffer");
    factory.Set("Size", UintegerValue(100000));
    Set("Buffer", PointerValue(factory.Create()));
    Set("TrimVictim", StringValue("Either"));
    EXPECT_DEATH(m_disc->Initialize(), "TrimVictim Either with a Buffer");
}

// Clauses: [trim-queue-disc], [trim-data], [class-order]
TEST_F(TrimQueueDiscTest, TrimsWhatDoesNotFitAndSendsItFirst)
{
    Set("TrimmedShare", DoubleValue(0));
    EXPECT_EQ(Offer(6, 1), 4);
    EXPECT_EQ(Offer(1, 48), 1);
    EXPECT_EQ(m_disc->GetNBytes(), 5 * SIZE + 2 * 128);
    EXPECT_EQ(Drain(), (std::vector<int>{48, 11, 11, 1, 1, 1, 1}));
    EXPECT_EQ(Counter("TrimPackets"), 2);
    EXPECT_EQ(Counter("TxTrimPackets"), 2);
    EXPECT_EQ(Counter("DroppedTrimPackets"), 0);
    // as in SAI, a trimmed packet counts as dropped too
    EXPECT_EQ(m_disc->GetStats().GetNDroppedPackets(TrimQueueDisc::TRIMMED), 2);
    EXPECT_EQ(m_disc->GetStats().nTotalReceivedPackets, 9);
}

// Clauses: [trim-queue-disc], [trimmed-share]
TEST_F(TrimQueueDiscTest, TrimmedPacketsHaveAShareOfBytes)
{
    Set("DataLimit", UintegerValue(3 * SIZE));
    Set("TrimmedShare", DoubleValue(0.5));
    Offer(20, 1);
    const std::vector<int> order = Drain();
    ASSERT_EQ(order.size(), 20);
    EXPECT_EQ(order.front(), 11);
    // bytes in turn: about eight of 128 bytes for each of 1,000
    const auto first = std::find(order.begin(), order.end(), 1);
    const auto second = std::find(first + 1, order.end(), 1);
    EXPECT_EQ(first - order.begin(), 1);
    EXPECT_NEAR(second - first, 8, 1);
}

// Clauses: [trim-queue-disc], [drop-reasons]
TEST_F(TrimQueueDiscTest, DropsWhatMayNotBeTrimmed)
{
    Set("ControlLimit", UintegerValue(SIZE));
    Set("TrimmedLimit", UintegerValue(SIZE));
    EXPECT_EQ(Offer(5, 0), 4);
    EXPECT_EQ(Offer(2, 48), 1);
    EXPECT_EQ(Offer(2, 21), 1);
    EXPECT_EQ(Offer(1, 1), 0); // neither whole nor trimmed
    const QueueDisc::Stats& stats = m_disc->GetStats();
    EXPECT_EQ(stats.GetNDroppedPackets("data-overflow"), 1);
    EXPECT_EQ(stats.GetNDroppedPackets("control-overflow"), 1);
    EXPECT_EQ(stats.GetNDroppedPackets("trimmed-overflow"), 2);
    EXPECT_EQ(Counter("DroppedTrimPackets"), 2);
    EXPECT_EQ(Counter("TrimPackets"), 0);
}

// Clauses: [trim-queue-disc], [last-hop-code]
TEST_F(TrimQueueDiscTest, TellsTheLastHop)
{
    Set("LastHop", BooleanValue(true));
    Offer(5, 2);
    EXPECT_EQ(Drain().front(), 21);
}

struct Lengths
{
    const char* rule;
    uint16_t outer;
    uint16_t inner;
    uint16_t udp;
};

class TrimQueueDiscLengths : public TrimQueueDiscTest, public testing::WithParamInterface<Lengths>
{
};

// Clauses: [trim-queue-disc], [trim-lengths], [trim-size]
TEST_P(TrimQueueDiscLengths, CorrectsWhatTheRuleNames)
{
    Set("TrimLength", StringValue(GetParam().rule));
    Set("DataLimit", UintegerValue(0));
    m_disc->Initialize();
    m_disc->Enqueue(Make(1, true));
    const Ptr<QueueDiscItem> item = m_disc->Dequeue();
    ASSERT_NE(item, nullptr);
    EXPECT_EQ(item->GetSize(), 128);
    Ipv6Header header = DynamicCast<Ipv6QueueDiscItem>(item)->GetHeader();
    EXPECT_EQ(header.GetTrafficClass(), 11 << 2 | 2) << "ECN stays";
    EXPECT_EQ(header.GetPayloadLength(), GetParam().outer);
    const Ptr<Packet> packet = item->GetPacket();
    packet->RemoveHeader(header);
    EXPECT_EQ(header.GetPayloadLength(), GetParam().inner);
    uint8_t bytes[8];
    packet->CopyData(bytes, sizeof(bytes));
    EXPECT_EQ(bytes[4] << 8 | bytes[5], GetParam().udp);
}

// Clauses: [trim-queue-disc]
TEST_F(TrimQueueDiscTest, WhatContradictsItselfIsRefused)
{
    Set("DscpTrimmed", UintegerValue(1));
    EXPECT_DEATH(m_disc->Initialize(), "a code point names two classes");
    Set("DscpTrimmed", UintegerValue(11));
    Set("EcnMaximum", UintegerValue(2));
    EXPECT_DEATH(m_disc->Initialize(), "EcnMinimum 1000000 exceeds EcnMaximum 2");
    Set("EcnMaximum", UintegerValue(1000000));
    Set("DataWredMinimum", UintegerValue(5));
    EXPECT_DEATH(m_disc->Initialize(), "DataWredMinimum 5 exceeds DataWredMaximum 0");
}

// Clauses: [trim-queue-disc], [class-weights], [shared-buffer]
TEST_F(TrimQueueDiscTest, WeightsAndSharesByHalvesAreRefused)
{
    Set("DataWeight", UintegerValue(3));
    EXPECT_DEATH(m_disc->Initialize(), "DataWeight 3; expected all of them, or none");
    Set("DataWeight", UintegerValue(0));
    Set("BufferReserved", UintegerValue(1));
    EXPECT_DEATH(m_disc->Initialize(), "shares of a shared buffer; expected Buffer");
}

// Clauses: [trim-queue-disc], [shared-buffer]
TEST_F(TrimQueueDiscTest, QueuesWithOneBufferShareIt)
{
    ObjectFactory factory("ns3::mrc::TrimQueueBuffer");
    factory.Set("Size", UintegerValue(9 * SIZE));
    const Ptr<Object> buffer = factory.Create();
    const auto other = CreateObject<TrimQueueDisc>();
    for (const Ptr<TrimQueueDisc>& disc : {m_disc, other})
    {
        disc->SetAttribute("Buffer", PointerValue(buffer));
        disc->SetAttribute("Trimming", BooleanValue(false));
    }
    // At a factor of 1 a sixth packet finds 4 of 9 free; DataLimit, 4 packets, does not count.
    EXPECT_EQ(Offer(9, 1), 5U);
    other->Initialize();
    unsigned whole = 0;
    for (int i = 0; i < 9; ++i)
    {
        whole += other->Enqueue(Make(1));
    }
    EXPECT_EQ(whole, 2U) << "a third one finds 2 free";
    UintegerValue bytes;
    buffer->GetAttribute("Used", bytes);
    EXPECT_EQ(bytes.Get(), 7 * SIZE);
    other->Dispose();
    buffer->GetAttribute("Used", bytes);
    EXPECT_EQ(bytes.Get(), 5 * SIZE) << "a queue that goes gives back what it held";
    Drain();
    buffer->GetAttribute("Used", bytes);
    EXPECT_EQ(bytes.Get(), 0U);
    buffer->GetAttribute("Peak", bytes);
    EXPECT_EQ(bytes.Get(), 7 * SIZE);
}

INSTANTIATE_TEST_SUITE_P(Rules,
                         TrimQueueDiscLengths,
                         testing::Values(Lengths{"None", 960, 920, 920},
                                         Lengths{"Ip", 88, 920, 920},
                                         Lengths{"All", 88, 48, 48}));

// Clauses: [trim-queue-disc], [wred-drops]
TEST_F(TrimQueueDiscTest, DropsDataEarlyWhereConfigured)
{
    Set("DataWredMinimum", UintegerValue(SIZE));
    Set("DataWredMaximum", UintegerValue(2 * SIZE));
    Set("DataWredProbability", DoubleValue(0));
    Set("WredDropsEct", BooleanValue(true));
    // up to two packets wait none is dropped, from there on all are, and none of them is trimmed
    EXPECT_EQ(Offer(5, 1), 2U);
    EXPECT_EQ(m_disc->GetStats().GetNDroppedPackets("wred"), 3U);
    EXPECT_EQ(Counter("TrimPackets"), 0U);
    EXPECT_EQ(Offer(5, 48), 5U) << "control has no such drops";
}

// Clauses: [trim-queue-disc], [wred-drops]
TEST_F(TrimQueueDiscTest, SparesDataThatCanBeMarked)
{
    Set("DataWredMaximum", UintegerValue(1));
    EXPECT_EQ(Offer(4, 1), 4U) << "these are ECN-capable";
    EXPECT_EQ(m_disc->GetStats().GetNDroppedPackets("wred"), 0U);
}

// Clauses: [trim-queue-disc], [ecn-marking]
TEST_F(TrimQueueDiscTest, MarksByTheDepthThatStaysBehind)
{
    Set("EcnMinimum", UintegerValue(2 * SIZE));
    Set("EcnMaximum", UintegerValue(2 * SIZE));
    Set("DataLimit", UintegerValue(6 * SIZE));
    Offer(6, 1);
    Drain();
    // 5, 4 and 3 packets stay behind: more than two
    EXPECT_EQ(m_disc->GetStats().GetNMarkedPackets(TrimQueueDisc::MARKED), 3);
}

} // namespace
} // namespace mrc
} // namespace ns3
