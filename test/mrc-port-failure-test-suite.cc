/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-failure-rig.h"

#include "ns3/mrc-fabric.h"
#include "ns3/test.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** The packets that a queue pair has sent until some time. */
class Watch
{
  public:
    Watch(Ptr<Qp> qp, int64_t us)
    {
        Simulator::Schedule(MicroSeconds(us), [this, qp] { m_counters = qp->Counters(); });
    }

    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    const QueuePairCounters& operator*() const
    {
        return m_counters;
    }

  private:
    QueuePairCounters m_counters;
};

} // namespace

/** Queue pairs that have been idle all the time avoid the plane on which the peer lost its port. */
// Clauses: [port-status-carrier]
class IdlePairsAreToldTestCase : public TestCase
{
  public:
    IdlePairsAreToldTestCase()
        : TestCase("idle queue pairs learn of their peer's ports, if NICs tell each other")
    {
    }

  private:
    void DoRun() override
    {
        const std::pair<const char*, bool> table[] = {{"Auto", true},
                                                      {"PortStatusUpdate", true},
                                                      {"Both", true},
                                                      {"SackBitmap", false}};
        for (const auto& [carrier, told] : table)
        {
            Ptr<Network> network = ThreeNics({{"PortStatusCarrier", carrier}});
            network->ScheduleFaults("port:1.1@20us..1ms");
            Ptr<Qp> qp = network->Connect(0, 1);
            Ptr<Qp> other = network->Connect(0, 2);
            Simulator::Schedule(MicroSeconds(100), [&] {
                qp->Write(40000);
                other->Write(40000);
            });
            Watch during(qp, 900);
            Simulator::Schedule(MicroSeconds(1100), [&] { qp->Write(40000); });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(((*during).planePackets[1] == 0), told, carrier);
            NS_TEST_EXPECT_MSG_GT(other->Counters().planePackets[1], 0, "another peer");
            NS_TEST_EXPECT_MSG_GT(qp->Counters().planePackets[1],
                                  (*during).planePackets[1],
                                  "it comes back");
            NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Pool().Live(),
                                  0,
                                  "nothing is left over");
            Simulator::Destroy();
        }
    }
};

/** The first news are lost: NIC 0 has lost the only plane that NIC 1 has left. */
// Clauses: [port-news]
class NewsAreRepeatedTestCase : public TestCase
{
  public:
    NewsAreRepeatedTestCase()
        : TestCase("a NIC that could not be told is told again")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = ThreeNics({});
        network->ScheduleFaults("port:0.0@25us..500us,port:1.1@20us");
        Ptr<Qp> qp = network->Connect(0, 1);
        // told at 30 us, 292 us and 554 us
        Simulator::Schedule(MicroSeconds(570), [qp] { qp->Write(40000); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(qp->Counters().planePackets[0], 10, "all on the plane that is left");
        NS_TEST_EXPECT_MSG_EQ(qp->Counters().planePackets[1], 0, "NIC 0 knows by then");
        Simulator::Destroy();
    }
};

/** Plane 0 drops all and looks up; one or both NICs lose their ports of plane 1 for a time. */
// Clauses: [stale-news]
class NewsTakeTheNewPortTestCase : public TestCase
{
  public:
    NewsTakeTheNewPortTestCase()
        : TestCase("a NIC whose port comes up says so over that port too")
    {
    }

  private:
    void DoRun() override
    {
        const struct
        {
            const char* faults;
            int64_t us; //!< until then the Write is complete
        } table[] = {
            // at 60 us NIC 1 hears of its own port, and at once NIC 0
            {"port:1.1@10us..50us,", 100},
            // each believes the other's port to be down, and tries that port all the same after 262
            // us
            {"port:0.1@10us..50us,port:1.1@10us..50us,", 420},
        };

        for (const auto& row : table)
        {
            Ptr<Network> network = ThreeNics({});
            network->ScheduleFaults(std::string(row.faults) + "t0:0.0/silent@30us");
            Ptr<Qp> qp = network->Connect(0, 1);
            Instant done;
            NoteCompletion(qp, done);
            Simulator::Schedule(MicroSeconds(40), [qp] { qp->Write(100); });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_GT(done.Ps(), 0, row.faults);
            NS_TEST_EXPECT_MSG_LT(done.Ps(), Micros(row.us).Ps(), row.faults);
            Simulator::Destroy();
        }
    }
};

/** A queue pair that is made after a port was lost has the knowledge of its NIC. */
// Clauses: [new-pair-ports]
class SetUpTellsTestCase : public TestCase
{
  public:
    SetUpTellsTestCase()
        : TestCase("both ends of a new connection come to know of ports that are down")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string carrier : {"PortStatusUpdate", "SackBitmap"})
        {
            Ptr<Network> network = ThreeNics({{"PortStatusCarrier", carrier}});
            network->ScheduleFaults("port:1.1@20us");
            Ptr<Qp> there;
            Ptr<Qp> back;
            Simulator::Schedule(MicroSeconds(100), [&] {
                there = network->Connect(0, 1);
                back = network->Connect(1, 0);
                there->Write(40000);
                back->Write(40000);
            });
            Simulator::Run();
            // By SACKs NIC 0 learns of the port when it has sent: nothing else has told NIC 0.
            const bool told = carrier == "PortStatusUpdate";
            NS_TEST_EXPECT_MSG_EQ((there->Counters().planePackets[1] == 0), told, carrier);
            NS_TEST_EXPECT_MSG_EQ((there->Counters().sentPackets == 10), told, carrier);
            NS_TEST_EXPECT_MSG_EQ(there->Peer()->Counters().placedBytes, 40000, carrier);
            NS_TEST_EXPECT_MSG_EQ(back->Counters().planePackets[0], 10, "its own port");
            NS_TEST_EXPECT_MSG_EQ(back->Counters().sentPackets, 10, "and none was lost");
            Simulator::Destroy();
        }
    }
};

