/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Flows without data in a workload.

#include "mrc-test-cases.h"
#include "mrc-workload-scenario.h"

#include "ns3/error-model.h"
#include "ns3/mrc-connection-matrix.h"
#include "ns3/pointer.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Loses one packet of 146 bytes: a signal, since a probe has 158 and an ACK 126. */
class FirstSignal : public ErrorModel
{
  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        const bool isIt = !m_lost && packet->GetSize() == 146;
        m_lost |= isIt;
        return isIt;
    }

    void DoReset() override
    {
        m_lost = false;
    }

    bool m_lost{false};
};

/** A signal behind a message, which tells another NIC that it may begin. */
// Clauses: [write-only], [closed-forms]
class SignalFlowTestCase : public ScenarioTestCase
{
  public:
    SignalFlowTestCase()
        : ScenarioTestCase("a flow without data is as fast as a packet's headers, lost or not")
    {
    }

  private:
    /**
     * @return rows of 0->4 with 100 kB, 0->4 without data behind it, and 4->5 when that one came
     */
    static std::vector<Row> Rows(uint32_t planes, bool loses)
    {
        Scenario scenario;
        scenario.topology = LeafSpine(8, planes);
        scenario.connections = "0->4 id 1 start 0 size 100000 send_done_trigger 1\n"
                               "0->4 id 2 trigger 1 size 1 recv_done_trigger 2\n"
                               "4->5 id 3 trigger 2 size 5000\n";
        scenario.triggers = "trigger id 1 oneshot\ntrigger id 2 oneshot\n";
        ConnectionMatrix matrix = MatrixOf(scenario);
        matrix.transfers[1].bytes = 0; // a file cannot say so: to htsim that is one without end
        Ptr<Network> network = BuildNetwork(scenario);
        const Ptr<ErrorModel> model = CreateObject<FirstSignal>();
        for (uint32_t plane = 0; loses && plane < planes; ++plane)
        {
            const PortIndex port = network->GetTopology().NicPort(0, static_cast<PlaneId>(plane));
            network->GetFaces().PortAt(port)->GetChannel()->SetAttribute("ErrorModelUp",
                                                                         PointerValue(model));
        }
        std::ostringstream csv;
        WorkloadRun run(network, matrix, 1);
        run.WriteFlows(csv);
        run.Run();
        std::vector<Row> rows = RowsOf(csv.str());
        std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
            return a.flow < b.flow;
        });
        Simulator::Destroy();
        return rows;
    }

    void DoRun() override
    {
        for (const uint32_t planes : {1, 4})
        {
            for (const bool loses : {false, true})
            {
                const std::vector<Row> rows = Rows(planes, loses);
                NS_TEST_ASSERT_MSG_EQ(rows.size(), 3, "all three flows");
                for (const Row& row : rows)
                {
                    NS_TEST_EXPECT_MSG_EQ(row.status, "finished", "flow " << row.flow);
                    NS_TEST_EXPECT_MSG_EQ(row.time, row.finish - row.start, "fct_ns");
                    NS_TEST_EXPECT_MSG_GT_OR_EQ(row.slowdown, 1, "flow " << row.flow);
                }
                const Row& signal = rows[1];
                NS_TEST_EXPECT_MSG_EQ(signal.bytes, 0, "no data");
                NS_TEST_EXPECT_MSG_EQ(signal.packets, (loses ? 2 : 1), "packets");
                NS_TEST_EXPECT_MSG_EQ(signal.retransmissions, (loses ? 1 : 0), "sent again");
                NS_TEST_EXPECT_MSG_EQ((signal.slowdown == 1),
                                      !loses,
                                      "alone and whole: " << planes);
                NS_TEST_EXPECT_MSG_LT(rows[2].start, signal.finish, "the signal began the next");
                NS_TEST_EXPECT_MSG_GT(rows[2].start, signal.start, "and not before it came");
            }
        }
    }
};

} // namespace

std::vector<TestCase*>
WorkloadSignalCases()
{
    return {new SignalFlowTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
