/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-shared-queue-pair.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** A queue pair that obeys a test. */
class FakePair : public Requestor
{
  public:
    uint64_t Write(uint64_t bytes) override
    {
        posted.push_back(bytes);
        return posted.size() - 1;
    }

    Instant Now() const override
    {
        return Instant(7);
    }

    const QueuePairCounters& Counters() const override
    {
        return own;
    }

    const QueuePairCounters& PeerCounters() const override
    {
        return peers;
    }

    void Tell(RequestorListener& heard) override
    {
        listener = &heard;
    }

    void Forget(RequestorListener&) override
    {
        listener = nullptr;
    }

    void Complete(uint64_t id, CompletionStatus status = CompletionStatus::SUCCESS) const
    {
        Completion completion;
        completion.id = id;
        completion.status = status;
        listener->Completed(completion);
    }

    void Deliver(uint32_t number) const
    {
        Delivery delivery;
        delivery.msn = static_cast<uint16_t>(number);
        listener->Delivered(delivery);
    }

    HintStep HintOfWrite() const override
    {
        ++hints;
        return {};
    }

    mutable uint32_t hints{0};    //!< at Writes
    std::vector<uint64_t> posted; //!< lengths
    QueuePairCounters own;
    QueuePairCounters peers;
    RequestorListener* listener{nullptr};
};

/** A transfer that writes down its reports, as words. */
class Hearer : public RequestorListener
{
  public:
    explicit Hearer(Requestor& seat)
        : m_seat(seat)
    {
        m_seat.Tell(*this);
    }

    ~Hearer() override
    {
        m_seat.Forget(*this);
    }

    void Completed(const Completion& completion) override
    {
        words += "c" + std::to_string(completion.id);
        words += completion.status == CompletionStatus::SUCCESS ? " " : "! ";
    }

    void Delivered(const Delivery& delivery) override
    {
        words += "d" + std::to_string(delivery.msn) + " ";
        if (posts != 0)
        {
            m_seat.Write(posts);
        }
    }

    HintStep Hint(bool isArrival) const override
    {
        hints += isArrival ? 'd' : 'c';
        return {};
    }

    mutable std::string hints;
    std::string words;
    uint64_t posts{0}; //!< bytes of a Write that each arrival has the transfer post; 0: none

  private:
    Requestor& m_seat;
};

// Clauses: [shared-pairs]
TEST(SharedQueuePairTest, EachHearsOfItsOwnWritesOnly)
{
    FakePair pair;
    SharedQueuePair shared(pair);
    Requestor& first = shared.Seat();
    Requestor& second = shared.Seat();
    Hearer one(first);
    Hearer two(second);
    EXPECT_EQ(first.Write(100), 0U);
    EXPECT_EQ(second.Write(200), 1U);
    EXPECT_EQ(first.Write(300), 2U);
    EXPECT_EQ(pair.posted, (std::vector<uint64_t>{100, 200, 300})) << "in the order of the posts";
    pair.Deliver(0);
    pair.Deliver(1);
    pair.Complete(0);
    pair.Deliver(2);
    pair.Complete(1);
    pair.Complete(2);
    EXPECT_EQ(one.words, "d0 c0 d2 c2 ");
    EXPECT_EQ(two.words, "d1 c1 ");
    EXPECT_EQ(first.Now().Ps(), 7);
}

/** Goes a way to its end. */
void
Take(const HintStep& first)
{
    HintBatch<1> batch;
    batch.Add(first);
    batch.Go();
}

// Hints go to the Write that is told next, and from a Write to the queue pair.
// Clauses: [shared-pairs]
TEST(SharedQueuePairTest, HintsAtTheOldestWrite)
{
    FakePair pair;
    SharedQueuePair shared(pair);
    Requestor& first = shared.Seat();
    Requestor& second = shared.Seat();
    const Hearer one(first);
    const Hearer two(second);
    Take(pair.listener->Hint(true)); // nothing was posted
    first.Write(100);
    second.Write(200);
    Take(pair.listener->Hint(true));
    pair.Deliver(0);
    Take(pair.listener->Hint(true));
    Take(pair.listener->Hint(false));
    EXPECT_EQ(one.hints, "dc");
    EXPECT_EQ(two.hints, "d");
    EXPECT_EQ(pair.hints, 0U);
    Take(second.HintOfWrite());
    EXPECT_EQ(pair.hints, 1U);
}

