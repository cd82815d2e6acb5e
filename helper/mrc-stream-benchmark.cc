/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stream-benchmark.h"

#include "ns3/mrc-tick.h"
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

/** @return the load, if something comes of it */
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
StreamBenchmark::Run(const Sampling& sampling)
{
    const Time begin = Simulator::Now();
    const StreamSampler sampler(m_qps, sampling);
    // the sampler reads first
    Simulator::Stop(sampling.warmUp + sampling.step * sampling.steps + TimeStep(1));
    Simulator::Run();
    m_record = sampler.Record();

    std::vector<StreamResult> results(m_load.flows.size());
    for (std::size_t i = 0; i < m_streams.size(); ++i)
    {
        StreamResult& result = results[i / m_load.queuePairs];
        result.goodput += m_record.BitRate(i, {0, sampling.steps});
        // With one Write outstanding each is posted at the completion of the one before it.
        const Span busy = m_streams[i]->LatestCompletion() - ToInstant(begin);
        const double trip = busy.Ps() * SECONDS_PER_PS / m_streams[i]->Completed();
        result.halfRoundTrip += trip / 2 / m_load.queuePairs;
    }
    return results;
}

} // namespace mrc
} // namespace ns3
