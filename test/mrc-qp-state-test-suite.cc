/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-verbs-rig.h"

#include "ns3/test.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** Data for a queue pair that is not ready to receive is lost, until it is ready. */
// Clauses: [qp-states]
class NotReadyTestCase : public TestCase
{
  public:
    /** @param ready whether the responder becomes ready in time */
    explicit NotReadyTestCase(bool ready)
        : TestCase(ready ? "a responder that is late" : "a responder that never is ready"),
          m_ready(ready)
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = TwoNics();
        Ptr<QpProfile> impatient = CreateObject<QpProfile>();
        impatient->SetAttribute("LinearRetries", UintegerValue(4));
        impatient->SetAttribute("ExponentialRetries", UintegerValue(0));
        Ptr<Qp> a = network->Create(0, 1, {impatient, impatient});
        Ptr<CompletionQueue> queue = CreateObject<CompletionQueue>();
        a->SetCompletionQueues(queue, nullptr);
        BringUp(a);
        QpAttributes reset;
        reset.state = QpState::RESET;
        a->Peer()->Modify(reset);
        WorkRequest request;
        request.rkey = a->Peer()->RegisterMemory(0, 1);
        request.length = 1;
        a->PostSend(request);
        if (m_ready)
        {
            Simulator::Schedule(MicroSeconds(900), [a] { MakeReadyToReceive(a->Peer(), Psn()); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(queue),
                              (m_ready ? "write 0 SUCCESS 1 0; " : "write 0 RETRY_EXC_ERR 1 0; "),
                              "what became of the Write");
        NS_TEST_EXPECT_MSG_EQ(a->Query().state,
                              (m_ready ? QpState::RTS : QpState::ERR),
                              "and of A");
        Simulator::Destroy();
    }

    bool m_ready;
};

/** A queue pair that has failed can be reset and brought up again. */
// Clauses: [qp-states]
class ResetTestCase : public TestCase
{
  public:
    ResetTestCase()
        : TestCase("reset and bring up again")
    {
    }

  private:
    void DoRun() override
    {
        Ends ends;
        BringUp(ends.a);
        QpAttributes to;
        to.state = QpState::ERR;
        const uint32_t key = ends.b->RegisterMemory(5000, 10000);
        ends.a->PostSend(RequestTo(5000, key, 0));
        Simulator::Schedule(NanoSeconds(10), [&] { ends.a->Modify(to); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofA), "write 0 WR_FLUSH_ERR 10000 0; ", "flushed");
        ends.a->PostSend(RequestTo(5000, key, 1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofA), "write 1 WR_FLUSH_ERR 10000 0; ", "flushed too");
        for (const Ptr<Qp>& end : {ends.a, ends.b})
        {
            to.state = QpState::RESET;
            end->Modify(to);
        }
        BringUp(ends.a, Psn(0xfffffe)); // wraps
        ends.b->PostReceive();
        ends.a->PostSend(RequestTo(5000, key, 2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofA), "write 2 SUCCESS 10000 0; ", "goes on");
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofB), "receive 0 SUCCESS 10000 1002; ", "delivered");
        NS_TEST_EXPECT_MSG_EQ(ends.statesOfA, "INIT RTR RTS ERR RESET INIT RTR RTS", "states");
        Simulator::Destroy();
    }
};

/** A post that the host has not handed over belongs to the connection of the post. */
class ResetBeforeHandoverTestCase : public TestCase
{
  public:
    ResetBeforeHandoverTestCase()
        : TestCase("reset while a Write is on its way to the NIC")
    {
    }

  private:
    void DoRun() override
    {
        Ends ends;
        BringUp(ends.a);
        const uint32_t key = ends.b->RegisterMemory(5000, 10000);
        ends.b->PostReceive();
        ends.a->PostSend(RequestTo(5000, key, 0));
        QpAttributes to;
        to.state = QpState::RESET;
        ends.a->Modify(to);
        ends.b->Modify(to);
        BringUp(ends.a, Psn(5000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofA), "write 0 WR_FLUSH_ERR 10000 0; ", "flushed");
        NS_TEST_EXPECT_MSG_EQ(ends.b->Counters().placedBytes, 0, "not carried out");
        Simulator::Destroy();
    }
};

/** A listener that hears of a failure may bring the queue pairs up again at once. */
class ReconnectTestCase : public TestCase
{
  public:
    ReconnectTestCase()
        : TestCase("reconnect when the state changes")
    {
    }

  private:
    void DoRun() override
    {
        Ends ends;
        BringUp(ends.a);
        const uint32_t key = ends.b->RegisterMemory(5000, 10000);
        ends.b->TraceConnectWithoutContext("State",
                                           MakeCallback(&ReconnectTestCase::Changed, this));
        ends.a->TraceConnectWithoutContext("State",
                                           MakeCallback(&ReconnectTestCase::Changed, this));
        m_ends = &ends;
        ends.a->PostSend(RequestTo(5000, key, 0)); // there is no receive buffer
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofA), "write 0 REM_OP_ERR 10000 0; ", "failed");
        ends.b->PostReceive();
        ends.a->PostSend(RequestTo(5000, key, 1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofA), "write 1 SUCCESS 10000 0; ", "goes on");
        NS_TEST_EXPECT_MSG_EQ(ends.statesOfB, "INIT RTR RTS ERR RESET INIT RTR RTS", "of B");
        Simulator::Destroy();
    }

    /** Once both have failed they begin anew. */
    void Changed(QpState, QpState to)
    {
        if (to == QpState::ERR && ++m_failures == 2)
        {
            QpAttributes attributes;
            attributes.state = QpState::RESET;
            m_ends->a->Modify(attributes);
            m_ends->b->Modify(attributes);
            BringUp(m_ends->a, Psn(5000));
        }
    }

    Ends* m_ends{nullptr};
    uint32_t m_failures{0};
};

/** The suite "mrc-qp-state". */
class QpStateTestSuite : public TestSuite
{
  public:
    QpStateTestSuite()
        : TestSuite("mrc-qp-state", TestSuite::Type::UNIT)
    {
        AddTestCase(new NotReadyTestCase(true));
        AddTestCase(new NotReadyTestCase(false));
        AddTestCase(new ResetTestCase);
        AddTestCase(new ResetBeforeHandoverTestCase);
        AddTestCase(new ReconnectTestCase);
    }
};

static QpStateTestSuite g_qpStateTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
