/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// For which connections does a workload ask memory ahead?

#include "../host/calendar-rig.h"
#include "../host/engine-rig.h"
#include "deaf-pair.h"

#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-host-outlook.h"
#include "ns3/mrc-nic-store.h"
#include "ns3/mrc-pair-outlook.h"

#include <cstdint>
#include <deque>
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

/** A deaf queue pair that writes down its hints, and its Writes in capitals. */
class HintedPair : public DeafPair
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

    void Tell(RequestorListener& told) override
    {
        listener = &told;
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
};

/** A workload over pairs a, b and so on, one for each of its transfers. */
class FlowHintsTest : public testing::Test, public CalendarRig
{
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
    DeafObserver m_observer;
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
    EngineRig rig(1, m_loop, m_loop);
    NicStore store(NicPlan(), rig.GetFabric());
    store.slots.resize(2); // of the queue pair that the outlook below names, and of its peer
    store.news = &m_news;
    m_news.calendar = NewCalendar();
    HostOutlook outlook(store, rig.GetNics().Seats());
    m_loop.Clock().limit = Instant::Never();
    Make("Nodes 6\nConnections 2\n"
         "1->5 id 1 start 50000 size 1000\n"
         "2->4 id 2 start 50000 size 1000\n",
         PairOutlook(outlook, outlook, 0));
    m_driver->Start();
    const UserMoment moment = UserMoment::BeginOf(Instant() + Nanos(50));
    m_news.latest[moment] = moment.At();
    m_news.calendar->CallOf(moment).tell();
    EXPECT_EQ(m_story, "abAB") << "both hints come before the first of the Writes";
    EXPECT_EQ(m_ordinary, 0U);
    m_driver.reset(); // the outlook goes first otherwise
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
