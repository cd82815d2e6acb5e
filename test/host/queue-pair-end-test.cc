/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The beginnings and ends of a queue pair's states.

#include "../mrc-verbs-rig.h"

#include "ns3/config.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
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

QpAttributes
To(QpState state)
{
    QpAttributes attributes;
    attributes.state = state;
    return attributes;
}

TEST(QueuePairEnd, ReceiveBuffersDoNotOutliveIt)
{
    Ends ends;
    BringUp(ends.a);
    const uint32_t key = ends.b->RegisterMemory(5000, 10000);
    ends.b->PostReceive(3);
    for (const QpState state : {QpState::ERR, QpState::RESET})
    {
        ends.b->Modify(To(state));
        ends.a->Modify(To(state));
    }
    BringUp(ends.a, Psn(5000));
    PollAll(ends.ofA);
    ends.b->PostReceive();
    ends.a->PostSend(RequestTo(5000, key, 0));
    ends.a->PostSend(RequestTo(5000, key, 1));
    Simulator::Run();
    EXPECT_EQ(PollAll(ends.ofA), "write 0 SUCCESS 10000 0; write 1 REM_OP_ERR 10000 0; ");
    Simulator::Destroy();
}

TEST(QueuePairEnd, WhatIsPostedToReceiveAfterItIsFlushed)
{
    Ends ends;
    BringUp(ends.a);
    ends.b->RegisterMemory(5000, 10000);
    ends.b->Modify(To(QpState::ERR));
    ends.b->PostReceive(2);
    Simulator::Run();
    EXPECT_EQ(PollAll(ends.ofB), "receive 0 WR_FLUSH_ERR 0 0; receive 1 WR_FLUSH_ERR 0 0; ");
    Simulator::Destroy();
}

/** Compares what a sink of "State" is told with what a question says at that moment. */
void
Compare(Ptr<Qp>* qp, QpState, QpState to)
{
    EXPECT_EQ((*qp)->Query().state, to);
}

/** Resets a queue pair as soon as its user hears of the failure. */
void
ResetAtOnce(Ptr<Qp>* qp, QpState, QpState to)
{
    if (to == QpState::ERR)
    {
        (*qp)->Modify(To(QpState::RESET));
    }
}

/** End A posts 40 requests, one each 400 ns, until that end has failed. */
void
ScheduleForty(Ends& ends, uint32_t key, uint64_t& posted)
{
    for (uint32_t i = 0; i < 40; ++i)
    {
        Simulator::Schedule(NanoSeconds(400 * i), [&ends, &posted, key] {
            if (ends.a->Query().state == QpState::RTS)
            {
                ends.a->PostSend(RequestTo(5000, key, posted++));
            }
        });
    }
}

// Clauses: [qp-states]
TEST(QueuePairEnd, ItsUserMayResetItWhenItHasFailed)
{
    Ends ends;
    BringUp(ends.a);
    for (Ptr<Qp>* end : {&ends.a, &ends.b})
    {
        (*end)->TraceConnectWithoutContext("State", MakeBoundCallback(&Compare, end));
    }
    ends.a->TraceConnectWithoutContext("State", MakeBoundCallback(&ResetAtOnce, &ends.a));
    const uint32_t key = ends.b->RegisterMemory(5000, 10000);
    // There is no receive buffer. Some of these have not reached the NIC when the first is refused.
    uint64_t posted = 0;
    ScheduleForty(ends, key, posted);
    Simulator::Run();
    EXPECT_GT(posted, 12U);
    const std::vector<WorkCompletion> completions = ends.ofA->Poll(1000);
    ASSERT_EQ(completions.size(), posted);
    for (uint64_t id = 0; id < posted; ++id)
    {
        EXPECT_EQ(completions[id].id, id) << "in the order of the posts";
        EXPECT_EQ(completions[id].status,
                  id == 0 ? CompletionStatus::REM_OP_ERR : CompletionStatus::WR_FLUSH_ERR);
    }
    EXPECT_EQ(ends.statesOfA, "INIT RTR RTS ERR RESET");
    EXPECT_EQ(ends.statesOfB, "INIT RTR RTS ERR");
    Simulator::Destroy();
}

/** Resets a queue pair as soon as a question says that it has failed. */
void
ResetIfFailed(Ptr<Qp> qp)
{
    if (qp->Query().state == QpState::ERR)
    {
        qp->Modify(To(QpState::RESET));
    }
}

void
ResetOnCompletion(Ptr<Qp>* qp, const Completion&)
{
    ResetIfFailed(*qp);
}

void
ResetOnBytes(Ptr<Qp>* qp, uint64_t, uint64_t)
{
    ResetIfFailed(*qp);
}

/** Connects the sink that resets. */
using ResetSink = void (*)(Ptr<Qp>* qp);

