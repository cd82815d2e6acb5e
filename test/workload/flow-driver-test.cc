/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The end of a workload, if a flow fails while its last packet is under way.

#include "../mrc-test-network.h"
#include "deaf-pair.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/nstime.h"

#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <sstream>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr Span HOST_DELAY = Nanos(4450);

/** Notes reports, and when flows end. */
class Notes : public FlowObserver
{
  public:
    void FlowEnded(const FlowRecord& record) override
    {
        failed += record.status != CompletionStatus::SUCCESS;
        done += record.status == CompletionStatus::SUCCESS;
    }

    void WorkloadEnded() override
    {
        ++ends;
    }

    uint32_t failed{0};
    uint32_t done{0};
    uint32_t ends{0};
};

/** Two flows of a packet each that fail, and one that waits until both packets have arrived. */
struct Failures
{
    Span linkDelay; //!< between T0s and T1s
    Time first;     //!< when NIC 1 gives up; the packet of NIC 1 leaves at 4.45 us
    Time second;    //!< when NIC 2 does
};

/** The outcome of the workload. */
struct Result
{
    Notes notes;
    uint64_t arrived{0}; //!< bytes of both packets
    uint64_t sent{0};    //!< packets of the flow that waits
};

Result
RunWith(const Failures& failures)
{
    TopologySpec spec = SixNics();
    spec.fabricLinkDelay = failures.linkDelay;
    const Ptr<Network> network = MakeNetwork(spec);
    std::istringstream text("Nodes 6\nConnections 3\nTriggers 1\n"
                            "1->5 id 1 start 0 size 1000 recv_done_trigger 1\n"
                            "2->5 id 2 start 0 size 1000 recv_done_trigger 1\n"
                            "5->3 id 3 trigger 1 size 1000\n"
                            "trigger id 1 barrier count 2\n");
    const ConnectionMatrix matrix = ReadConnectionMatrix(text, "three.cm");
    Result result;
    FlowDriver driver(
        matrix,
        1,
        [&network](const Transfer& transfer) -> Requestor& {
            return *network->Connect(transfer.source, transfer.destination);
        },
        result.notes,
        TriggerTimes{HOST_DELAY, Span()});
    driver.Start();
    const std::vector<Ptr<Qp>>& qps = network->GetQueuePairs();
    const auto fail = [&qps](uint32_t flow) {
        QpAttributes attributes;
        attributes.state = QpState::ERR;
        qps[flow]->Modify(attributes);
    };
    Simulator::Schedule(failures.first, [&] { fail(0); });
    Simulator::Schedule(failures.second, [&] { fail(1); });
    Simulator::Run();
    result.arrived =
        qps[0]->Peer()->Counters().placedBytes + qps[1]->Peer()->Counters().placedBytes;
    result.sent = qps[2]->Counters().sentPackets;
    Simulator::Destroy();
    return result;
}

// The packet of NIC 1 arrives at 5.9 us. The flow's failure is told at 9.5 us, between the arrival
// and the news at 10.3 us for the receiver's application. The latter is the last event of the
// workload.
TEST(FlowDriverTest, AReceiverThatHearsLastEndsTheWorkload)
{
    const Result result = RunWith({Nanos(125), NanoSeconds(5000), NanoSeconds(1000)});
    EXPECT_EQ(result.arrived, 1000U);
    EXPECT_EQ(result.notes.failed, 2U);
    EXPECT_EQ(result.sent, 0U);
    EXPECT_EQ(result.notes.ends, 1U);
}

TEST(FlowDriverTest, NothingStartsOnceTheEndIsTold)
{
    // Packets are under way for 40 us, long after the failures are told.
    const Result result = RunWith({Nanos(20000), NanoSeconds(5000), NanoSeconds(5000)});
    EXPECT_EQ(result.arrived, 2000U);
    EXPECT_EQ(result.notes.failed, 2U);
    EXPECT_EQ(result.sent, 0U);
    EXPECT_EQ(result.notes.ends, 1U);
}

// A driver forgets starts that are over, now and then, and no other: it ends with those to come.
TEST(FlowDriverTest, StartsToComeEndWithTheDriver)
{
    constexpr uint32_t TRANSFERS = 3000;
    ConnectionMatrix matrix;
    matrix.name = "timed";
    matrix.nodes = 2;
    for (uint32_t i = 0; i < TRANSFERS; ++i)
    {
        Transfer transfer;
        transfer.id = i + 1;
        transfer.destination = 1;
        transfer.bytes = 1;
        transfer.start = Instant() + Nanos(i);
        matrix.transfers.push_back(transfer);
    }
    DeafPair pair;
    Notes notes;
    auto driver = std::make_unique<FlowDriver>(
        matrix,
        1,
        [&pair](const Transfer&) -> Requestor& { return pair; },
        notes,
        TriggerTimes{});
    driver->Start();
    Simulator::Stop(NanoSeconds(1499));
    Simulator::Run();
    const uint64_t before = pair.writes;
    EXPECT_GE(before, 1499U);
    EXPECT_LE(before, 1500U);
    driver->Start(); // the same ones again, from now on: the list of starts is cleared on the way
    Simulator::Stop(NanoSeconds(100));
    Simulator::Run();
    EXPECT_GE(pair.writes, before + 200 - 2) << "both lists of starts go on";
    const uint64_t atEnd = pair.writes;
    driver.reset();
    Simulator::Run();
    EXPECT_EQ(pair.writes, atEnd);
    Simulator::Destroy();
}

/** A queue pair that is told when a Write arrives and ends. */
class ObedientPair : public DeafPair
{
  public:
    uint64_t Write(uint64_t bytes) override
    {
        m_posted += bytes;
        return DeafPair::Write(bytes);
    }

