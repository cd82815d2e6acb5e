/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Memory that a queue pair gives back while it is idle leaves no trace in the packets that it sends
// afterwards.

#include "../transport/path-deal.h"
#include "../transport/script-end.h"

#include "ns3/mrc-rest-queue.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** Two ends, one link that takes a microsecond for each data packet, and no delay. */
class Exchange
{
  public:
    explicit Exchange(PathSelection selector)
        : m_a(Options(selector).For(A)),
          m_b(Options(selector).For(B))
    {
    }

    /** A millisecond passes, A writes 64 KiB, every seventh packet is marked, the tenth is lost. */
    void Round()
    {
        m_now = m_now + Micros(1000);
        WorkRequest request;
        request.id = m_a.posted++;
        request.length = 65536;
        m_a.connection.Post(request, m_now);
        for (int step = 0; step < 1000; ++step)
        {
            m_now = m_now + Micros(1);
            if (m_a.connection.NextWakeup() <= m_now)
            {
                m_a.connection.Wake(m_now);
            }
            Datagram packet;
            if (m_a.connection.NextData(m_now, 3, packet))
            {
                Send(packet, m_b);
            }
            Drain(m_b, m_a);
            Drain(m_a, m_b);
        }
        ASSERT_EQ(m_a.completions.size(), m_a.posted);
    }

    /** Both ends rest. */
    void Rest()
    {
        m_a.connection.Rest(m_now);
        m_b.connection.Rest(m_now);
    }

    /** @return all packets so far, and the states of the EVs */
    std::string Log()
    {
        std::ostringstream log;
        log << m_log.str();
        for (const PathStatus& path : m_a.connection.Paths())
        {
            log << path.ev.value << ' ' << static_cast<int>(path.state) << '\n';
        }
        return log.str();
    }

  private:
    static ScriptOptions Options(PathSelection selector)
    {
        ScriptOptions options;
        options.ev.selector = selector;
        return options;
    }

    void Drain(ScriptEnd& from, ScriptEnd& to)
    {
        Datagram packet;
        while (from.connection.NextControl(m_now, packet))
        {
            Send(packet, to);
        }
    }

    void Send(Datagram packet, ScriptEnd& to)
    {
        m_log << (m_now - Instant()).Ps() << ' ' << static_cast<int>(packet.bth.opcode) << ' '
              << packet.bth.psn.Value() << ' ' << packet.ev.value << '\n';
        ++m_sent;
        packet.ecn = OpcodeClass(packet.bth.opcode) == 0 && m_sent % 7 == 0 ? Ecn::CE : Ecn::ECT0;
        if (m_sent != 10)
        {
            to.connection.Receive(packet, m_now);
        }
    }

    ScriptEnd m_a;
    ScriptEnd m_b;
    Instant m_now;
    uint32_t m_sent{0};
    std::ostringstream m_log;
};

TEST(RestTest, NothingIsSentInAnotherWay)
{
    for (const PathSelection selector : {PATH_SELECTION_MRC,
                                         PATH_SELECTION_OBLIVIOUS,
                                         PATH_SELECTION_RANDOM,
                                         PATH_SELECTION_BITMAP,
                                         PATH_SELECTION_REPS,
                                         PATH_SELECTION_SINGLE})
    {
        Exchange awake(selector);
        Exchange resting(selector);
        for (int round = 0; round < 12; ++round)
        {
            awake.Round();
            resting.Round();
            resting.Rest();
        }
        awake.Rest(); // ends the SKIPs that have lapsed
        EXPECT_EQ(awake.Log(), resting.Log()) << selector;
    }
}

TEST(RestTest, EvsThatSufferedAreNotDealtAnew)
{
    PathTable table(Config(8, 8), Deal(1, 16));
    EXPECT_TRUE(table.IsAsDealt());
    const Ev ev = table.At(0, 0).ev;
    table.OnCongestion(ev, PathCause::MARK, At(RTT));
    EXPECT_FALSE(table.IsAsDealt());
    table.EndLapsed(At(RTT * 2) - Span(1));
    EXPECT_FALSE(table.IsAsDealt()) << "its SKIP has not lapsed";
    table.EndLapsed(At(RTT * 2));
    EXPECT_TRUE(table.IsAsDealt());
    table.OnLoss(ev, PathCause::TIMEOUT, 1, At(RTT * 3));
    EXPECT_FALSE(table.IsAsDealt()) << "it is assumed bad";
    table.Resurrect(ev, false, At(RTT * 4));
    EXPECT_TRUE(table.IsAsDealt()) << "it has come back to its seat";
    table.Administer(ev, PathOrder::DENY, At(RTT * 5));
    EXPECT_FALSE(table.IsAsDealt()) << "it is denied";
}

