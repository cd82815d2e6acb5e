/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-connection.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-qp-profile.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <deque>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** The profiles' attributes yield the documented defaults. */
class ProfileDefaultsTestCase : public TestCase
{
  public:
    ProfileDefaultsTestCase()
        : TestCase("profiles yield the defaults of the structs")
    {
    }

  private:
    void DoRun() override
    {
        const QpConfig qp = CreateObject<QpProfile>()->Get();
        NS_TEST_EXPECT_MSG_EQ(qp.payload, 4096, "payload");
        NS_TEST_EXPECT_MSG_EQ(qp.WindowPsns(), 1024, "MPR of 8 units");
        NS_TEST_EXPECT_MSG_EQ(qp.AckTimeout().Ps(), 262144000, "exponent 8 is 262 us");
        NS_TEST_EXPECT_MSG_EQ(+qp.linearRetries, 7, "linear retries");
        NS_TEST_EXPECT_MSG_EQ(+qp.exponentialRetries, 25, "for ever");
        NS_TEST_EXPECT_MSG_EQ(qp.sackThreshold, 16384, "four packets");
        NS_TEST_EXPECT_MSG_EQ(qp.trimNack, true, "trims");
        const EvConfig ev = CreateObject<EvProfile>()->Get();
        const EvConfig evDefault;
        NS_TEST_EXPECT_MSG_EQ(ev.active, 128, "active EVs");
        NS_TEST_EXPECT_MSG_EQ(ev.backup, 128, "backup EVs");
        NS_TEST_EXPECT_MSG_EQ(ev.probeStart.Ps(), evDefault.probeStart.Ps(), "262 us");
        NS_TEST_EXPECT_MSG_EQ(ev.probeInterval.Ps(), evDefault.probeInterval.Ps(), "1 ms");
        NS_TEST_EXPECT_MSG_EQ(+ev.probeSuccesses, 3, "consecutive answers");
        NS_TEST_EXPECT_MSG_EQ(+ev.lossesToRetire, 1, "the first loss");
        const CcConfig cc = CreateObject<CcProfile>()->Get();
        NS_TEST_EXPECT_MSG_EQ((cc.algorithm == CcAlgorithm::NSCC), true, "NSCC");
        NS_TEST_EXPECT_MSG_EQ(cc.gamma, 0.8, "gamma");
        NS_TEST_EXPECT_MSG_EQ(cc.maxMdJump, 0.5, "max_md_jump");
        NS_TEST_EXPECT_MSG_EQ(+cc.qaGate, 3, "qa_gate");
        NS_TEST_EXPECT_MSG_LT(cc.eta, 0, "derived");
    }
};

/** Attributes refuse values out of their range, and pass the others on. */
class ProfileRangesTestCase : public TestCase
{
  public:
    ProfileRangesTestCase()
        : TestCase("profiles check ranges")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<QpProfile> qp = CreateObject<QpProfile>();
        Check(qp, "Payload", UintegerValue(255), UintegerValue(256));
        Check(qp, "Payload", UintegerValue(4097), UintegerValue(4096));
        Check(qp, "Mpr", UintegerValue(0), UintegerValue(255));
        Check(qp, "AckTimeoutExponent", UintegerValue(25), UintegerValue(24));
        Check(qp, "LinearRetries", UintegerValue(8), UintegerValue(7));
        Check(qp, "ExponentialRetries", UintegerValue(26), UintegerValue(24));
        NS_TEST_EXPECT_MSG_EQ(+qp->Get().exponentialRetries, 24, "passed on");
        Ptr<EvProfile> ev = CreateObject<EvProfile>();
        Check(ev, "Active", UintegerValue(0), UintegerValue(1));
        Check(ev, "SkipTurns", UintegerValue(16), UintegerValue(15));
        Check(ev, "ProbeInterval", TimeValue(Time(0)), TimeValue(MilliSeconds(2)));
        NS_TEST_EXPECT_MSG_EQ(ev->Get().probeInterval.Ps(), 2000000000, "passed on");
        Ptr<CcProfile> cc = CreateObject<CcProfile>();
        Check(cc, "Gamma", DoubleValue(1.1), DoubleValue(1));
        Check(cc, "TargetDelay", TimeValue(MilliSeconds(9)), TimeValue(MicroSeconds(9)));
        NS_TEST_EXPECT_MSG_EQ(cc->Get().targetDelay.Ps(), 9000000, "passed on");
        cc->SetAttribute("MaxWindow", UintegerValue(65536));
        cc->SetAttribute("Algorithm", StringValue("fixed"));
        NS_TEST_EXPECT_MSG_EQ((cc->Get().algorithm == CcAlgorithm::FIXED), true, "by name");
        cc->SetAttribute("MaxWindow", UintegerValue(0));
        cc->SetAttribute("Algorithm", StringValue("none"));
        NS_TEST_EXPECT_MSG_EQ((cc->Get().algorithm == CcAlgorithm::NONE), true, "by name");
    }

    void Check(Ptr<Object> object,
               const std::string& name,
               const AttributeValue& bad,
               const AttributeValue& good)
    {
        NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, bad), false, name);
        NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, good), true, name);
    }
};

