/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "calls-shard.h"

#include "ns3/mrc-window-crew.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** A shard with events up to an instant, all of which have been fired when its calls are told. */
class GoneShard : public CallsShard
{
  public:
    GoneShard(HotHost& simulator, std::vector<WindowCall> calls, Instant last)
        : CallsShard(simulator, std::move(calls)),
          m_last(last)
    {
        Host().Clock().now = last;
    }

    Instant Next() const override
    {
        return m_isOver ? Instant::Never() : m_last;
    }

    void Take(unsigned) override
    {
        m_isOver = true;
    }

  private:
    Instant m_last;
    bool m_isOver{false};
};

/** The same pace always. */
struct EvenPacer : WindowPacer
{
    WindowPace Pace() override
    {
        return {Span(100), false};
    }
};

// A call shows the time of its event, when shards are later. Behind the calls it is the time of the
// last event of all shards. Clauses: [several-threads]
TEST(WindowCrew, HasTheTimeOfTheLastEventBehindCalls)
{
    CrewLoop loop;
    std::vector<Instant> seen;
    std::vector<WindowCall> calls(2);
    for (WindowCall& call : calls)
    {
        call.during = {Instant(5 + static_cast<int64_t>(&call - calls.data())), 0, 0};
        call.tell = [&] { seen.push_back(loop.Clock().now); };
    }
    GoneShard first(loop, {}, Instant(20));
    GoneShard second(loop, std::move(calls), Instant(30));
    EvenPacer pacer;
    WindowCrew crew(loop, {&first, &second}, pacer);
    loop.Run(Instant(50));
    EXPECT_EQ(seen, (std::vector<Instant>{Instant(5), Instant(6)}));
    EXPECT_EQ(loop.Clock().now, Instant(30));
    EXPECT_EQ(first.Host().Clock().now, Instant(30));
    EXPECT_EQ(second.Host().Clock().now, Instant(30));
    EXPECT_FALSE(first.Host().Clock().firing);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
