/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Planes that lose packets, and planes through which nothing comes any more.

#include "mrc-stream-benchmark.h"
#include "mrc-test-network.h"

#include "ns3/test.h"

#include <functional>
#include <iostream>
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

/** A flow that fills its NIC's ports, and the troubles of these ports. */
struct PlaneTrouble
{
    uint32_t planes;
    std::string faults;
    Time length;
};

/** The progress of a flow up to an instant. */
struct Reading
{
    double placed{0}; //!< bytes of payload
    double lost{0};   //!< packets sent again
    double retired{0};
    std::vector<double> packets; //!< sent, by plane
};

Reading
ReadingOf(const Network& network)
{
    Reading reading;
    const Ptr<Qp> qp = network.GetQueuePairs().front();
    const QueuePairCounters& counters = qp->Counters();
    reading.placed = static_cast<double>(qp->Peer()->Counters().placedBytes);
    for (const RetransmitCause cause : {RetransmitCause::GAP, RetransmitCause::TIMEOUT})
    {
        reading.lost += static_cast<double>(counters.retransmissions[static_cast<size_t>(cause)]);
    }
    reading.retired = static_cast<double>(counters.pathsRetired);
    for (const uint64_t packets : counters.planePackets)
    {
        reading.packets.push_back(static_cast<double>(packets));
    }
    return reading;
}

/** @return one reading for each millisecond, from 0 on */
std::vector<Reading>
RunTrouble(const PlaneTrouble& trouble)
{
    const Ptr<Network> network = MakeNetwork(SmallFabric(8, 4, 4, trouble.planes));
    network->ScheduleFaults(trouble.faults);
    std::vector<Reading> readings;
    for (Time at; at <= trouble.length; at += MilliSeconds(1))
    {
        Simulator::Schedule(at, [&] { readings.push_back(ReadingOf(*network)); });
    }
    StreamBenchmark benchmark(network, {{{0, 4}}, 1, 1000000, 4});
    benchmark.Run({Time(), trouble.length});
    Simulator::Destroy();
    return readings;
}

/** @return goodput from one millisecond to another, Gb/s */
double
Goodput(const std::vector<Reading>& readings, size_t from, size_t to)
{
    return (readings[to].placed - readings[from].placed) * 8e-6 / static_cast<double>(to - from);
}

/** @return the part of the packets that one plane carried */
double
Share(const std::vector<Reading>& readings, PlaneId plane, size_t from, size_t to)
{
    double all = 0;
    for (size_t i = 0; i < readings[to].packets.size(); ++i)
    {
        all += readings[to].packets[i] - readings[from].packets[i];
    }
    return (readings[to].packets[plane] - readings[from].packets[plane]) / all;
}

} // namespace

/** A NIC's port loses frames in both directions: its plane keeps its share. */
// Clauses: [lossy-plane]
class LossyPortTestCase : public TestCase
{
  public:
    LossyPortTestCase(const std::string& loss, double least)
        : TestCase("a port that loses " + loss + " of its frames keeps its share"),
          m_loss(loss),
          m_least(least)
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<Reading> whole = RunTrouble({8, "", MilliSeconds(15)});
        const std::vector<Reading> lossy =
            RunTrouble({8, "port:0.3/loss=" + m_loss + "@0ns", MilliSeconds(15)});
        const double part = Goodput(lossy, 5, 15) / Goodput(whole, 5, 15);
        const double share = Share(lossy, 3, 5, 15);
        std::cout << m_loss << ": " << part << " of the goodput without losses, share " << share * 8
                  << " of an eighth\n";
        NS_TEST_EXPECT_MSG_EQ_TOL(share * 8, 1, 0.02, "share of the plane");
        NS_TEST_EXPECT_MSG_GT(part, m_least, "goodput");
    }

    std::string m_loss;
    double m_least;
};

/** A plane delivers nothing any more, and every link looks up; then it is back. */
// Clauses: [silent-plane]
class SilentPlaneTestCase : public TestCase
{
  public:
    SilentPlaneTestCase(uint32_t planes, const std::string& what)
        : TestCase(what + " of " + std::to_string(planes) + " planes"),
          m_planes(planes),
          m_what(what)
    {
    }

  private:
    void DoRun() override
    {
        std::string faults;
        const uint32_t switches = m_what == "t1" ? 4 : 1;
        for (uint32_t i = 0; i < switches; ++i)
        {
            faults += (i == 0 ? "" : ",") + m_what + ":1" +
                      (m_what == "plane" ? "" : "." + std::to_string(i)) + "/silent@10ms..30ms";
        }
        const std::vector<Reading> readings = RunTrouble({m_planes, faults, MilliSeconds(50)});
        const double before = Goodput(readings, 2, 10);
        const double without = Goodput(readings, 15, 30);
        const double after = Goodput(readings, 40, 50);
        std::cout << GetName() << ": " << before << " Gb/s before, " << without << " without, "
                  << after << " after, lost " << readings[13].lost << " and then "
                  << readings[30].lost - readings[13].lost << "\n";
        NS_TEST_EXPECT_MSG_GT(without / before, (m_planes - 1.0) / m_planes - 0.001, "without it");
        NS_TEST_EXPECT_MSG_EQ(readings[30].lost, readings[13].lost, "no loss after 3 ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(after / before, 1, 0.01, "back");
        NS_TEST_EXPECT_MSG_EQ_TOL(Share(readings, 1, 40, 50) * m_planes, 1, 0.02, "its share");
    }

    uint32_t m_planes;
    std::string m_what;
};

/** With two of eight ports up a dead path is still retired. */
// Clauses: [ev-floor-scope]
class FewPortsTestCase : public TestCase
{
  public:
    FewPortsTestCase()
        : TestCase("with two of eight ports up a dead path is retired")
    {
    }

  private:
    void DoRun() override
    {
        std::string faults = "t1:6.2/silent@5ms";
        for (uint32_t plane = 0; plane < 6; ++plane)
        {
            faults += ",port:0." + std::to_string(plane) + "@0ns";
        }
        const std::vector<Reading> readings = RunTrouble({8, faults, MilliSeconds(15)});
        NS_TEST_EXPECT_MSG_GT(readings[15].retired, 0, "EVs are retired");
        NS_TEST_EXPECT_MSG_EQ(readings[15].lost, readings[7].lost, "and lose nothing any more");
        NS_TEST_EXPECT_MSG_EQ_TOL(Goodput(readings, 7, 15) / Goodput(readings, 2, 5),
                                  1,
                                  0.02,
                                  "goodput");
    }
};

/** The suite of planes that are lossy or silent. */
class PlanesTestSuite : public TestSuite
{
  public:
    PlanesTestSuite()
        : TestSuite("mrc-planes", TestSuite::Type::UNIT)
    {
        AddTestCase(new LossyPortTestCase("0.1%", 0.9));
        AddTestCase(new LossyPortTestCase("1%", 0.6));
        AddTestCase(new LossyPortTestCase("5%", 0));
        AddTestCase(new SilentPlaneTestCase(8, "plane"));
        AddTestCase(new SilentPlaneTestCase(8, "t1"));
        AddTestCase(new SilentPlaneTestCase(8, "t0"));
        AddTestCase(new SilentPlaneTestCase(2, "t0"));
        AddTestCase(new FewPortsTestCase);
    }
};

static PlanesTestSuite g_planesTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
