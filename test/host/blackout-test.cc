/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A CX-8-like NIC while it stands still because it has lost a port.

#include "../mrc-port-failure-rig.h"

#include "ns3/config.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return attributes of NICs with blackouts of this length */
Attributes
Blackouts(const std::string& minimum, const std::string& maximum)
{
    return {{"PortFailure", "Cx8Like"}, {"BlackoutMinimum", minimum}, {"BlackoutMaximum", maximum}};
}

/** @return when a small Write that is posted at 25 us completes, in microseconds */
double
EndOfWrite(Network& network, uint32_t source, uint32_t destination)
{
    Ptr<Qp> qp = network.Connect(source, destination);
    Instant done;
    NoteCompletion(qp, done);
    Simulator::Schedule(MicroSeconds(25), [qp] { qp->Write(100); });
    Simulator::Run();
    Simulator::Destroy();
    return static_cast<double>(done.Ps()) / 1e6;
}

/*
 * NIC 0 loses a port at 10 us, sees the loss at 20 us and stands still until 70 us. The packet that
 * it is to acknowledge arrives meanwhile.
 */
TEST(Blackout, AcknowledgementsLeaveAtItsEnd)
{
    Ptr<Network> network = ThreeNics(Blackouts("50us", "50us"));
    network->ScheduleFaults("port:0.1@10us");
    const double end = EndOfWrite(*network, 2, 0);
    EXPECT_GT(end, 70);
    EXPECT_LT(end, 80) << "at once, not after a timer";
}

/* NICs in production take seconds. */
// Clauses: [port-blackout]
TEST(Blackout, OfProductionTakesSeconds)
{
    Ptr<Network> network = ThreeNics({{"PortFailure", "Production"}});
    EXPECT_EQ(DescribeFailureMode(*network),
              "blackout: NICs see their ports after 10 us and send nothing for 2e+06 .. 4e+06 us");
    network->ScheduleFaults("port:0.1@10us");
    const double end = EndOfWrite(*network, 0, 1);
    EXPECT_GT(end, 2000020);
    EXPECT_LT(end, 4000030);
    EXPECT_EQ(DescribeFailureMode(*ThreeNics({{"DetectDelay", "1us"}})),
              "Ideal: NICs see their ports after 1 us");
    EXPECT_EQ(DescribeFailureMode(*ThreeNics(Blackouts("50us", "60us"))),
              "blackout: NICs see their ports after 10 us and send nothing for 50 .. 60 us");
    Simulator::Destroy();
}

/* Three milliseconds are more than all the retries take. */
// Clauses: [port-blackout]
TEST(Blackout, UsesUpNoRetries)
{
    Config::SetDefault("ns3::mrc::QpProfile::LinearRetries", UintegerValue(2));
    Config::SetDefault("ns3::mrc::QpProfile::ExponentialRetries", UintegerValue(0));
    Ptr<Network> network = ThreeNics(Blackouts("3ms", "3ms"));
    network->ScheduleFaults("port:0.1@10us");
    Ptr<Qp> qp = network->Connect(0, 1);
    uint32_t completed = 0;
    CountSuccess(qp, completed);
    qp->Write(2000000);
    Simulator::Run();
    EXPECT_EQ(completed, 1U);
    Config::Reset();
    Simulator::Destroy();
}

/* The port comes back and is lost again 2 us after the first loss; lengths are drawn. */
// Clauses: [port-blackout]
TEST(Blackout, IsNotShortenedByAnother)
{
    for (int64_t stream = 1; stream <= 12; ++stream)
    {
        double ends[2];
        for (const bool again : {false, true})
        {
            Ptr<Network> network = ThreeNics(Blackouts("50us", "450us"), stream);
            network->ScheduleFaults(again ? "port:0.1@10us..11us,port:0.1@12us" : "port:0.1@10us");
            ends[again] = EndOfWrite(*network, 0, 1);
        }
        EXPECT_GE(ends[1] + 1, ends[0]) << stream;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
