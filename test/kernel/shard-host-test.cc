/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "calls-shard.h"

#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-shard-host.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Keeps which event its kernel says is being fired. */
class CurrentModel
{
  public:
    explicit CurrentModel(HotHost& host)
        : m_kernel(*this, host)
    {
    }

    void Fire(const HotEvent&, const HotEvent*)
    {
        keys.push_back(m_kernel.Current().key);
    }

    HotHints Hints() const
    {
        return HotHints::NONE;
    }

    void Prefetch(const HotEvent*, std::size_t)
    {
    }

    HotKernel& Kernel()
    {
        return m_kernel;
    }

    std::vector<uint32_t> keys;

  private:
    HotKernel m_kernel;
};

// Reports of a window, and errors of both, take their place among those of other shards from that
// event. Clauses: [several-ranks]
TEST(ShardHost, KnowsTheEventOfAWindowAndOfAMeeting)
{
    CrewLoop loop;
    ShardHost host(loop);
    CurrentModel model(host);
    for (const uint32_t key : {1, 2, 3})
    {
        model.Kernel().Schedule({Instant(10 * static_cast<int64_t>(key)), key, 0});
    }
    host.Run(Instant(20));
    {
        const ShardHost::Meeting meeting(host, Instant(20));
        ASSERT_NE(host.FirstOfMeeting(), nullptr);
        host.FireFirstOfMeeting();
        EXPECT_EQ(host.FirstOfMeeting(), nullptr);
    }
    host.Run(Instant(40));
    EXPECT_EQ(model.keys, (std::vector<uint32_t>{1, 2, 3}));
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
