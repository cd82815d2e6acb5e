/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Clauses of this file: [several-ranks]

// What a rank keeps of a fabric: links and tables of its own nodes, in bytes.

#include "../mrc-fabric-rig.h"

#include "ns3/mrc-fabric-builder.h"
#include "ns3/mrc-fabric-partition.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-rank-link.h"

#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
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

/** Hears from each other rank what was sent there: all ranks make the same calls. */
class MirrorWire : public RankWire
{
  public:
    MirrorWire(uint32_t own, uint32_t count)
        : m_own(own),
          m_boxes(count)
    {
    }

    uint32_t Own() const override
    {
        return m_own;
    }

    uint32_t Count() const override
    {
        return static_cast<uint32_t>(m_boxes.size());
    }

    void Send(uint32_t to, const void* first, std::size_t bytes) override
    {
        const auto* begin = static_cast<const uint8_t*>(first);
        m_boxes[to].emplace_back(begin, begin + bytes);
    }

    void Flush() override
    {
    }

    RankBytes Receive(uint32_t from) override
    {
        RankBytes first = std::move(m_boxes[from].front());
        m_boxes[from].pop_front();
        return first;
    }

    void Close() override
    {
    }

    [[noreturn]] void Abort(const std::string& why) override
    {
        throw std::runtime_error(why);
    }

  private:
    uint32_t m_own;
    std::vector<std::deque<RankBytes>> m_boxes;
};

/** A fabric, as one process and as each of several has it. */
class SharedFabric
{
  public:
    explicit SharedFabric(const std::string& preset, uint32_t nics)
        : m_topology(PresetTopology(preset, nics)),
          m_routing(m_topology),
          m_profile(CreateObject<FabricProfile>())
    {
    }

    FabricState Of(uint32_t rank, uint32_t ranks) const
    {
        FabricPlan plan = PlanFabric(m_topology, m_routing, *m_profile, FabricRig::BASE_RTT);
        plan.cuts = FabricPartition(m_topology, ranks, "auto").cuts;
        if (ranks > 1)
        {
            plan.cuts.ranks = std::make_shared<RankLink>(std::make_unique<MirrorWire>(rank, ranks));
            plan.cuts.firstHere = static_cast<ShardIndex>(rank);
            const auto isHere = [&](uint32_t node) {
                return plan.cuts.senders[PortsOf(m_topology, node).front()] == rank;
            };
            PlanSwitches(m_topology, m_routing, *m_profile, isHere, plan);
        }
        return FabricState(std::move(plan), KeyedDraws(1));
    }

  private:
    Topology m_topology;
    SourceRouting m_routing;
    Ptr<FabricProfile> m_profile;
};

TEST(RankShare, ARankHasItsShareOfTheFabric)
{
    const SharedFabric fabric("clos-8x100g", 4096);
    const auto one = static_cast<double>(fabric.Of(0, 1).FixedBytes());
    EXPECT_GT(one / 4096 / 8, 400) << "bytes for each port of a NIC";
    for (const auto& [ranks, most] : {std::pair<uint32_t, double>{2, 0.65}, {4, 0.4}, {16, 0.25}})
    {
        for (const uint32_t rank : {0U, ranks - 1})
        {
            EXPECT_LT(fabric.Of(rank, ranks).FixedBytes() / one, most) << rank << " of " << ranks;
        }
    }
}

TEST(RankShare, EndsOfOthersAreMadeAsOneProcessHasThem)
{
    const SharedFabric fabric("clos3-1x800g-32", 300);
    const FabricState one = fabric.Of(0, 1);
    const FabricState second = fabric.Of(1, 3);
    const std::size_t there = second.FixedBytes();
    ASSERT_EQ(one.ports.size(), second.ports.size());
    for (PortIndex port = 0; port < one.ports.size(); ++port)
    {
        const PortState& whole = one.ports[port];
        const LinkState& arrivals = one.links[port];
        EXPECT_EQ(second.ports.Value(port).config, whole.config) << port;
        EXPECT_EQ(second.ports.Value(port).flags & ~PORT_CUT, whole.flags) << port;
        EXPECT_EQ(second.links.Value(port).far & ~LinkState::FAR_CUT, arrivals.far) << port;
        EXPECT_FALSE(second.ports.Value(port).IsBacklogged()) << port;
    }
    EXPECT_EQ(second.FixedBytes(), there) << "a look makes nothing";
    for (PortIndex port = 0; port < one.ports.size(); ++port)
    {
        const PortState& needed = second.Need(port).ports[port];
        EXPECT_EQ(needed.config, one.ports[port].config) << port;
        EXPECT_FALSE(needed.IsBacklogged()) << port;
    }
    EXPECT_GT(second.FixedBytes(), there);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
