/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Stock stacks on several threads, which take turns then.

#include "stock-rig.h"

#include "ns3/mrc-shard-set.h"

#include <gtest/gtest.h>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return what is told of datagrams to and fro, beside Writes, on so many threads */
std::string
StockTells(uint32_t threads, const StockRig::Settings& device)
{
    StockRig rig(SmallFabric(12, 2, 3, 2),
                 {{"DetectDelay", "5us"}, {"Threads", std::to_string(threads)}},
                 device);
    rig.network->ScheduleFaults("port:0.1@30us,t1:0.2@45us,link:1.1.1/loss=2%@10us");
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        for (const uint32_t far : {5, 6})
        {
            const auto version = far == 5 ? IpVersion::IPV4 : IpVersion::IPV6;
            rig.Send(rig.Udp(nic, (nic + far) % 12, version), 60, 1400, 300);
        }
        rig.network->Connect(nic, (nic + 7) % 12)->Write(100000);
    }
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    std::ostringstream told;
    uint32_t live = 0;
    for (const auto& shard : rig.network->Engine().shards.All())
    {
        live += shard->GetFabric().State().pool.Live();
    }
    told << rig.network->Fingerprint() << ' ' << Simulator::GetEventCount() << ' ' << live << ' '
         << rig.network->Engine().fabric.Stock().Live() << '\n';
    for (const auto& arrivals : rig.arrivals)
    {
        for (const StockArrival& arrival : arrivals)
        {
            told << arrival.at << ' ' << arrival.packet->GetSize() << '\n';
        }
    }
    const WindowTally windows = rig.network->Engine().shards.Pace().Windows();
    EXPECT_EQ(windows.windows, 0U);
    EXPECT_EQ(windows.merged != 0, threads != 1);
    return told.str();
}

// Clauses: [several-threads] [stock-faults]
TEST(StockThreads, TakeTurnsAndTellWhatOneTells)
{
    for (const char* spread : {"Flow", "Packet"})
    {
        const std::string one = StockTells(1, {{"Spread", spread}});
        EXPECT_GT(one.size(), 10000U);
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_TRUE(StockTells(threads, {{"Spread", spread}}) == one)
                << threads << " threads, " << spread;
        }
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
