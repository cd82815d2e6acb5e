/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-trim-queue.h"
#include "ns3/test.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** The trimmed class' share of the line when data waits as well. */
class ShareTestCase : public TestCase
{
  public:
    ShareTestCase()
        : TestCase("TrimmedShare divides the line between trimmed packets and data")
    {
    }

  private:
    void DoRun() override
    {
        FramePool pool;
        PortState port;
        PortConfig config;
        config.trimmedShare = 64; // a quarter
        const TrimQueue queue(port, config, pool);
        for (uint32_t i = 0; i < 4000; ++i)
        {
            const FrameIndex index = pool.Allocate();
            Frame& frame = pool.At(index);
            frame = Frame();
            frame.size = i % 2 == 0 ? 146 : 1460;
            queue.Push(index, frame, i % 2 == 0 ? TrafficClass::TRIMMED : TrafficClass::DATA);
        }
        uint64_t bytes[TRAFFIC_CLASSES] = {};
        while (port.head[1] != NO_FRAME && port.head[2] != NO_FRAME)
        {
            const TrafficClass next = queue.Next();
            bytes[static_cast<unsigned>(next)] += pool.At(queue.Pop(next)).size;
        }
        const double share = static_cast<double>(bytes[1]) / (bytes[1] + bytes[2]);
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.25, 0.01, "a quarter of the bytes");
        while (port.IsBacklogged())
        {
            queue.Pop(queue.Next());
        }
        NS_TEST_EXPECT_MSG_EQ(port.bytes[1] + port.bytes[2], 0, "work conserving to the end");
        NS_TEST_EXPECT_MSG_EQ(port.trimmedCredit, 0, "the next time it begins anew");
    }
};

/** The suite of the share of trimmed packets. */
class TrimmedShareTestSuite : public TestSuite
{
  public:
    TrimmedShareTestSuite()
        : TestSuite("mrc-trimmed-share", TestSuite::Type::UNIT)
    {
        AddTestCase(new ShareTestCase);
    }
};

static TrimmedShareTestSuite g_trimmedShareTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
