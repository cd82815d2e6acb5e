/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// For which connections does a workload ask memory ahead?

#include "../host/engine-rig.h"
#include "../host/own-loop.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-host-outlook.h"
#include "ns3/mrc-nic-store.h"
#include "ns3/mrc-ordinary-place.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-shard-news.h"
#include "ns3/mrc-user-calendar.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Hears nothing. */
class Deaf : public FlowObserver
{
  public:
    void FlowEnded(const FlowRecord&) override
    {
    }

    void WorkloadEnded() override
    {
    }
};

/** A queue pair that completes nothing. Writes down its hints, and its Writes in capitals. */
class HintedPair : public Requestor
{
  public:
    HintedPair(std::string& story, char name, PairOutlook outlook)
        : m_story(story),
          m_name(name),
          m_outlook(std::move(outlook))
    {
    }

    uint64_t Write(uint64_t) override
    {
        m_story += static_cast<char>(m_name - 'a' + 'A');
        return 0;
    }

    Instant Now() const override
    {
        return Instant(Simulator::Now().GetPicoSeconds());
    }

    const QueuePairCounters& Counters() const override
    {
        return m_counters;
    }

    const QueuePairCounters& PeerCounters() const override
    {
        return m_counters;
    }

    void Tell(RequestorListener& told) override
    {
        listener = &told;
    }

    void Forget(RequestorListener&) override
    {
    }

    PairOutlook Outlook(const RequestorListener&) override
    {
        return m_outlook;
    }

    HintStep HintOfWrite() const override
    {
        m_story += m_name;
        return {};
    }

    RequestorListener* listener{nullptr};

  private:
    std::string& m_story;
    char m_name;
    PairOutlook m_outlook;
    QueuePairCounters m_counters;
};

/** A workload over pairs a, b and so on, one for each of its transfers. */
class FlowHintsTest : public testing::Test, public OrdinaryPlaces
{
  public:
    std::shared_ptr<OrdinaryPlace> Reserve(Time) override
    {
        return std::make_shared<OrdinaryPlace>();
    }

    void ScheduleIn(const OrdinaryPlace&, std::function<void()>) override
    {
        FAIL() << "acts of the calendar are none of the ordinary events";
    }

  protected:
    /** @param lines of the matrix @param outlook of each pair */
    void Make(const std::string& lines, const PairOutlook& outlook)
    {
        std::istringstream text(lines);
        const auto connect = [&](const Transfer&) -> Requestor& {
            const auto name = static_cast<char>('a' + m_pairs.size());
            return m_pairs.emplace_back(m_story, name, outlook);
        };
        m_driver = std::make_unique<FlowDriver>(ReadConnectionMatrix(text, "hints.cm"),
                                                1,
                                                connect,
                                                m_observer,
                                                TriggerTimes{Nanos(4450), Span()});
    }

    /** @return the pairs that are hinted at before a listener hears */
    std::string HintsOf(std::size_t pair, bool isArrival)
    {
        m_story.clear();
        HintBatch<1> batch;
        batch.Add(m_pairs[pair].listener->Hint(isArrival));
        batch.Go();
        return m_story;
    }

    void TearDown() override
    {
        m_driver.reset();
        Simulator::Destroy();
    }

    std::string m_story;
    Deaf m_observer;
    std::deque<HintedPair> m_pairs;
    std::unique_ptr<FlowDriver> m_driver;
};

// The sender's end starts b, and the arrival at the receiver starts c.
TEST_F(FlowHintsTest, TellOfTheTransferThatStartsNext)
{
    Make("Nodes 6\nConnections 4\nTriggers 2\n"
         "1->5 id 1 start 0 size 1000 send_done_trigger 1 recv_done_trigger 2\n"
         "1->4 id 2 trigger 1 size 1000\n"
         "5->3 id 3 trigger 2 size 1000\n"
         "2->0 id 4 start 0 size 1000\n"
         "trigger id 1 oneshot\ntrigger id 2 oneshot\n",
         {});
    m_driver->Start();
    Simulator::Run();
    EXPECT_EQ(HintsOf(0, false), "b");
    EXPECT_EQ(HintsOf(0, true), "c");
    EXPECT_EQ(HintsOf(3, false), "") << "nothing waits for this one";
    EXPECT_EQ(HintsOf(3, true), "");
}

// An act of the calendar that starts a transfer asks for the connection of just this one.
// Clauses: [several-threads]
TEST_F(FlowHintsTest, OfAStartAtAGivenTimeTellOfItsOwnConnection)
{
    OwnLoop loop;
    EngineRig rig(1, loop, loop);
    NicStore store(NicPlan(), rig.GetFabric());
    store.slots.resize(2); // of the queue pair that the outlook below names, and of its peer
    ShardNews news;
    HotClock clock;
    store.news = &news;
    news.calendar = std::make_shared<UserCalendar>(
        UserCalendar::Parts{loop, *this, {{&news, &clock}}, [] { return Nanos(700); }});
    HostOutlook outlook(store, rig.GetNics().Seats());
    loop.Clock().limit = Instant::Never();
    Make("Nodes 6\nConnections 2\n"
         "1->5 id 1 start 50000 size 1000\n"
         "2->4 id 2 start 50000 size 1000\n",
         PairOutlook(outlook, outlook, 0));
    m_driver->Start();
    Simulator::Schedule(Seconds(1), [] {}); // the run goes on
    const UserMoment moment = UserMoment::BeginOf(Instant() + Nanos(50));
    news.latest[moment] = moment.At();
    news.calendar->CallOf(moment).tell();
    EXPECT_EQ(m_story, "abAB") << "both hints come before the first of the Writes";
    m_driver.reset(); // the calendar goes first otherwise
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
