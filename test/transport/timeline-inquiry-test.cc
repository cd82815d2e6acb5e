/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include "ns3/mrc-endpoint.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// An overdue packet is lost only if its path is silent too, or has brought a packet that was sent
// later.

namespace
{

constexpr int64_t LAG = 4608; // ns: beyond the target
constexpr int64_t ASKED = LAG + 6000;
constexpr int64_t PATIENCE = 9000; // one and a half base RTTs

/** Five packets have overtaken packet 0 by more than the target. */
class InquiryTest : public testing::Test
{
  protected:
    InquiryTest()
        : m_t(Asking())
    {
        m_t.At(0).Post(FULL);
        m_t.At(LAG).Post(5 * FULL);
        m_t.At(ASKED);
        EXPECT_EQ(m_t.Counters().evProbesSent, 0U);
        m_late = m_t.Sent(0).ev;
        m_t.Receive(Overtaken());
    }

    static ConnectionParameters Asking()
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().askPaths = true;
        setup.ev.Change().probeClass = EV_PROBE_DATA; // of the others: inquiries pass the data
        return setup;
    }

    Datagram Overtaken() const
    {
        return m_t.Sack(5, NOTHING, {1, 2, 3, 4, 5});
    }

    Datagram Answer() const
    {
        return AnswerEndpointRequest(m_t.Last(Opcode::ENDPOINT_REQUEST), 0b11, 48);
    }

    Timeline m_t;
    Ev m_late;
};

/*
 *      0 |-- 0 A -------------->|  its path is dead
 *    4.6 |-- 1 .. 5 ----------->|
 *   10.6 |<------ SACK -1 +5 ---|
 *        |-- EVPROBE ---------->|  on the path of 0, which is left aside meanwhile
 *   19.6 |-- 0 rtx ------------>|
 */
// Clauses: [path-inquiry]
TEST_F(InquiryTest, OfASilentPathItIsLost)
{
    EXPECT_EQ(m_t.Counters().evProbesSent, 1U);
    EXPECT_EQ(m_t.Last(Opcode::ENDPOINT_REQUEST).ev, m_late);
    EXPECT_EQ(m_t.Last(Opcode::ENDPOINT_REQUEST).dscp, DscpPlan().control);
    EXPECT_EQ(m_t.StateOf(0), PathState::SKIP);
    m_t.At(ASKED + PATIENCE - 1);
    EXPECT_FALSE(m_t.Sent(0).bth.retransmission);
    m_t.At(ASKED + PATIENCE);
    EXPECT_TRUE(m_t.Sent(0).bth.retransmission);
    EXPECT_EQ(m_t.Paths().Table().Find(m_late)->state, PathState::ASSUMED_BAD);
}

/*
 *   10.6 |-- EVPROBE ---------->|  on the path of 0, which is slow
 *   16.6 |<------- EVANSWER ----|
 *     50 |<------ SACK 5 -------|  0 was in a queue
 */
// Clauses: [path-inquiry]
TEST_F(InquiryTest, OfALivingPathItMayStillCome)
{
    m_t.At(ASKED + 6000).Receive(Answer());
    m_t.Receive(Overtaken());
    m_t.At(50000).Receive(m_t.Sack(0, 5));
    EXPECT_EQ(m_t.Counters().UntrimmedLosses(), 0U);
    EXPECT_EQ(m_t.Counters().pathsRetired, 0U);
}

/*
 *   16.6 |<------- EVANSWER ----|
 *        |-- n A -------------->|  over the path of 0
 *        |<------ SACK -1 +n ---|
 *        |-- 0 rtx ------------>|  queues keep their order
 */
// Clauses: [path-inquiry]
TEST_F(InquiryTest, OvertakenOnItsOwnPathItIsLost)
{
    m_t.At(ASKED + 6000).Receive(Answer());
    uint32_t psn = 5;
    do
    {
        m_t.At(ASKED + 6000 + psn * 10).Post(FULL);
    } while (m_t.Sent(++psn).ev != m_late);
    Datagram sack = m_t.Sack(psn, NOTHING, {1, 2, 3, 4, 5, psn});
    EXPECT_FALSE(m_t.Sent(0).bth.retransmission);
    m_t.At(ASKED + 12000).Receive(sack);
    EXPECT_TRUE(m_t.Sent(0).bth.retransmission);
}

/** One probe serves until the probe is answered or late. */
TEST_F(InquiryTest, FurtherSacksAskNothingAgain)
{
    m_t.At(ASKED + 100).Receive(Overtaken());
    m_t.At(ASKED + 200).Receive(Overtaken());
    EXPECT_EQ(m_t.Counters().evProbesSent, 1U);
}

} // namespace
