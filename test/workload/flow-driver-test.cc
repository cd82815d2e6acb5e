/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The end of a workload, if a flow fails while its last packet is under way.

#include "../mrc-test-network.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/nstime.h"

#include <gtest/gtest.h>
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

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