    const QueuePairCounters& PeerCounters() const override
    {
        return peer;
    }

    void Tell(RequestorListener& listener) override
    {
        m_listener = &listener;
    }

    /** All bytes that were posted are there. */
    void Deliver()
    {
        peer.placedBytes = m_posted;
        m_listener->Delivered(Delivery());
    }

    void Complete(CompletionStatus status = CompletionStatus::SUCCESS)
    {
        Completion completion;
        completion.status = status;
        completion.at = Now();
        m_listener->Completed(completion);
    }

    QueuePairCounters peer;

  private:
    RequestorListener* m_listener{nullptr};
    uint64_t m_posted{0};
};

/** Transfers of some lengths from NIC 0 to NIC 1, each behind the one before. */
class SeatTest : public ::testing::Test
{
  protected:
    /** @param chained whether each transfer waits for the one before; else all start at once */
    void Make(const std::vector<uint64_t>& lengths, const std::set<uint32_t>& chained)
    {
        ConnectionMatrix matrix;
        matrix.name = "row";
        matrix.nodes = 2;
        matrix.sharesPairs = true;
        for (const uint64_t bytes : lengths)
        {
            Transfer transfer;
            transfer.id = static_cast<uint32_t>(matrix.transfers.size() + 1);
            transfer.destination = 1;
            transfer.bytes = bytes;
            if (chained.count(transfer.id - 1) != 0)
            {
                Trigger trigger;
                trigger.id = static_cast<uint32_t>(matrix.triggers.size() + 1);
                matrix.triggers.push_back(trigger);
                matrix.transfers.back().sendDoneTrigger = trigger.id;
                transfer.startTrigger = trigger.id;
            }
            matrix.transfers.push_back(transfer);
        }
        const auto connect = [this](const Transfer&) -> Requestor& {
            return m_pairs.emplace_back();
        };
        m_driver = std::make_unique<FlowDriver>(matrix, 1, connect, m_notes, TriggerTimes{});
        m_driver->Start();
        Simulator::Run();
    }

    void TearDown() override
    {
        m_driver.reset();
        Simulator::Destroy();
    }

    Notes m_notes;
    std::deque<ObedientPair> m_pairs;
    std::unique_ptr<FlowDriver> m_driver;
};

// Clauses: [shared-pairs]
TEST_F(SeatTest, TransfersInARowTakeTheSameSeat)
{
    Make({100, 200, 300}, {1, 2});
    ObedientPair& pair = m_pairs.front();
    EXPECT_EQ(m_driver->PlacedBytes(0), 0U);
    EXPECT_EQ(m_driver->OutstandingBytes(0), 100U);
    pair.Deliver();
    pair.Complete();
    EXPECT_EQ(m_driver->PhaseOf(0), TransferPhase::DONE);
    EXPECT_EQ(m_driver->PhaseOf(1), TransferPhase::ACTIVE);
    EXPECT_EQ(m_driver->PlacedBytes(0), 100U) << "it has no seat any more";
    EXPECT_EQ(m_driver->OutstandingBytes(0), 0U);
    EXPECT_EQ(m_driver->OutstandingBytes(1), 200U) << "what came before is not its own";
    pair.peer.placedBytes += 50;
    EXPECT_EQ(m_driver->PlacedBytes(1), 50U);
    EXPECT_EQ(m_driver->PlacedBytes(2), 0U) << "it waits";
    pair.Deliver();
    pair.Complete();
    pair.Deliver();
    pair.Complete();
    EXPECT_EQ(m_driver->SeatCount(), 1U);
    EXPECT_EQ(m_notes.done, 3U);
    EXPECT_EQ(m_notes.ends, 1U);
    EXPECT_EQ(m_driver->LatestOf(1).flow, 2U);
    EXPECT_EQ(m_driver->LatestOf(1).bytes, 200U);
    EXPECT_EQ(m_driver->TotalBytes(), 600U);
}

// Clauses: [shared-pairs]
TEST_F(SeatTest, ThoseBesideEachOtherHaveOneEach)
{
    Make({100, 200, 300}, {2});
    EXPECT_EQ(m_driver->SeatCount(), 2U);
    m_pairs[1].Deliver();
    m_pairs[1].Complete(); // the second one sets off the third
    EXPECT_EQ(m_driver->SeatCount(), 2U) << "the third has the seat of the second";
    EXPECT_EQ(m_driver->OutstandingBytes(0), 100U);
    EXPECT_EQ(m_driver->OutstandingBytes(2), 300U);
}

// A completion may come before the news that all has arrived. Clauses: [shared-pairs]
TEST_F(SeatTest, NobodyTakesASeatThatIsStillToldOfAnArrival)
{
    Make({100, 200}, {1});
    m_pairs[0].Complete();
    EXPECT_EQ(m_driver->PhaseOf(1), TransferPhase::ACTIVE);
    EXPECT_EQ(m_driver->SeatCount(), 2U);
    m_pairs[0].Deliver();
    EXPECT_EQ(m_driver->PlacedBytes(0), 100U);
    EXPECT_EQ(m_driver->OutstandingBytes(1), 200U);
}

// Clauses: [shared-pairs]
TEST_F(SeatTest, WhoFailedKeepsItsSeat)
{
    Make({100, 200}, {});
    m_pairs[0].peer.placedBytes = 30;
    m_pairs[0].Complete(CompletionStatus::RETRY_EXC_ERR);
    EXPECT_EQ(m_driver->PhaseOf(0), TransferPhase::FAILED);
    EXPECT_EQ(m_driver->PlacedBytes(0), 30U);
    EXPECT_EQ(m_driver->OutstandingBytes(0), 70U);
    EXPECT_EQ(m_driver->LatestOf(0).status, CompletionStatus::RETRY_EXC_ERR);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
