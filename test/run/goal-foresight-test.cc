/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../host/calendar-rig.h"

#include "ns3/mrc-goal-foresight.h"
#include "ns3/mrc-goal-stream.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
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

/** Two ranks send to two others, twice one after the other. The test hears what is foreseen. */
class GoalForesightTest : public testing::Test, public CalendarRig, public GoalForesight::Listener
{
  public:
    GoalForesightTest()
        : m_steps(StreamOfSends()),
          m_foresight({NodeModel(), Micros(10), NewCalendar(), 4}, m_steps, *this)
    {
        m_loop.Clock().limit = Instant::Never();
        for (const GoalPost& post : m_foresight.Begin(Instant()))
        {
            m_turns.push_back(post.turn);
        }
        m_heard.clear();
    }

    // OrdinaryPlaces
    void ScheduleIn(const OrdinaryPlace& place, std::function<void()> call) override
    {
        m_loop.At(TimeStep(place.tick), std::move(call));
    }

    // GoalForesight::Listener
    void WillPost(const GoalPost& post, const UserMoment&) override
    {
        m_heard += "post " + std::to_string(post.turn.operation.rank) + ' ';
    }

    void MayEnd(const UserMoment&) override
    {
    }

  protected:
    static std::shared_ptr<const GoalStream> StreamOfSends()
    {
        std::istringstream in("num_ranks 4\n"
                              "rank 0 {\nl1: send 1000b to 2\nl2: send 1000b to 2\n"
                              "l2 requires l1\n}\n"
                              "rank 1 {\nl1: send 1000b to 3\nl2: send 1000b to 3\n"
                              "l2 requires l1\n}\n"
                              "rank 2 {\nl1: recv 1000b from 0\nl2: recv 1000b from 0\n}\n"
                              "rank 3 {\nl1: recv 1000b from 1\nl2: recv 1000b from 1\n}\n");
        const auto newFile = [] { return std::make_shared<std::stringstream>(); };
        return StreamGoalText(in, "a.goal", newFile).stream;
    }

    GoalSteps m_steps;
    GoalForesight m_foresight;
    std::vector<GoalTurn> m_turns; //!< of the first sends
    std::string m_heard;
};

// Acknowledgements may have come in another order. Clauses: [several-threads] [goal-window]
TEST_F(GoalForesightTest, EndsOfOneInstantAreThoseOfOneNicAfterTheOther)
{
    ASSERT_EQ(m_turns.size(), 2U);
    m_foresight.End(m_turns[1], Instant() + Micros(25), true);
    m_foresight.End(m_turns[0], Instant() + Micros(25), true);
    m_foresight.GoOn(Instant() + Micros(20));
    EXPECT_EQ(m_heard, "post 0 post 1 ");
}

// Clauses: [several-threads] [goal-window]
TEST_F(GoalForesightTest, ASendThatFailsStartsNothing)
{
    ASSERT_EQ(m_turns.size(), 2U);
    m_foresight.Arrive(m_turns[0], Instant() + Micros(14));
    m_foresight.End(m_turns[0], Instant() + Micros(25), false);
    m_foresight.GoOn(Instant() + Micros(20));
    EXPECT_TRUE(m_foresight.Take(GoalEvent::ARRIVAL, m_turns[0]).empty());
    EXPECT_THROW(m_foresight.Take(GoalEvent::END, m_turns[0]), std::logic_error);
    m_foresight.End(m_turns[0], Instant() + Micros(31), true);
    m_foresight.GoOn(Instant() + Micros(25));
    EXPECT_EQ(m_heard, "post 0 ") << "once, behind the end that is good";
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