/** A CX-8-like NIC that loses a port sends nothing for a while, and goes on; not so an ideal one.
 */
// Clauses: [port-blackout]
class BlackoutTestCase : public TestCase
{
  public:
    BlackoutTestCase()
        : TestCase("all queue pairs of a NIC stand still after it lost a port")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool cx8 : {false, true})
        {
            Ptr<Network> network = ThreeNics({{"PortFailure", cx8 ? "Cx8Like" : "Ideal"},
                                              {"BlackoutMinimum", "90us"},
                                              {"BlackoutMaximum", "110us"}});
            network->ScheduleFaults("port:0.1@100us..400us");
            Ptr<Qp> qp = network->Connect(0, 1);
            Ptr<Qp> peer = network->Connect(2, 0);
            qp->Write(20000000);
            peer->Write(20000000);
            Watch begin(qp, 111); // the NIC sees the loss at 110 us
            Watch still(qp, 199);
            Watch again(qp, 221);
            Watch before(qp, 409);
            Watch restored(qp, 430);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(((*still).sentPackets == (*begin).sentPackets), cx8, "90 us");
            NS_TEST_EXPECT_MSG_GT((*again).sentPackets, (*still).sentPackets, "110 us");
            NS_TEST_EXPECT_MSG_GT((*restored).sentPackets, (*before).sentPackets + 30, "on");
            NS_TEST_EXPECT_MSG_GT((*restored).planePackets[1], (*before).planePackets[1], "both");
            NS_TEST_EXPECT_MSG_EQ(qp->Counters().placedBytes + qp->Peer()->Counters().placedBytes,
                                  20000000,
                                  "each byte once");
            NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Pool().Live(),
                                  0,
                                  "nothing is left over");
            Simulator::Destroy();
        }
    }
};

/** Lengths of blackouts are drawn anew for each loss and each NIC, between the two bounds. */
// Clauses: [port-blackout]
class BlackoutLengthTestCase : public TestCase
{
  public:
    BlackoutLengthTestCase()
        : TestCase("blackouts are as long as drawn")
    {
    }

  private:
    /** @return when NIC 0 sends again after the loss of a port at 10 us, in microseconds */
    double LengthOf(const std::string& maximum)
    {
        Ptr<Network> network = ThreeNics({{"PortFailure", "Cx8Like"},
                                          {"BlackoutMinimum", "50us"},
                                          {"BlackoutMaximum", maximum}});
        network->ScheduleFaults("port:0.1@10us");
        Ptr<Qp> qp = network->Connect(0, 1);
        Simulator::Schedule(MicroSeconds(25), [qp] { qp->Write(100); });
        Instant done;
        NoteCompletion(qp, done);
        Simulator::Run();
        Simulator::Destroy();
        return static_cast<double>(done.Ps()) / 1e6 - 20;
    }

    void DoRun() override
    {
        const double shortest = LengthOf("50us");
        NS_TEST_EXPECT_MSG_GT(shortest, 50, "a round trip behind the end of the blackout");
        NS_TEST_EXPECT_MSG_LT(shortest, 50 + 10, "a round trip behind the end of the blackout");
        const double drawn = LengthOf("450us");
        NS_TEST_EXPECT_MSG_GT(drawn, shortest, "longer");
        NS_TEST_EXPECT_MSG_LT(drawn, shortest + 400, "at most the longest");
        NS_TEST_EXPECT_MSG_EQ(drawn, LengthOf("450us"), "the same again");
    }
};

/** The suite of lost ports. */
class PortFailureTestSuite : public TestSuite
{
  public:
    PortFailureTestSuite()
        : TestSuite("mrc-port-failure", TestSuite::Type::UNIT)
    {
        AddTestCase(new IdlePairsAreToldTestCase);
        AddTestCase(new NewsAreRepeatedTestCase);
        AddTestCase(new NewsTakeTheNewPortTestCase);
        AddTestCase(new SetUpTellsTestCase);
        AddTestCase(new BlackoutTestCase);
        AddTestCase(new BlackoutLengthTestCase);
    }
};

static PortFailureTestSuite g_portFailureTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
