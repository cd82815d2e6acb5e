/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stream-benchmark.h"

#include "mrc-goodput-meter.h"

#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double SECONDS_PER_PS = 1e-12;

} // namespace

StreamBenchmark::StreamBenchmark(Ptr<Network> network, const StreamLoad& load)
    : m_network(network),
      m_load(load)
{
    for (const auto& [source, destination] : m_load.flows)
    {
        for (uint32_t i = 0; i < m_load.queuePairs; ++i)
        {
            m_qps.push_back(m_network->Connect(source, destination));
            m_streams.push_back(std::make_unique<WriteStream>(m_qps.back(), m_load.bytes));
            m_streams.back()->Start(m_load.outstanding);
        }
    }
}

std::vector<StreamResult>
StreamBenchmark::Run(Time warmUp, Time length)
{
    const Time begin = Simulator::Now();
    const GoodputMeter meter(m_qps, warmUp, length);
    Simulator::Stop(warmUp + length + TimeStep(1)); // the meter reads first
    Simulator::Run();

    std::vector<StreamResult> results(m_load.flows.size());
    for (std::size_t i = 0; i < m_streams.size(); ++i)
    {
        StreamResult& result = results[i / m_load.queuePairs];
        result.goodput += meter.BitRate(i);
        // With one Write outstanding each is posted at the completion of the one before it.
        const Span busy = m_streams[i]->LatestCompletion() - ToInstant(begin);
        const double trip = busy.Ps() * SECONDS_PER_PS / m_streams[i]->Completed();
        result.halfRoundTrip += trip / 2 / m_load.queuePairs;
    }
    return results;
}

} // namespace mrc
} // namespace ns3
