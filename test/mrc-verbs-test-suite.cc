/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-cases.h"
#include "mrc-verbs-rig.h"

#include "ns3/test.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return a profile with that many units of MPR */
inline Ptr<QpProfile>
ProfileWithMpr(uint8_t mpr)
{
    Ptr<QpProfile> profile = CreateObject<QpProfile>();
    profile->SetAttribute("Mpr", UintegerValue(mpr));
    return profile;
}

} // namespace

/** The actions of a program on libibverbs, in both directions. */
class VerbsTestCase : public TestCase
{
  public:
    VerbsTestCase()
        : TestCase("create, modify, register, post, poll")
    {
    }

  private:
    void DoRun() override
    {
        Ends ends;
        BringUp(ends.a);
        NS_TEST_EXPECT_MSG_EQ(ends.statesOfA, "INIT RTR RTS", "states");
        NS_TEST_EXPECT_MSG_EQ(ends.b->Query().state, QpState::RTS, "state");
        const uint32_t keyOfB = ends.b->RegisterMemory(5000, 10000);
        const uint32_t keyOfA = ends.a->RegisterMemory(0, 10000);
        ends.b->PostReceive(3);
        ends.a->PostReceive();
        ends.a->PostSend(RequestTo(5000, keyOfB, 7));
        ends.a->PostSend(RequestTo(5000, keyOfB, 8));
        ends.b->PostSend(RequestTo(0, keyOfA, 9));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ends.ofA->Size(), 3, "at A");
        const std::vector<WorkCompletion> first = ends.ofA->Poll(1);
        NS_TEST_ASSERT_MSG_EQ(first.size(), 1, "no more than was asked for");
        NS_TEST_EXPECT_MSG_EQ(first[0].qp.value, ends.a->Query().number.value, "its queue pair");
        NS_TEST_EXPECT_MSG_EQ(ends.ofA->Size(), 2, "taken out");
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofB),
                              "receive 0 SUCCESS 10000 1007; receive 1 SUCCESS 10000 1008; write 9 "
                              "SUCCESS 10000 0; ",
                              "at B");
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofB), "", "nothing more");
        NS_TEST_EXPECT_MSG_EQ(ends.a->Peer()->Counters().placedBytes, 20000, "placed");
        NS_TEST_EXPECT_MSG_EQ(ends.b->Peer()->Counters().placedBytes, 10000, "and back");
        Simulator::Destroy();
    }
};

/** Each way to be refused: the completions of both ends, and that nothing hangs. */
// Clauses: [receive-buffers], [completion-errors]
class RefusalTestCase : public TestCase
{
  public:
    /**
     * @param name of the case
     * @param key that is added to the right one
     * @param buffers receive buffers that the responder posts
     * @param sender completions that the requestor polls
     * @param receiver completions that the responder polls
     */
    RefusalTestCase(const std::string& name,
                    uint32_t key,
                    uint32_t buffers,
                    const std::string& sender,
                    const std::string& receiver)
        : TestCase(name),
          m_key(key),
          m_buffers(buffers),
          m_sender(sender),
          m_receiver(receiver)
    {
    }

  private:
    void DoRun() override
    {
        Ends ends;
        BringUp(ends.a);
        const uint32_t key = ends.b->RegisterMemory(5000, 10000);
        ends.b->PostReceive(m_buffers);
        ends.a->PostSend(RequestTo(5000, key, 0));
        ends.a->PostSend(RequestTo(5000, key + m_key, 1));
        ends.a->PostSend(RequestTo(5000, key, 2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofA), m_sender, "at the requestor");
        NS_TEST_EXPECT_MSG_EQ(PollAll(ends.ofB), m_receiver, "at the responder");
        const std::string end = m_sender.find("ERR") == std::string::npos ? "" : " ERR";
        NS_TEST_EXPECT_MSG_EQ(ends.statesOfA, "INIT RTR RTS" + end, "the requestor");
        NS_TEST_EXPECT_MSG_EQ(ends.statesOfB, "INIT RTR RTS" + end, "the responder");
        Simulator::Destroy();
    }

    uint32_t m_key;
    uint32_t m_buffers;
    std::string m_sender;
    std::string m_receiver;
};

/** Each end has a profile of its own; a sender stays within the offer of the other one. */
// Clauses: [capability-exchange]
class TwoProfilesTestCase : public TestCase
{
  public:
    TwoProfilesTestCase()
        : TestCase("the two ends of a connection may differ")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = TwoNics();
        Ptr<Qp> qp = network->Connect(0, 1, {ProfileWithMpr(8), ProfileWithMpr(1)});
        Ptr<Qp> back = network->Connect(1, 0, {ProfileWithMpr(1), ProfileWithMpr(8)});
        uint32_t completed = 0;
        for (const Ptr<Qp>& each : {qp, back})
        {
            CountSuccess(each, completed);
            each->Write(4000000);
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(completed, 2, "complete");
        for (const Ptr<Qp>& each : {qp, back})
        {
            // a packet beyond the smaller window of the destination would be refused and sent again
            NS_TEST_EXPECT_MSG_EQ(each->Counters().sentPackets, 977, "each packet once");
        }
    }
};

/** The suite "mrc-verbs". */
class VerbsTestSuite : public TestSuite
{
  public:
    VerbsTestSuite()
        : TestSuite("mrc-verbs", TestSuite::Type::UNIT)
    {
        AddTestCase(new TwoProfilesTestCase);
        for (TestCase* testCase : VerbsSignalCases())
        {
            AddTestCase(testCase);
        }
        AddTestCase(new VerbsTestCase);
        const std::string one = "write 0 SUCCESS 10000 0; ";
        const std::string taken = "receive 0 SUCCESS 10000 1000; ";
        AddTestCase(new RefusalTestCase("all is well",
                                        0,
                                        3,
                                        one + "write 1 SUCCESS 10000 0; write 2 SUCCESS 10000 0; ",
                                        taken + "receive 1 SUCCESS 10000 1001; "
                                                "receive 2 SUCCESS 10000 1002; "));
        AddTestCase(new RefusalTestCase(
            "a wrong key",
            1,
            2,
            one + "write 1 REM_ACCESS_ERR 10000 0; write 2 WR_FLUSH_ERR 10000 0; ",
            taken + "receive 1 WR_FLUSH_ERR 0 0; "));
        AddTestCase(
            new RefusalTestCase("too few receive buffers",
                                0,
                                1,
                                one + "write 1 REM_OP_ERR 10000 0; write 2 WR_FLUSH_ERR 10000 0; ",
                                taken));
    }
};

static VerbsTestSuite g_verbsTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
