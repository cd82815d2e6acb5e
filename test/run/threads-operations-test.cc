/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Operations of GPUs on several threads: what signals, work and links inside nodes start comes at
// the instants of one thread.

#include "threads-operations.h"

#include "ns3/mrc-group-collectives.h"
#include "ns3/mrc-operation-list.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

// Clauses: [several-threads] [operation-triggers]
TEST(ThreadsOperations, ShortWorkWithAStartOfItsOwnIsTheSame)
{
    OperationList list("timed", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const uint32_t work = list.Work(nic, 100 + 10 * nic);
        list.After(list.Send(nic, (nic + 5) % OPERATION_NICS, 9000), work);
    }
    ConnectionMatrix matrix = list.Take();
    for (uint32_t i = 0; i < matrix.transfers.size(); ++i)
    {
        if (matrix.transfers[i].source == matrix.transfers[i].destination)
        {
            matrix.transfers[i].start = Instant(3'000'000 + 130'250 * i);
        }
    }
    ExpectTheSameOperations({matrix}, "work with starts");
}

// Completions come amid a tick. Signals join them behind all hot events of the tick, at the time of
// the last one of any NIC. Clauses: [several-threads] [operation-triggers]
TEST(ThreadsOperations, CompletionsThatSignalsJoinAreTheSame)
{
    OperationList list("sent", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const auto send = [&list, nic](uint32_t ahead, uint64_t bytes) {
            return list.Send(nic, (nic + ahead) % OPERATION_NICS, bytes);
        };
        uint32_t before = send(1, 30000 + 1000 * nic);
        for (uint32_t round = 0; round < 60; ++round)
        {
            const uint32_t beside = send(7, 4000 * (round + 1));
            const uint32_t next = send(3 + round % 5, 9000);
            const uint32_t other = send(11, 5000);
            for (const uint32_t waits : {next, other}) // both are at a barrier of their own
            {
                list.After(waits, before);
                list.After(waits, beside);
            }
            list.After(other, next);
            before = next;
        }
    }
    ExpectTheSameOperations({list.Take()}, "sends");
}

/** @return per NIC a send, work or a send inside its node behind that, and sends behind both */
ConnectionMatrix
StartedAmidTicks(bool isWork)
{
    OperationList list("amid", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        uint32_t before = list.Send(nic, (nic + 7) % OPERATION_NICS, 30000 + 1000 * nic);
        for (uint32_t round = 0; round < 5; ++round)
        {
            const uint32_t inside =
                isWork ? list.Work(nic, 30000) : list.Send(nic, nic ^ 1, 9000 + round);
            list.After(inside, before);
            before = list.Send(nic, (nic + 5 + 2 * round) % OPERATION_NICS, 20000 + 777 * nic);
            list.After(before, inside);
        }
    }
    return list.Take();
}

// Completions come amid a tick, and start at the next one with no signal between.
// Clauses: [several-threads] [node-links]
TEST(ThreadsOperations, WhatCompletionsStartInsideNodesIsTheSame)
{
    ExpectTheSameOperations({StartedAmidTicks(true)}, "work");
    OperationsRun sends{StartedAmidTicks(false)};
    sends.matrix.node.gpus = 2;
    ExpectTheSameOperations(sends, "sends");
}

// Clauses: [several-threads] [node-links] [goal-processors]
TEST(ThreadsOperations, WorkAndLinksInsideNodesAreTheSame)
{
    OperationList list("mixed", OPERATION_NICS);
    uint32_t before = list.Work(0, 30000, 0);
    for (uint32_t round = 0; round < 40; ++round)
    {
        const uint32_t nic = round % OPERATION_NICS;
        const uint32_t next = (round + 1) % OPERATION_NICS;
        const uint32_t work = list.Work(nic, round % 3 == 0 ? 200 : 7000 * (round % 5), round % 2);
        const uint32_t send = list.Send(nic, next, 20000 + 5000 * (round % 7));
        const uint32_t far = list.Send(nic, (nic + 9) % OPERATION_NICS, 9000);
        list.After(work, before);
        list.After(send, before);
        list.After(send, work);
        list.AfterBegin(far, work);
        const uint32_t none = list.Work(next, round % 4 == 0 ? 0 : 12000);
        list.After(none, send);
        before = send;
    }
    OperationsRun work{list.Take()};
    for (const uint32_t gpus : {1, 2, 4})
    {
        work.matrix.node.gpus = gpus;
        ExpectTheSameOperations(work, std::to_string(gpus) + " GPUs");
    }
}

// Members come up to 400 us after each other, when much has arrived. Gates open by work, which ends
// on a tick, and by a completion, which comes amid one.
// Clauses: [several-threads] [own-part]
TEST(ThreadsOperations, MembersOfARingThatComeLateAreTheSame)
{
    for (const bool isWork : {true, false})
    {
        OperationList list("late", OPERATION_NICS);
        Group group;
        for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
        {
            const uint32_t size = 1000 + 20000 * (nic * 7 % OPERATION_NICS);
            group.ranks.push_back(nic);
            group.before.push_back({isWork
                                        ? list.Work(nic, size)
                                        : list.Send(nic, (nic + 9) % OPERATION_NICS, 10 * size)});
        }
        const Frontier done = AddRing(list, group, 400000, RingSteps::REDUCE_SCATTER);
        for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
        {
            const uint32_t work = list.Work(nic, 5000);
            for (const uint32_t before : done[nic])
            {
                list.After(work, before);
            }
        }
        OperationsRun late{list.Take()};
        for (const uint32_t gpus : {1, 4})
        {
            late.matrix.node.gpus = gpus;
            ExpectTheSameOperations(late, std::to_string(gpus) + " GPUs");
        }
        late.faults = "link:0.0.0/loss=2%@10us";
        ExpectTheSameOperations(late, "with losses");
    }
}

// Each repetition is posted as the one before it ends. Clauses: [several-threads] [node-links]
TEST(ThreadsOperations, RepetitionsInsideNodesAreTheSame)
{
    OperationList list("again", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const uint32_t far = list.Send(nic, (nic + 7) % OPERATION_NICS, 30000 + 1000 * nic);
        const uint32_t quick = list.Work(nic, 200 + nic);
        const uint32_t work = list.Work(nic, 200 + nic, 1);
        const uint32_t inside = list.Send(nic, nic ^ 1, 9000);
        for (const uint32_t waits : {quick, work, inside})
        {
            list.After(waits, far);
        }
    }
    OperationsRun again{list.Take()};
    again.matrix.node.gpus = 2;
    again.matrix.sharesPairs = false; // as in a file of connections
    again.repeat = 3;
    for (const int64_t ns : {100, 1000})
    {
        again.matrix.node.latency = Nanos(ns);
        ExpectTheSameOperations(again, std::to_string(ns));
    }
}

// A window is longer than the latency of the link, and shorter than that and the time of the bytes.
// Clauses: [several-threads] [node-links]
TEST(ThreadsOperations, LinksInsideNodesLeaveWindowsLong)
{
    OperationsRun sends{StartedAmidTicks(false)};
    sends.matrix.node.gpus = 2;
    sends.cable = Nanos(400);
    const ThreadsTale tale = TaleOfOperations(sends, 2);
    ExpectLongWindows(tale, "links");
    EXPECT_GT(tale.lookAhead, sends.matrix.node.latency);
    ExpectTheSameOperations(sends, "long links");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
