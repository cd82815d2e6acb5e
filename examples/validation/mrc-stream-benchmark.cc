/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stream-benchmark.h"

#include "ns3/mrc-run-sharing.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/simulator.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double SECONDS_PER_PS = 1e-12;

/** @return the load, if there is something to run */
const StreamLoad&
Checked(const StreamLoad& load)
{
    if (load.flows.empty() || load.queuePairs == 0 || load.outstanding == 0 || load.bytes == 0)
    {
        throw std::invalid_argument("a load of " + std::to_string(load.flows.size()) +
                                    " flows with " + std::to_string(load.queuePairs) +
                                    " queue pairs of " + std::to_string(load.outstanding) +
                                    " Writes of " + std::to_string(load.bytes) +
                                    " bytes; expected at least 1 of each");
    }
    return load;
}

} // namespace

StreamBenchmark::StreamBenchmark(Ptr<Network> network, const StreamLoad& load)
    : m_network(network),
      m_load(Checked(load))
{
    if (!m_network)
    {
        throw std::invalid_argument("a StreamBenchmark without a network; expected one");
    }
    for (const StreamFlow& flow : m_load.flows)
    {
        for (uint32_t i = 0; i < m_load.queuePairs; ++i)
        {
            const Ptr<Qp> qp = flow.paths
                                   ? m_network->Connect(flow.source, flow.destination, flow.paths)
                                   : m_network->Connect(flow.source, flow.destination);
            AddStream(qp, flow.start);
            if (m_load.bothWays)
            {
                AddStream(qp->Peer(), flow.start);
            }
        }
    }
    m_recovery.Watch(m_qps);
}

void
StreamBenchmark::AddStream(const Ptr<Qp>& qp, Time start)
{
    m_qps.push_back(qp);
    m_streams.push_back(std::make_unique<WriteStream>(*qp, m_load.bytes));
    WriteStream* stream = m_streams.back().get();
    if (start.IsZero())
    {
        stream->Start(m_load.outstanding);
        return;
    }
    m_starts.push_back(Simulator::Schedule(start, &WriteStream::Start, stream, m_load.outstanding));
}

StreamBenchmark::~StreamBenchmark()
{
    for (EventId& start : m_starts)
    {
        start.Cancel();
    }
}

std::vector<StreamResult>
StreamBenchmark::Run(const Sampling& sampling)
{
    const StreamSampler sampler(m_qps, sampling);
    // the sampler reads first
    Simulator::Stop(sampling.warmUp + sampling.step * sampling.steps + TimeStep(1));
    Simulator::Run();
    TellSharing(*m_network);
    m_record = sampler.Record();
    if (const RankDesk* ranks = m_network->Engine().shards.Ranks())
    {
        m_recovery.Gather(ranks->Link()); // each rank heard of its own packets alone
    }

    const std::size_t ofEachFlow = m_streams.size() / m_load.flows.size();
    std::vector<StreamResult> results(m_load.flows.size());
    for (std::size_t i = 0; i < m_streams.size(); ++i)
    {
        StreamResult& result = results[i / ofEachFlow];
        result.goodput += m_record.BitRate(i, {0, sampling.steps});
        // With one Write outstanding each is posted at the completion of the one before it.
        const Span busy = m_streams[i]->LatestCompletion() - m_streams[i]->Begun();
        const double trip = busy.Ps() * SECONDS_PER_PS / m_streams[i]->CompletedCount();
        result.halfRoundTrip += trip / 2 / static_cast<double>(ofEachFlow);
    }
    return results;
}

} // namespace mrc
} // namespace ns3
