/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-qp-traces.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <map>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

const std::string PAIRS = "/NodeList/*/$ns3::mrc::Nic/QueuePairs/*/";

/** @return the Config path of the queue pair that a trace source belongs to */
std::string
PairOf(const std::string& path)
{
    return path.substr(0, path.rfind('/'));
}

/** The reports of the trace sources of queue pairs. */
struct Heard
{
    std::map<std::string, uint64_t> window;   //!< latest value, by queue pair
    std::map<std::string, uint64_t> inFlight; //!< latest value, by queue pair
    std::map<std::string, PlaneBytes> bytes;  //!< latest value, by queue pair
    std::vector<PlaneStatus> planes;
    uint64_t windows{0};
    uint64_t trips{0};
    uint64_t nacks{0};
    Span shortest{Span::Max()};
    Span longestDelay;
    bool steps{true};   //!< each change began where the one before had ended
    bool ordered{true}; //!< times never ran backwards
    Instant last;

    void Step(std::map<std::string, uint64_t>& known, const std::string& pair, uint64_t from)
    {
        steps = steps && known[pair] == from;
    }
};

void
HearWindow(Heard* heard, std::string path, uint64_t before, uint64_t after)
{
    heard->Step(heard->window, PairOf(path), before);
    heard->window[PairOf(path)] = after;
    ++heard->windows;
}

void
HearInFlight(Heard* heard, std::string path, uint64_t before, uint64_t after)
{
    heard->Step(heard->inFlight, PairOf(path), before);
    heard->inFlight[PairOf(path)] = after;
}

void
HearRtt(Heard* heard, std::string, const RttSample& sample)
{
    ++heard->trips;
    heard->shortest = std::min(heard->shortest, sample.rtt);
    heard->longestDelay = std::max(heard->longestDelay, sample.delay);
    heard->ordered = heard->ordered && heard->last <= sample.at;
    heard->last = sample.at;
}

void
HearNack(Heard* heard, std::string, const NackReport& report)
{
    heard->nacks +=
        report.reason == NackReason::TRIMMED || report.reason == NackReason::TRIMMED_LAST_HOP;
}

void
HearPlanes(Heard* heard, std::string, const PlaneStatus& status)
{
    heard->planes.push_back(status);
}

void
HearBytes(Heard* heard, std::string path, const PlaneBytes& sent)
{
    heard->bytes[PairOf(path)] = sent;
}

void
ListenToAll(Heard* heard)
{
    Config::Connect(PAIRS + "CongestionWindow", MakeBoundCallback(&HearWindow, heard));
    Config::Connect(PAIRS + "BytesInFlight", MakeBoundCallback(&HearInFlight, heard));
    Config::Connect(PAIRS + "Rtt", MakeBoundCallback(&HearRtt, heard));
    Config::Connect(PAIRS + "Nack", MakeBoundCallback(&HearNack, heard));
    Config::Connect(PAIRS + "Planes", MakeBoundCallback(&HearPlanes, heard));
    Config::Connect(PAIRS + "PlaneBytes", MakeBoundCallback(&HearBytes, heard));
}

} // namespace

/** All trace sources of an incast agree with the counters, and change nothing. */
class IncastTracesTestCase : public TestCase
{
  public:
    IncastTracesTestCase()
        : TestCase("windows, round trips, NACKs and bytes are traced")
    {
    }

  private:
    /** @return the fingerprint of the run */
    uint64_t RunIncast(Heard* heard)
    {
        Ptr<Network> network = MakeNetwork();
        const std::vector<Ptr<Qp>> qps = PostIncast(*network);
        if (heard != nullptr)
        {
            ListenToAll(heard);
        }
        Simulator::Run();
        if (heard != nullptr)
        {
            Check(*heard, qps, network->Unloaded().BaseRttBetween(1, 0));
        }
        const uint64_t fingerprint = network->Engine().fabric.Tally().Fingerprint();
        Simulator::Destroy();
        return fingerprint;
    }

