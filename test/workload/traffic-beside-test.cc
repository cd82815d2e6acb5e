/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Traffic beside a job: two lists of transfers become one, and a job makes room between its nodes.

#include "../mrc-thrown-text.h"

#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-trigger-graph.h"
#include "ns3/mrc-workload-words.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

ConnectionMatrix
Chain(const std::string& name)
{
    std::istringstream in("Nodes 16\nConnections 2\nTriggers 1\n"
                          "4->9 id 1 start 0 size 10 send_done_trigger 1\n"
                          "9->4 id 2 trigger 1 size 20\ntrigger id 1 oneshot\n");
    return ReadConnectionMatrix(in, name);
}

// Clauses: [traffic-beside]
TEST(TrafficBesideTest, OthersCountOnFromTheJob)
{
    const ConnectionMatrix job = ReadWorkload("ring-allreduce size=1KiB ranks=4", {4, 1});
    const ConnectionMatrix both = Beside(job, Chain("a.cm"));
    EXPECT_EQ(both.nodes, 16U);
    EXPECT_EQ(both.name, job.name);
    ASSERT_EQ(both.transfers.size(), job.transfers.size() + 2);
    for (std::size_t i = 0; i < job.transfers.size(); ++i)
    {
        EXPECT_EQ(both.transfers[i].id, job.transfers[i].id);
        EXPECT_EQ(both.transfers[i].startTrigger, job.transfers[i].startTrigger);
    }
    const Transfer& first = both.transfers[job.transfers.size()];
    const Transfer& second = both.transfers.back();
    EXPECT_EQ(first.source, 4U);
    EXPECT_EQ(second.startTrigger, first.sendDoneTrigger);
    // This throws if a number is there twice, or a trigger unknown.
    const TriggerGraph graph(both.transfers, both.triggers, both.name);
    EXPECT_EQ(graph.StartedByTime().size(), 4U + 1) << "the ring's first steps, and the chain";
}

// Clauses: [traffic-beside]
TEST(TrafficBesideTest, NodesKeepTheirGpusTogether)
{
    ConnectionMatrix job = ReadWorkload("send-receive size=1KiB ranks=4 gpus=2", {4, 1});
    const ConnectionMatrix spread = SpreadNodes(job, 3);
    EXPECT_EQ(spread.nodes, 12U);
    const std::vector<uint32_t> places{0, 1, 6, 7};
    for (std::size_t i = 0; i < job.transfers.size(); ++i)
    {
        const Transfer& before = job.transfers[i];
        const Transfer& after = spread.transfers[i];
        EXPECT_EQ(after.source, places[before.source]);
        EXPECT_EQ(after.destination, places[before.destination]);
        EXPECT_EQ(job.node.Holds(before.source, before.destination),
                  spread.node.Holds(after.source, after.destination));
    }
    const ConnectionMatrix same = SpreadNodes(job, 1);
    EXPECT_EQ(same.nodes, job.nodes);
    EXPECT_EQ(same.transfers.back().source, job.transfers.back().source);
}

// Clauses: [traffic-beside]
TEST(TrafficBesideTest, WhatCannotBeIsRefused)
{
    ConnectionMatrix job = ReadWorkload("send-receive size=1KiB ranks=4", {4, 1});
    EXPECT_EQ(test::ThrownText([&] { SpreadNodes(job, 0); }),
              job.name + ": nodes 0 apart; expected 1 or more, and at most 1048576 NICs");
    EXPECT_EQ(test::ThrownText([&] { SpreadNodes(job, 1 << 20); }),
              job.name + ": nodes 1048576 apart; expected 1 or more, and at most 1048576 NICs");
    job.node.gpus = 16;
    EXPECT_EQ(test::ThrownText([&] { Beside(job, Chain("a.cm")); }),
              "a.cm: NICs 4 and 9 share a node of the job; expected two nodes");
    job.node.gpus = 1;
    job.transfers.back().id = UINT32_MAX - 1;
    EXPECT_EQ(test::ThrownText([&] { Beside(job, Chain("a.cm")); }),
              "a.cm: ids that do not fit behind those of the job; expected at most 1");
}

} // namespace
} // namespace mrc
} // namespace ns3
