/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Messages of the example mrc-astra: matched by tags, and as fast as those of a workload.

#include "../../examples/mrc-astra-network.h"
#include "../mrc-test-network.h"
#include "message-way.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
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

/** What happened, in order, in a network of eight NICs of which four share a T0. */
class RankMessagesTest : public testing::Test
{
  protected:
    RankMessagesTest()
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(SmallFabric(8, 4, 4, 2));
        m_network = Audited(helper.Install());
        m_messages = std::make_unique<RankMessages>(m_network);
    }

    ~RankMessagesTest() override
    {
        Simulator::Destroy();
    }

    RankMessages::Told Note(const std::string& what)
    {
        return [this, what] {
            m_events.push_back(what);
            m_last = Simulator::Now();
        };
    }

    Ptr<Network> m_network;
    std::unique_ptr<RankMessages> m_messages;
    std::vector<std::string> m_events;
    Time m_last;
};

TEST_F(RankMessagesTest, AReceiveMayComeBeforeItsMessageOrBehind)
{
    m_messages->Receive(1, 0, 7, 100, Note("early"));
    m_messages->Send(0, 1, 7, 100, Note("sent"));
    m_messages->Send(0, 1, 8, 100, [] {});
    Simulator::Schedule(MilliSeconds(1), [this] {
        EXPECT_EQ(m_events, (std::vector<std::string>{"early", "sent"}));
        m_messages->Receive(1, 0, 8, 100, Note("late"));
        EXPECT_EQ(m_events.size(), 2U) << "nobody is told from within the call";
    });
    Simulator::Run();
    ASSERT_EQ(m_events.size(), 3U);
    EXPECT_EQ(m_events.back(), "late");
    EXPECT_EQ(m_last, MilliSeconds(1));
}

TEST_F(RankMessagesTest, TagsAndRanksAreApart)
{
    m_messages->Receive(1, 0, 7, 100, Note("other tag"));
    m_messages->Receive(1, 2, 8, 100, Note("other rank"));
    m_messages->Receive(2, 0, 8, 100, Note("other place"));
    m_messages->Send(0, 1, 8, 100, [] {});
    Simulator::Run();
    EXPECT_TRUE(m_events.empty());
}

TEST_F(RankMessagesTest, BytesOfSeveralMessagesAreOneStream)
{
    m_messages->Receive(1, 0, 7, 150, Note("first"));
    m_messages->Receive(1, 0, 7, 50, Note("second"));
    m_messages->Send(0, 1, 7, 100, Note("a"));
    m_messages->Send(0, 1, 7, 100, Note("b"));
    Simulator::Run();
    ASSERT_EQ(m_events.size(), 4U);
    const auto first = std::find(m_events.begin(), m_events.end(), "first");
    ASSERT_NE(first, m_events.end());
    EXPECT_NE(std::find(first, m_events.end(), "second"), m_events.end()) << "in their order";
}

TEST_F(RankMessagesTest, AMessageTakesItsClosedForm)
{
    constexpr uint64_t PACKETS = 1024;
    m_messages->Receive(1, 0, 7, PACKETS * 4096, Note("there"));
    m_messages->Send(0, 1, 7, PACKETS * 4096, [] {});
    Simulator::Run();
    ASSERT_EQ(m_events.size(), 1U);
    // Nothing goes the other way but SACKs.
    const double line = (PACKETS / Way::PLANES - 1) * Way::PACKET * Way::BYTE;
    const double ps = 2 * Way::HOST + line + Way::Local().OneWay(Way::PACKET);
    EXPECT_NEAR(m_last.GetNanoSeconds(), ps / 1000, 0.01 * ps / 1000);
}

/** The calls of ASTRA-sim's interface, by another name for its types. */
struct AstraTime
{
    int time_res;
    long double time_val;
};

class AstraCalls
{
  public:
    explicit AstraCalls(int)
    {
    }

    virtual ~AstraCalls() = default;
    virtual int sim_send(void*, uint64_t, int, int, int, int*, void (*)(void*), void*) = 0;
    virtual int sim_recv(void*, uint64_t, int, int, int, int*, void (*)(void*), void*) = 0;
    virtual void sim_schedule(AstraTime, void (*)(void*), void*) = 0;
    virtual AstraTime sim_get_time() = 0;
};

TEST_F(RankMessagesTest, TheInterfaceSendsReceivesAndSchedules)
{
    AstraNetwork<AstraCalls, AstraTime, int> zero(0, *m_messages);
    AstraNetwork<AstraCalls, AstraTime, int> one(1, *m_messages);
    int calls = 0;
    const auto count = [](void* calls) { ++*static_cast<int*>(calls); };
    zero.sim_send(nullptr, 5, 0, 1, 3, nullptr, count, &calls);
    one.sim_recv(nullptr, 5, 0, 0, 3, nullptr, count, &calls);
    Simulator::Run();
    EXPECT_EQ(calls, 2);
    const long double now = one.sim_get_time().time_val;
    EXPECT_EQ(one.sim_get_time().time_res, 3);
    EXPECT_EQ(now, Simulator::Now().GetNanoSeconds());
    for (const AstraTime& delta : {AstraTime{1, 2}, AstraTime{2, 2}, AstraTime{3, 2}})
    {
        zero.sim_schedule(delta, count, &calls);
    }
    Simulator::Run();
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(zero.sim_get_time().time_val, now + 2e6L) << "2 ms are the latest";
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