void
OnCompletion(Ptr<Qp>* qp)
{
    (*qp)->TraceConnectWithoutContext("Completed", MakeBoundCallback(&ResetOnCompletion, qp));
}

/* Heard in the midst of the call in which the pair fails. */
void
OnBytes(Ptr<Qp>* qp)
{
    (*qp)->TraceConnectWithoutContext("BytesInFlight", MakeBoundCallback(&ResetOnBytes, qp));
}

/** With host overhead some requests have not reached the NIC when the first is refused. */
void
ExpectOrder(const char* transport, Time hostDelay, ResetSink connect)
{
    Config::SetDefault("ns3::mrc::QpProfile::Transport", StringValue(transport));
    Config::SetDefault("ns3::mrc::FabricProfile::HostDelay", TimeValue(hostDelay));
    Ends ends;
    BringUp(ends.a);
    connect(&ends.a);
    const uint32_t key = ends.b->RegisterMemory(5000, 10000);
    uint64_t posted = 0;
    ScheduleForty(ends, key, posted);
    Simulator::Run();
    const std::vector<WorkCompletion> completions = ends.ofA->Poll(1000);
    ASSERT_EQ(completions.size(), posted);
    for (uint64_t id = 0; id < posted; ++id)
    {
        EXPECT_EQ(completions[id].id, id) << "in the order of the posts";
        EXPECT_EQ(completions[id].status == CompletionStatus::WR_FLUSH_ERR, id != 0);
    }
    EXPECT_EQ(ends.statesOfA, "INIT RTR RTS ERR RESET");
    Config::Reset();
    Simulator::Destroy();
}

// Without host overhead completions reach the user at the time of the failure.
// Clauses: [qp-states]
TEST(QueuePairEnd, ItsUserHearsOfTheFailureBeforeTheResetThatAnySinkOrders)
{
    for (const char* transport : {"none", "ns3::mrc::RoceTransport"})
    {
        for (const Time& hostDelay : {NanoSeconds(0), NanoSeconds(4450)})
        {
            for (const ResetSink connect : {&OnCompletion, &OnBytes})
            {
                SCOPED_TRACE(std::string(transport) + " " + std::to_string(hostDelay.GetInteger()) +
                             (connect == &OnBytes ? " bytes" : " completion"));
                ExpectOrder(transport, hostDelay, connect);
            }
        }
    }
}

// Clauses: [fatal-nack]
TEST(QueuePairEnd, AFailedOneStillAnswers)
{
    Ends ends;
    BringUp(ends.a);
    const uint32_t key = ends.b->RegisterMemory(5000, 10000);
    ends.b->Modify(To(QpState::ERR));
    ends.a->PostSend(RequestTo(5000, key, 0));
    Simulator::Run();
    EXPECT_EQ(PollAll(ends.ofA), "write 0 REM_OP_ERR 10000 0; ");
    EXPECT_LT(Simulator::Now(), MicroSeconds(100)) << "not after a timer";
    Simulator::Destroy();
}

/* The two send to one destination within a common window of one packet. */
TEST(QueuePairEnd, ItsRoomInASharedWindowIsUsedAtOnce)
{
    for (const QpState state : {QpState::ERR, QpState::RESET})
    {
        Config::SetDefault("ns3::mrc::CcProfile::Scope", StringValue("Destination"));
        Config::SetDefault("ns3::mrc::CcProfile::MaxWindow", UintegerValue(4096));
        Ptr<Network> network = MakeNetwork();
        Ptr<Qp> ends = network->Connect(0, 5);
        Ptr<Qp> stays = network->Connect(0, 5);
        uint32_t completed = 0;
        Instant done;
        CountSuccess(stays, completed);
        NoteCompletion(stays, done);
        ends->Write(100000);
        Simulator::Schedule(NanoSeconds(10), [stays] { stays->Write(4096); });
        Simulator::Schedule(MicroSeconds(6), [ends, state] { ends->Modify(To(state)); });
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        EXPECT_EQ(completed, 1U);
        EXPECT_LT(done, Instant() + Micros(20)) << "not after a timer";
        Config::Reset();
        Simulator::Destroy();
    }
}

void
CountChange(uint32_t* changes, uint64_t, uint64_t)
{
    ++*changes;
}

TEST(QueuePairBegin, TraceThatIsConnectedBeforeItIsHeard)
{
    Ends ends;
    uint32_t changes = 0;
    ends.a->TraceConnectWithoutContext("CongestionWindow",
                                       MakeBoundCallback(&CountChange, &changes));
    BringUp(ends.a);
    const uint32_t key = ends.b->RegisterMemory(5000, 10000);
    ends.b->PostReceive();
    ends.a->PostSend(RequestTo(5000, key, 0));
    Simulator::Run();
    EXPECT_GT(changes, 0U);
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