// Several queue pairs as if they were one: a short Write overtakes a long one.
// Clauses: [shared-pairs], [queue-pairs-per-pair]
TEST(SharedQueuePairTest, WritesMayArriveInAnyOrder)
{
    FakePair pair;
    SharedQueuePair shared(pair);
    Requestor& first = shared.Seat();
    Requestor& second = shared.Seat();
    Hearer one(first);
    Hearer two(second);
    first.Write(100);
    second.Write(10);
    second.Write(20);
    pair.peers.placedBytes = 60;
    EXPECT_EQ(first.PlacedBytes(), 60U) << "the oldest one's";
    pair.Deliver(2);
    EXPECT_EQ(first.PlacedBytes(), 40U);
    EXPECT_EQ(second.PlacedBytes(), 20U);
    pair.peers.placedBytes = 130;
    pair.Deliver(0);
    pair.Deliver(1);
    EXPECT_EQ(first.PlacedBytes(), 100U);
    EXPECT_EQ(second.PlacedBytes(), 30U);
    EXPECT_EQ(one.words, "d0 ");
    EXPECT_EQ(two.words, "d2 d1 ");
}

// Of Writes that failed some arrive, and some do not; those behind have their own numbers.
// Clauses: [shared-pairs]
TEST(SharedQueuePairTest, FailuresAreToldToThoseTheyHit)
{
    FakePair pair;
    SharedQueuePair shared(pair);
    Requestor& first = shared.Seat();
    Requestor& second = shared.Seat();
    Hearer one(first);
    Hearer two(second);
    first.Write(100);
    second.Write(100);
    second.Write(100);
    pair.Complete(0, CompletionStatus::RETRY_EXC_ERR);
    pair.Complete(1, CompletionStatus::WR_FLUSH_ERR);
    pair.Complete(2, CompletionStatus::WR_FLUSH_ERR);
    pair.Deliver(1); // had arrived; the acknowledgement of the Write had not
    pair.Deliver(1); // nothing is told twice
    EXPECT_EQ(first.Write(50), 3U);
    pair.Complete(3, CompletionStatus::WR_FLUSH_ERR);
    EXPECT_EQ(one.words, "c0! c3! ");
    EXPECT_EQ(two.words, "c1! c2! d1 ");
}

// Clauses: [shared-pairs]
TEST(SharedQueuePairTest, NumbersGoOnBeyond16Bits)
{
    FakePair pair;
    SharedQueuePair shared(pair);
    Requestor& seat = shared.Seat();
    uint32_t last = 0;
    for (uint32_t number = 0; number < 70000; ++number)
    {
        last = static_cast<uint32_t>(seat.Write(1));
        pair.Deliver(number);
        pair.Complete(number);
    }
    Hearer hearer(seat);
    seat.Write(1);
    pair.Deliver(last + 1);
    EXPECT_EQ(hearer.words, "d4464 "); // 70000 modulo 2^16
    EXPECT_EQ(seat.PlacedBytes(), 70001U);
}

// As a ring does: a Write that arrives at once has its transfer post again. Clauses: [shared-pairs]
TEST(SharedQueuePairTest, WhoHearsMayPost)
{
    FakePair pair;
    SharedQueuePair shared(pair);
    Requestor& seat = shared.Seat();
    Hearer hearer(seat);
    hearer.posts = 5;
    seat.Write(1);
    pair.Deliver(0);
    pair.Deliver(1);
    EXPECT_EQ(pair.posted, (std::vector<uint64_t>{1, 5, 5}));
    EXPECT_EQ(seat.PlacedBytes(), 6U);
}

// Clauses: [shared-pairs]
TEST(SharedQueuePairTest, CountsAreThoseOfTheQueuePairAndItListensNoLongerThanItIs)
{
    FakePair pair;
    pair.own.sentPackets = 11;
    pair.peers.marks = 12;
    {
        SharedQueuePair shared(pair);
        Requestor& seat = shared.Seat();
        EXPECT_EQ(seat.Counters().sentPackets, 11U);
        EXPECT_EQ(seat.PeerCounters().marks, 12U);
        EXPECT_EQ(&seat.PeerCounters(), &shared.Seat().PeerCounters()) << "a seat has no own copy";
        EXPECT_EQ(seat.Roce(), nullptr);
        EXPECT_EQ(seat.PeerRoce(), nullptr);
        EXPECT_NE(pair.listener, nullptr);
    }
    EXPECT_EQ(pair.listener, nullptr);
}

} // namespace
} // namespace mrc
} // namespace ns3
