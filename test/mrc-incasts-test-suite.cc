/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-callback-of.h"
#include "mrc-test-network.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/test.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** An incast of many senders, and its outcome. Clauses: [overflow-losses] */
class ManySenders
{
  public:
    static constexpr uint32_t BYTES = 100000;        //!< of each sender, mostly
    static constexpr uint32_t PACKET_PAYLOAD = 4096; //!< bytes of a whole packet

    /**
     * @param senders NICs that send to NIC 0; on T0s of 32 with as many T1s.
     * @param fault or "".
     * @param bytes of each sender
     */
    explicit ManySenders(uint32_t senders, const std::string& fault = "", uint32_t bytes = BYTES)
        : m_senders(senders),
          m_bytes(bytes)
    {
        TopologySpec spec = SmallFabric(senders + 1, 32, 32);
        spec.nicLinkDelay = spec.fabricLinkDelay = Nanos(1000);
        spec.t0Latency = spec.t1Latency = Span();
        m_network = MakeNetwork(spec, 1);
        m_network->ScheduleFaults(fault);
        for (uint32_t nic = 1; nic <= senders; ++nic)
        {
            m_qps.push_back(m_network->Connect(nic, 0));
            CountSuccess(m_qps.back(), m_completed);
            NoteEnd(m_qps.back());
            m_qps.back()->Write(m_bytes);
        }
    }

    /** Runs the incast. */
    void Run()
    {
        Simulator::Stop(MilliSeconds(200));
        Simulator::Run();
        for (const Ptr<Qp>& qp : m_qps)
        {
            m_probes += qp->Counters().probesSent + qp->Peer()->Counters().probesSent;
            m_lost += qp->Counters().UntrimmedLosses();
        }
        Simulator::Destroy();
    }

    /** @return senders that are done */
    uint32_t Completed() const
    {
        return m_completed;
    }

    /** @return part of the line that the payload took */
    double Share() const
    {
        return double{8} * m_senders * m_bytes / m_end.GetSeconds() / 1e11;
    }

    /** @return probes of all kinds, of both ends, for each packet delivered */
    double ProbesPerPacket() const
    {
        return static_cast<double>(m_probes) / Packets();
    }

    /** @return packets that the senders deliver */
    uint64_t Packets() const
    {
        return uint64_t{m_senders} * ((m_bytes + PACKET_PAYLOAD - 1) / PACKET_PAYLOAD);
    }

    /** @return packets that no trim reported, and that were sent again */
    uint64_t Lost() const
    {
        return m_lost;
    }

  private:
    void NoteEnd(const Ptr<Qp>& qp)
    {
        qp->TraceConnectWithoutContext(
            "Completed",
            CallbackOf<const Completion&>([this](const Completion&) { m_end = Simulator::Now(); }));
    }

    uint32_t m_senders;
    uint32_t m_bytes;
    Ptr<Network> m_network;
    std::vector<Ptr<Qp>> m_qps;
    uint32_t m_completed{0};
    uint64_t m_probes{0};
    uint64_t m_lost{0};
    Time m_end;
};

/** Enough of the line is payload, and few probes are sent. */
class IncastTestCase : public TestCase
{
  public:
    /**
     * @param senders how many.
     * @param trimmedShare FabricProfile::TrimmedShare.
     * @param mostProbes for each packet delivered
     */
    IncastTestCase(uint32_t senders, double trimmedShare, double mostProbes)
        : TestCase("incast of " + std::to_string(senders) + ", share of trimmed packets " +
                   std::to_string(trimmedShare)),
          m_senders(senders),
          m_trimmedShare(trimmedShare),
          m_mostProbes(mostProbes)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::mrc::FabricProfile::TrimmedShare", DoubleValue(m_trimmedShare));
        ManySenders incast(m_senders);
        incast.Run();
        NS_TEST_EXPECT_MSG_EQ(incast.Completed(), m_senders, "all complete");
        // trimmed packets may take their share while data waits
        const double least = std::min(0.60, 0.8 * (1 - m_trimmedShare));
        NS_TEST_EXPECT_MSG_GT(incast.Share(), least, "payload on the line");
        NS_TEST_EXPECT_MSG_LT(incast.ProbesPerPacket(), m_mostProbes, "probes");
        Config::Reset();
    }

    uint32_t m_senders;
    double m_trimmedShare;
    double m_mostProbes;
};

/** A T1 that drops everything costs an incast little, in which the last hop loses packets of all
 * paths. */
class DeadUplinkTestCase : public TestCase
{
  public:
    DeadUplinkTestCase()
        : TestCase("an incast of 1023 goes on beside a silent T1")
    {
    }

  private:
    void DoRun() override
    {
        ManySenders incast(1023, "t1:0.5/silent@0ns");
        incast.Run();
        NS_TEST_EXPECT_MSG_EQ(incast.Completed(), 1023, "all complete");
        NS_TEST_EXPECT_MSG_GT(incast.Share(), 0.60, "payload on the line");
    }
};

/**
 * Under an incast too a dead uplink is retired. Of three times the packets, each of which had one
 * chance in 32 to take the dead uplink, few more are lost.
 */
class RetiredUplinkTestCase : public TestCase
{
  public:
    RetiredUplinkTestCase()
        : TestCase("an incast of 256 retires a silent T1")
    {
    }

  private:
    void DoRun() override
    {
        uint64_t lost[2];
        uint64_t packets[2];
        for (const uint32_t longer : {0, 1})
        {
            ManySenders incast(256, "t1:0.5/silent@0ns", longer ? 1200000 : 400000);
            incast.Run();
            NS_TEST_EXPECT_MSG_EQ(incast.Completed(), 256, "all complete");
            lost[longer] = incast.Lost();
            packets[longer] = incast.Packets();
        }
        NS_TEST_EXPECT_MSG_LT(lost[1] - lost[0],
                              (packets[1] - packets[0]) / 32 / 10,
                              "a tenth of what goes to the silent T1 unless it is retired");
    }
};

/** The suite of incasts of hundreds and more. */
class IncastsTestSuite : public TestSuite
{
  public:
    IncastsTestSuite()
        : TestSuite("mrc-incasts", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new IncastTestCase(512, 0.25, 0.3));
        AddTestCase(new IncastTestCase(1023, 0.25, 0.3));
        AddTestCase(new IncastTestCase(1023, 0.125, 0.35)); // 0.3 is the aim: doc/validation.rst
        AddTestCase(new IncastTestCase(1023, 0.5, 0.3));
        AddTestCase(new DeadUplinkTestCase);
        AddTestCase(new RetiredUplinkTestCase);
    }
};

static IncastsTestSuite g_incastsTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
