/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-shared-buffer.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;

namespace
{

/** Queues that share 1,000,000 bytes and always have another packet of one byte. */
class Queues
{
  public:
    explicit Queues(int exponent)
        : m_share{static_cast<int8_t>(exponent), 0},
          m_bytes(2)
    {
    }

    /** Offers a byte to a queue. @return whether the queue took it */
    bool Offer(std::size_t queue)
    {
        uint64_t& bytes = m_bytes[queue];
        const bool admitted = m_buffer.Admits(m_share, bytes, 1);
        if (admitted)
        {
            m_buffer.Change(bytes, bytes + 1);
            ++bytes;
        }
        return admitted;
    }

    /** Sends a byte of a queue that has one. */
    void Send(std::size_t queue)
    {
        uint64_t& bytes = m_bytes[queue];
        m_buffer.Change(bytes, bytes - 1);
        --bytes;
    }

    uint64_t Bytes(std::size_t queue) const
    {
        return m_bytes[queue];
    }

    const SharedBuffer& Buffer() const
    {
        return m_buffer;
    }

  private:
    BufferShare m_share;
    SharedBuffer m_buffer{1000000};
    std::vector<uint64_t> m_bytes;
};

struct Row
{
    int exponent;
    uint64_t alone; //!< where one queue stops
    uint64_t each;  //!< where two stop that began together, or one after the other
};

constexpr Row ROWS[] = {
    {0, 500000, 333333},
    {-3, 111111, 100000},
};

// Clauses: [shared-buffer]
TEST(SharedBufferTest, OneQueueStopsAtItsThreshold)
{
    for (const Row& row : ROWS)
    {
        Queues queues(row.exponent);
        while (queues.Offer(0))
        {
        }
        EXPECT_EQ(queues.Bytes(0), row.alone) << row.exponent;
        EXPECT_EQ(queues.Buffer().Used(), row.alone);
        EXPECT_EQ(queues.Buffer().Free(), 1000000 - row.alone);
    }
}

// Clauses: [shared-buffer]
TEST(SharedBufferTest, AQueueThatBeginsLaterGetsAsMuch)
{
    for (const Row& row : ROWS)
    {
        Queues queues(row.exponent);
        while (queues.Offer(0))
        {
        }
        // both lines send as fast as each other, and both queues are offered more
        for (int i = 0; i < 1000000; ++i)
        {
            queues.Offer(0);
            queues.Offer(1);
            queues.Offer(1);
            if (i % 2 == 0)
            {
                queues.Send(0);
                queues.Send(1);
            }
        }
        EXPECT_NEAR(queues.Bytes(0), row.each, 2) << row.exponent;
        EXPECT_NEAR(queues.Bytes(1), row.each, 2) << row.exponent;
    }
}

// Clauses: [shared-buffer]
TEST(SharedBufferTest, NoFactorMakesMoreOfABufferThanThereIs)
{
    SharedBuffer buffer(10000);
    const BufferShare share{10, 0};
    EXPECT_TRUE(buffer.Admits(share, 0, 10000));
    EXPECT_FALSE(buffer.Admits(share, 0, 10001));
    buffer.Change(0, 10000);
    EXPECT_FALSE(buffer.Admits(share, 10000, 1));
    EXPECT_EQ(buffer.Free(), 0);
    buffer.Change(10000, 4000);
    EXPECT_EQ(buffer.Used(), 4000);
    EXPECT_EQ(buffer.Peak(), 10000);
}

// Clauses: [shared-buffer] [pfc-accounting]
TEST(SharedBufferTest, WhatIsEasyReachesNoPeakAndNoThreshold)
{
    SharedBuffer buffer(10000);
    EXPECT_FALSE(buffer.TakeEasily(1, 1, 0));
    buffer.Take(4000);
    buffer.Give(3000);
    buffer.Ease(-1);
    // at the peak 6,000 bytes are free, and a link may hold half of that
    EXPECT_FALSE(buffer.TakeEasily(3001, 3000, 0));
    EXPECT_FALSE(buffer.TakeEasily(1000, 3001, 0));
    EXPECT_FALSE(buffer.TakeEasily(1000, 2001, 2000));
    EXPECT_EQ(buffer.Used(), 1000U);
    EXPECT_TRUE(buffer.TakeEasily(1000, 3000, 0));
    EXPECT_TRUE(buffer.TakeEasily(1000, 2000, 2000));
    EXPECT_TRUE(buffer.TakeEasily(1000, 3000, 3500));
    EXPECT_EQ(buffer.Used(), 4000U);
    EXPECT_EQ(buffer.Peak(), 4000U);
    EXPECT_EQ(SharedBuffer::Threshold(buffer.Free(), -1), 3000U);
    buffer.Give(1000);
    buffer.Guard();
    EXPECT_FALSE(buffer.TakeEasily(1, 1, 0));
    // pause frames ask nobody, and may take more than there is
    buffer.Take(20000);
    buffer.Give(22000);
    buffer.Ease(0);
    EXPECT_FALSE(buffer.TakeEasily(9001, 1, 1));
    EXPECT_FALSE(buffer.TakeEasily(9000, 1, 0));
    EXPECT_TRUE(buffer.TakeEasily(9000, 1, 1));
}

// Clauses: [shared-buffer]
TEST(SharedBufferTest, WhatIsReservedIsThereWhenTheBufferIsFull)
{
    SharedBuffer buffer(10000);
    buffer.Change(0, 10000);
    const BufferShare share{0, 1778};
    EXPECT_TRUE(buffer.Admits(share, 0, 1778));
    EXPECT_FALSE(buffer.Admits(share, 0, 1779));
    EXPECT_FALSE(buffer.Admits(share, 1778, 1));
    EXPECT_EQ(share.Shared(1778), 0);
    EXPECT_EQ(share.Shared(2000), 222);
}

} // namespace
