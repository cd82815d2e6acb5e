/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Listeners that hear early, and are told late: for what is memory asked ahead?

#include "../mrc-test-network.h"

#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-requestor.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Writes down what is told, in capitals, and the hints before that. */
class EarlyHearer : public RequestorListener
{
  public:
    explicit EarlyHearer(const Ptr<Qp>& qp)
        : m_seat(*qp)
    {
        m_seat.Tell(*this);
        const PairOutlook outlook = m_seat.Outlook(*this);
        EXPECT_TRUE(outlook);
        outlook.HearEarly();
    }

    ~EarlyHearer() override
    {
        m_seat.Forget(*this);
    }

    HintStep Hint(bool isArrival) const override
    {
        told += isArrival ? 'd' : 'e';
        return {};
    }

    void Delivered(const Delivery&) override
    {
        told += 'D';
    }

    void Ending(const Completion&) override
    {
        told += 'E';
    }

    void Completed(const Completion&) override
    {
        told += 'C';
    }

    mutable std::string told;

  private:
    Requestor& m_seat;
};

/** @return six NICs on two threads, three on each of two T0s */
Ptr<Network>
EarlyNetwork()
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Threads", UintegerValue(2));
    return Audited(helper.Install());
}

// On its way to a listener each call asks memory for that listener, and for no other.
// Clauses: [several-threads]
TEST(ThreadsEarlyHearers, AreHintedAtBeforeTheyAreTold)
{
    const Ptr<Network> network = EarlyNetwork();
    const Ptr<Qp> qps[] = {network->Connect(0, 4), network->Connect(4, 1), network->Connect(2, 1)};
    EarlyHearer first(qps[0]);
    EarlyHearer second(qps[1]);
    const EarlyHearer silent(qps[2]);
    qps[0]->Write(1000);
    Simulator::Schedule(MicroSeconds(40), [&] { qps[1]->Write(1000); });
    Simulator::Schedule(MicroSeconds(20), [&] {
        EXPECT_EQ(first.told, "dDeEeC");
        EXPECT_EQ(second.told, "");
    });
    Simulator::Run();
    EXPECT_EQ(first.told, "dDeEeC");
    EXPECT_EQ(second.told, "dDeEeC");
    EXPECT_EQ(silent.told, "");
}

// Of a queue pair's end memory is asked for before something is posted there.
TEST(ThreadsEarlyHearers, APostHintsAtItsQueuePair)
{
    const Ptr<Network> network = EarlyNetwork();
    const Ptr<Qp> qps[] = {network->Connect(0, 4), network->Connect(1, 4)};
    const auto stepOf = [](const Requestor& end) { return end.HintOfWrite(); };
    const HintStep first = stepOf(*qps[0]);
    const HintStep second = stepOf(*qps[1]);
    ASSERT_NE(first.go, nullptr);
    EXPECT_EQ(first.who, second.who) << "seats of the same NICs";
    EXPECT_NE(first.place, second.place);
    const HintStep nic = first.Next();
    ASSERT_NE(nic.go, nullptr) << "behind the queue pair lies its NIC";
    EXPECT_EQ(nic.place, first.place);
    EXPECT_EQ(nic.Next().go, nullptr);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