/** Two connections back to back: everything that one posts, the other gets. */
class CleanTransferTestCase : public TestCase
{
  public:
    CleanTransferTestCase()
        : TestCase("a Write arrives whole and is completed")
    {
    }

  private:
    struct Owner : public QueuePairObserver
    {
        void Completed(const Completion& completion) override
        {
            completions.push_back(completion);
        }

        void Delivered(const Delivery& delivery) override
        {
            deliveries.push_back(delivery);
        }

        std::vector<Completion> completions;
        std::vector<Delivery> deliveries;
    };

    static ConnectionParameters ParametersOf(uint32_t side)
    {
        ConnectionParameters p;
        p.localNic = side;
        p.peerNic = 1 - side;
        p.own = QpNumber{16 + side};
        p.peer = QpNumber{17 - side};
        p.planes = 8;
        p.uplinks = 16;
        p.baseRtt = Micros(6);
        p.bitRate = 800000000000;
        return p;
    }

    void DoRun() override
    {
        Owner owners[2];
        Connection a(ParametersOf(0), owners[0]);
        Connection b(ParametersOf(1), owners[1]);
        WorkRequest request;
        request.id = 7;
        request.length = 10000000;
        a.Post(request, Instant());
        // every microsecond each side sends all packets that it may, which arrive one microsecond
        // later
        std::deque<Datagram> toA;
        std::deque<Datagram> toB;
        for (int us = 0; us < 1000 && owners[0].completions.empty(); ++us)
        {
            const Instant now = Instant() + Micros(us);
            Exchange(a, toA, toB, now);
            Exchange(b, toB, toA, now);
        }
        NS_TEST_ASSERT_MSG_EQ(owners[0].completions.size(), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ(owners[0].completions[0].id, 7, "the request");
        NS_TEST_ASSERT_MSG_EQ(owners[1].deliveries.size(), 1, "delivered");
        NS_TEST_EXPECT_MSG_EQ(owners[1].deliveries[0].length, 10000000, "whole");
        NS_TEST_EXPECT_MSG_EQ(b.Status().counters.placedBytes, 10000000, "every byte once");
        NS_TEST_EXPECT_MSG_EQ(a.Status().counters.sentPackets, 2442, "every packet once");
        NS_TEST_EXPECT_MSG_EQ(a.Status().counters.pathsRetired, 0, "no path lost");
    }

    static void Exchange(Connection& own,
                         std::deque<Datagram>& in,
                         std::deque<Datagram>& out,
                         Instant now)
    {
        for (; !in.empty(); in.pop_front())
        {
            own.Receive(in.front(), now);
        }
        if (own.NextWakeup() <= now)
        {
            own.Wake(now);
        }
        Datagram packet;
        while (own.NextControl(now, packet))
        {
            out.push_back(packet);
        }
        for (PlaneMask free = 0xff; free != 0 && own.NextData(now, free, packet);)
        {
            free &= ~(1U << packet.plane);
            out.push_back(packet);
        }
    }
};

/** The suite "mrc-transport". */
class TransportTestSuite : public TestSuite
{
  public:
    TransportTestSuite()
        : TestSuite("mrc-transport", TestSuite::Type::UNIT)
    {
        AddTestCase(new ProfileDefaultsTestCase);
        AddTestCase(new ProfileRangesTestCase);
        AddTestCase(new CleanTransferTestCase);
    }
};

TransportTestSuite g_transportTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
