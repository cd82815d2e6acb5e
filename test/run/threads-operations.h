/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef THREADS_OPERATIONS_H
#define THREADS_OPERATIONS_H

#include "../network/threads-turns.h"
#include "threads-tale.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-workload-run.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** NICs of the five racks. */
constexpr uint32_t OPERATION_NICS = 20;

/** A workload on five racks, and what goes on meanwhile. */
struct OperationsRun
{
    ConnectionMatrix matrix;
    std::string transport{};
    std::string faults{};
    Time stop{};          //!< the run is stopped then; 0: at its end
    Time turns{};         //!< threads take turns from then on; 0: never
    Time sample{};        //!< ends are counted so often; 0: never
    bool endsSoon{false}; //!< gives up after the linear retries
    RunEnd end{RunEnd::FINISHED};
    uint32_t repeat{1};
    Span cable{}; //!< of links between switches; 0: that of the preset
};

inline Ptr<Network>
NetworkOfOperations(const OperationsRun& work, uint32_t threads)
{
    TopologySpec spec = SmallFabric(OPERATION_NICS, 4, 4, 2);
    spec.fabricLinkDelay = std::max(spec.fabricLinkDelay, work.cable);
    const Ptr<Network> network =
        NetworkOnThreads(spec, threads, {work.transport, work.faults, work.endsSoon});
    if (!work.turns.IsZero())
    {
        network->GetFaces().Create();
        Simulator::Schedule(work.turns,
                            [network = PeekPointer(network)] { GiveModel(*network, 0.001); });
    }
    return network;
}

/** Writes how many transfers have ended, again and again, as samples of a run do. */
inline void
CountEnds(WorkloadRun& run, Time every, std::ostream& out)
{
    Simulator::Schedule(every, [&run, every, &out] {
        out << Simulator::Now().GetNanoSeconds() << ' ' << run.Driver().Counts().done << '\n';
        CountEnds(run, every, out);
    });
}

inline ThreadsTale
TaleOfOperations(const OperationsRun& work, uint32_t threads)
{
    const Ptr<Network> network = NetworkOfOperations(work, threads);
    std::ostringstream out;
    {
        WorkloadRun run(network, work.matrix, work.repeat);
        RunLimits limits;
        limits.stop = work.stop;
        run.SetLimits(limits);
        run.WriteFlows(out);
        if (!work.sample.IsZero())
        {
            CountEnds(run, work.sample, out);
        }
        EXPECT_EQ(run.Run(), work.end) << run.Explain();
        for (uint32_t i = 0; i < run.Driver().TransferCount(); ++i)
        {
            const FlowRecord record = run.Driver().LatestOf(i);
            out << i << ' ' << record.start.Ps() << ' ' << record.finish.Ps() << ' '
                << record.packets << '\n';
        }
        RunSummary summary;
        run.Summarize(summary);
        summary.WriteCsv(out);
        out << run.Explain() << '\n';
    }
    return EndedTale(*network, out);
}

inline void
ExpectTheSameOperations(const OperationsRun& work, const std::string& what)
{
    const std::string one = TaleOfOperations(work, 1).told;
    for (const uint32_t threads : {2, 3, 5})
    {
        const ThreadsTale tale = TaleOfOperations(work, threads);
        EXPECT_TRUE(tale.told == one) << what << " on " << threads;
        EXPECT_GT(tale.windows.windows, 0U) << what;
        EXPECT_EQ(tale.windows.merged > 0, !work.turns.IsZero()) << what;
    }
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* THREADS_OPERATIONS_H */