// Clauses: [skip-exchange]
TEST(RestTest, EvsThatMayHaveChangedPlacesAreNotDealtAnew)
{
    EvConfig config = Config(8, 8);
    config.skipsToExchange = 2;
    EXPECT_FALSE(PathTable(config, Deal(1, 16)).IsAsDealt());
}

TEST(RestTest, WhoIsUsedAgainDoesNotRest)
{
    constexpr Span WAIT = RestQueue::AFTER;
    std::vector<QueuePairSlot> slots(2);
    RestQueue queue;
    queue.OnUse(slots[0], 0, At(Span()));
    queue.OnUse(slots[1], 1, At(WAIT / 2));
    queue.OnUse(slots[0], 0, At(WAIT / 2));
    EXPECT_FALSE(queue.HasDue(At(WAIT) - Span(1)));
    ASSERT_TRUE(queue.HasDue(At(WAIT)));
    EXPECT_EQ(queue.TakeDue(slots, At(WAIT)), NO_SLOT) << "it was used meanwhile";
    EXPECT_FALSE(queue.HasDue(At(WAIT)));
    EXPECT_EQ(queue.TakeDue(slots, At(WAIT * 2)), 1u);
    EXPECT_EQ(queue.TakeDue(slots, At(WAIT * 2)), 0u);
    EXPECT_FALSE(queue.HasDue(At(WAIT * 9)));
    queue.OnUse(slots[1], 1, At(WAIT * 3));
    EXPECT_TRUE(queue.HasDue(At(WAIT * 4)));
}

TEST(RestTest, ManyRestSooner)
{
    constexpr uint32_t ALL = RestQueue::MANY + 3;
    constexpr Span SOON = RestQueue::SOON;
    std::vector<QueuePairSlot> slots(ALL + 1);
    RestQueue queue;
    for (SlotIndex slot = 0; slot < ALL; ++slot)
    {
        queue.OnUse(slots[slot], slot, At(Span()));
    }
    queue.OnUse(slots[1], 1, At(SOON / 2));
    EXPECT_FALSE(queue.HasDue(At(SOON) - Span(1)));
    ASSERT_TRUE(queue.HasDue(At(SOON)));
    EXPECT_EQ(queue.TakeDue(slots, At(SOON)), 0u);
    EXPECT_EQ(queue.TakeDue(slots, At(SOON)), NO_SLOT) << "it was used meanwhile";
    EXPECT_EQ(queue.TakeDue(slots, At(SOON)), 2u);
    EXPECT_FALSE(queue.HasDue(At(SOON))) << "no more than MANY are left";
    queue.OnUse(slots[ALL], ALL, At(SOON));
    ASSERT_TRUE(queue.HasDue(At(SOON)));
    EXPECT_EQ(queue.TakeDue(slots, At(SOON)), 3u);
    // All of them are looked at once more, and one that was used meanwhile later.
    constexpr Span WAIT = RestQueue::AFTER;
    std::vector<SlotIndex> taken;
    while (queue.HasDue(At(WAIT)))
    {
        taken.push_back(queue.TakeDue(slots, At(WAIT)));
    }
    ASSERT_EQ(taken.size(), ALL);
    EXPECT_EQ(taken[0], 0u);
    EXPECT_EQ(taken[1], NO_SLOT);
    EXPECT_EQ(taken[2], 2u);
    EXPECT_EQ(taken.back(), ALL - 1);
    EXPECT_EQ(queue.TakeDue(slots, At(WAIT * 2)), ALL);
    EXPECT_EQ(queue.TakeDue(slots, At(WAIT * 2)), 1u);
    EXPECT_FALSE(queue.HasDue(At(WAIT * 9)));
}

} // namespace
