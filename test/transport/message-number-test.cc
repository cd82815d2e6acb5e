/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Numbers of messages near their wraps: 16 bits in data packets, 24 in acknowledgements. Few
// messages go by, or little is done for each. So sanitizers see the wraps too.

#include "timeline.h"

#include "ns3/mrc-message-queue.h"
#include "ns3/mrc-receiver-store.h"
#include "ns3/mrc-reply-writer.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
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

/** A responder that has completed so many messages before the first packet that comes. */
class LateResponder : public LoneOwner
{
  public:
    explicit LateResponder(uint32_t completed, PlacementOrder order = PLACEMENT_UNORDERED)
        : m_parameters(SetupOf(order)),
          m_store(m_parameters, m_roles, *this),
          m_before(completed)
    {
        m_store.completed = completed | ReceiverStore::ANY_COMPLETED;
        if (m_store.guarded)
        {
            m_store.guard->completed = completed;
        }
    }

    /** Receives a Write of one packet, the n-th one from 0. @return the acknowledgement, if any */
    std::string Write(uint32_t n)
    {
        Datagram packet = Timeline::Write(n);
        packet.write.meth.msn = static_cast<uint16_t>(m_before + n);
        DataReceiver(m_store).OnWrite(packet, Instant());
        std::string ack;
        while (m_store.HasReply())
        {
            Datagram answer;
            ReplyWriter(m_store).Take(answer);
            const bool isAck = answer.bth.opcode == Opcode::TRANSPORT_ACK;
            ack += isAck ? Timeline::Describe(answer) : "";
        }
        return ack;
    }

    /** @return packets that are where they belong */
    uint64_t Placed() const
    {
        return m_store.placedBytes / FULL;
    }

    /** @return numbers of messages that the user has heard of */
    const std::vector<uint16_t>& Heard() const
    {
        return m_heard;
    }

    void Completed(const Completion&) override
    {
    }

    void Delivered(const Delivery& delivery) override
    {
        m_heard.push_back(delivery.msn);
    }

    void Fail(CompletionStatus, Instant) override
    {
        ADD_FAILURE() << "the queue pair fails";
    }

    void AskReverse(Instant) override
    {
    }

    void AskPaths() override
    {
    }

    QueuePair& Pair() override
    {
        throw std::logic_error("there is no connection");
    }

  private:
    static ConnectionParameters SetupOf(PlacementOrder order)
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().placement = order;
        return setup;
    }

    const ConnectionParameters m_parameters;
    RolesState m_roles;
    ReceiverStore m_store;
    uint32_t m_before;
    std::vector<uint16_t> m_heard;
};

// Messages have been completed, though the number is 0: a duplicate asks for an ACK.
// Clauses: [aeth-layout]
TEST(MessageNumbers, WrapInAcknowledgements)
{
    LateResponder responder(0xfffffe);
    EXPECT_EQ(responder.Write(0), "ACK 16777215");
    EXPECT_EQ(responder.Write(1), "ACK 0");
    EXPECT_EQ(responder.Write(1), "ACK 0") << "the one before was lost";
    EXPECT_EQ(responder.Write(2), "ACK 1");
    EXPECT_EQ(responder.Heard(), (std::vector<uint16_t>{0xfffe, 0xffff, 0}));
}

// A packet knows 16 bits of the message's number. Clauses: [placement-order]
TEST(MessageNumbers, OfPacketsThatWaitMayWrap)
{
    for (const uint32_t before : {0xfffeU, 0xfffffeU})
    {
        LateResponder responder(before, PLACEMENT_PARTIAL);
        EXPECT_EQ(responder.Write(2), "");
        EXPECT_EQ(responder.Write(1), "");
        EXPECT_EQ(responder.Placed(), 0U) << "the message before has no packet yet";
        EXPECT_EQ(responder.Write(0), "ACK " + std::to_string((before + 3) & 0xffffff));
        EXPECT_EQ(responder.Placed(), 3U);
    }
}

/** Posts a message of two packets, as the user does. */
void
Post(MessageQueue& queue)
{
    WorkRequest request;
    request.length = 2 * FULL;
    queue.Post(request);
}

// Clauses: [meth-layout] [aeth-layout]
TEST(MessageNumbers, WrapAtTheRequestor)
{
    MessageQueue queue(FULL);
    constexpr uint32_t ALL = 1U << 24;
    for (uint32_t completed = 0; completed < ALL - 1; ++completed)
    {
        Post(queue);
        queue.PopOldest();
    }
    // The last number before the wrap, and two behind it.
    for (const uint16_t number : {0xffff, 0, 1})
    {
        Post(queue);
        for (uint64_t packet = 0; packet < 2; ++packet)
        {
            const uint64_t sequence = 2 * static_cast<uint16_t>(number + 1) + packet;
            Datagram out;
            EXPECT_EQ(queue.TakeNext(sequence, out), number);
            Datagram again;
            queue.Repeat(number, sequence, again);
            EXPECT_EQ(again.write.meth.msn, number);
            EXPECT_EQ(again.write.reth.address, packet * FULL);
        }
    }
    EXPECT_EQ(queue.NewlyCompleted(ALL - 1), 0U) << "an acknowledgement of before";
    EXPECT_EQ(queue.NewlyCompleted(0), 1U);
    EXPECT_EQ(queue.NewlyCompleted(2), 3U);
    EXPECT_EQ(queue.NewlyCompleted(3), 0U) << "never posted";
    queue.PopOldest();
    EXPECT_EQ(queue.NewlyCompleted(0), 0U);
    EXPECT_EQ(queue.NewlyCompleted(2), 2U);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