    void Check(const Heard& heard, const std::vector<Ptr<Qp>>& qps, Span baseRtt)
    {
        uint64_t trims = 0;
        uint64_t sent = 0;
        uint64_t traced = 0;
        for (const Ptr<Qp>& qp : qps)
        {
            trims += qp->Counters().trimNacks;
            sent += qp->Counters().SentBytes();
        }
        for (const auto& [pair, bytes] : heard.bytes)
        {
            traced += bytes.bytes[0] + bytes.bytes[1];
            NS_TEST_EXPECT_MSG_EQ(heard.inFlight.at(pair), 0, "nothing is left in flight");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(heard.window.at(pair), 4096, "at least a packet");
        }
        NS_TEST_EXPECT_MSG_EQ(heard.bytes.size(), qps.size(), "each of them");
        NS_TEST_EXPECT_MSG_EQ(traced, sent, "all that was sent");
        NS_TEST_EXPECT_MSG_GT(trims, 0, "the case has trims");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(heard.nacks, trims, "and a NACK for each");
        NS_TEST_EXPECT_MSG_GT(heard.windows, 100, "the window changes");
        NS_TEST_EXPECT_MSG_GT(heard.trips, heard.windows / 4, "SACKs measure round trips");
        NS_TEST_EXPECT_MSG_GT(heard.shortest.Ps(), baseRtt.Ps() / 2, "of full length");
        NS_TEST_EXPECT_MSG_GT(heard.longestDelay.Ps(), 1000000, "some of which is queueing");
        NS_TEST_EXPECT_MSG_EQ(heard.steps, true, "each change begins where the last one ended");
        NS_TEST_EXPECT_MSG_EQ(heard.ordered, true, "in the order of time");
    }

    void DoRun() override
    {
        Heard heard;
        const uint64_t watched = RunIncast(&heard);
        NS_TEST_EXPECT_MSG_EQ(watched, RunIncast(nullptr), "watching changes nothing");
    }
};

/** A queue pair without any sink left tells nothing. */
class DisconnectTestCase : public TestCase
{
  public:
    DisconnectTestCase()
        : TestCase("disconnected sinks hear nothing more")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNetwork();
        Ptr<Qp> qp = network->Connect(1, 0);
        Heard heard;
        const auto sink = MakeBoundCallback(&HearRtt, &heard);
        NS_TEST_EXPECT_MSG_EQ(qp->TraceConnect("Rtt", "", sink), true, "is there");
        qp->Write(1000000);
        uint64_t before = 0;
        Simulator::Schedule(MicroSeconds(50), [&] {
            before = heard.trips;
            qp->TraceDisconnect("Rtt", "", sink);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(before, 0, "heard until then");
        NS_TEST_EXPECT_MSG_EQ(heard.trips, before, "and no longer");
        NS_TEST_EXPECT_MSG_EQ(network->Engine().nics.Store().slots[0].watched,
                              false,
                              "nobody listens");
        Simulator::Destroy();
    }
};

/** Both ends of a lost port are traced, when each learns of it. */
class PlanesTestCase : public TestCase
{
  public:
    PlanesTestCase()
        : TestCase("ports that go and come are traced")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNetwork();
        network->ScheduleFaults("port:0.1@20us..100us");
        network->Connect(0, 1);
        Heard own;
        Config::Connect(PAIRS + "Planes", MakeBoundCallback(&HearPlanes, &own));
        Ptr<Qp> back = network->Connect(1, 0);
        Heard peer;
        back->TraceConnect("Planes", "", MakeBoundCallback(&HearPlanes, &peer));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(own.planes.size(), 2, "down and up");
        NS_TEST_EXPECT_MSG_EQ(own.planes[0].own, 0b01, "own port 1 is down");
        NS_TEST_EXPECT_MSG_EQ(own.planes[0].peer, 0b11, "the peer has lost none");
        NS_TEST_EXPECT_MSG_EQ(own.planes[0].at.Ps(), 30000000, "seen 10 us later");
        NS_TEST_EXPECT_MSG_EQ(own.planes[1].own, 0b11, "up again");
        NS_TEST_ASSERT_MSG_EQ(peer.planes.size(), 2, "told of both");
        NS_TEST_EXPECT_MSG_EQ(peer.planes[0].own, 0b11, "has lost none");
        NS_TEST_EXPECT_MSG_EQ(peer.planes[0].peer, 0b01, "knows of the peer's");
        NS_TEST_EXPECT_MSG_GT(peer.planes[0].at.Ps(), 30000000, "told at once");
        NS_TEST_EXPECT_MSG_LT(peer.planes[0].at.Ps(), 35000000, "told at once");
        NS_TEST_EXPECT_MSG_EQ(peer.planes[1].peer, 0b11, "up again");
        Simulator::Destroy();
    }
};

/** Attributes of a queue pair change in mid-run. */
class GrantTestCase : public TestCase
{
  public:
    GrantTestCase()
        : TestCase("MPR and penalty of a queue pair are attributes")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::mrc::QpProfile::DynamicMpr", BooleanValue(true));
        Config::SetDefault("ns3::mrc::QpProfile::Penalty", UintegerValue(3));
        Ptr<Network> network = MakeNetwork();
        Ptr<Qp> qp = network->Connect(1, 0);
        NS_TEST_EXPECT_MSG_EQ(ValueOf(qp, "Mpr"), 8, "of the profile");
        NS_TEST_EXPECT_MSG_EQ(ValueOf(qp, "Penalty"), 3, "of the profile");
        Config::Set(PAIRS + "Mpr", UintegerValue(2));
        Config::Set(PAIRS + "Penalty", UintegerValue(0));
        NS_TEST_EXPECT_MSG_EQ(ValueOf(qp, "Mpr"), 2, "as it was set");
        NS_TEST_EXPECT_MSG_EQ(ValueOf(qp, "Penalty"), 0, "as it was set");
        Heard heard;
        ListenToAll(&heard);
        qp->Write(2000000);
        Simulator::Schedule(MicroSeconds(50),
                            [qp] { qp->SetAttribute("Penalty", UintegerValue(127)); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_LT(heard.window.begin()->second, 20000, "the penalty takes the window");
        Config::Reset();
        Simulator::Destroy();
    }

    static uint64_t ValueOf(Ptr<Qp> qp, const std::string& name)
    {
        UintegerValue value;
        qp->GetAttribute(name, value);
        return value.Get();
    }
};

/** A sink of Resent should not deny an EV, since the packet is being sent just then. If such a sink
 * does, the run still comes to its end. */
class DenyInSinkTestCase : public TestCase
{
  public:
    DenyInSinkTestCase()
        : TestCase("an EV is denied when a packet is sent again")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNetwork();
        Ptr<Qp> qp = network->Connect(0, 5);
        m_qp = PeekPointer(qp);
        qp->TraceConnectWithoutContext("Resent", MakeCallback(&DenyInSinkTestCase::Deny, this));
        uint32_t completed = 0;
        CountSuccess(qp, completed);
        qp->Write(1000000);
        network->ScheduleFaults("link:0.0.0@20us..30us");
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_denied, true, "a packet was sent again");
        NS_TEST_EXPECT_MSG_EQ(completed, 1, "complete");
        Simulator::Destroy();
    }

    void Deny(const Retransmission&)
    {
        if (!m_denied)
        {
            m_denied = true;
            m_qp->Paths().Deny(m_qp->Paths().List()[0].ev);
        }
    }

    Qp* m_qp{nullptr};
    bool m_denied{false};
};

/** The suite of the trace sources of queue pairs. */
class QpTraceTestSuite : public TestSuite
{
  public:
    QpTraceTestSuite()
        : TestSuite("mrc-qp-trace", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncastTracesTestCase);
        AddTestCase(new DisconnectTestCase);
        AddTestCase(new PlanesTestCase);
        AddTestCase(new GrantTestCase);
        AddTestCase(new DenyInSinkTestCase);
    }
};

static QpTraceTestSuite g_qpTraceTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
