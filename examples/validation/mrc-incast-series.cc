/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-incast-series.h"

#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

template <typename T>
double
MeanOf(const std::vector<T>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / values.size();
}

} // namespace

IncastSeries::IncastSeries(std::function<Ptr<Network>()> make, const IncastLoad& load)
    : m_make(std::move(make)),
      m_load(load),
      m_trims(load.senders.size())
{
    if (!m_make || load.senders.empty())
    {
        throw std::invalid_argument("IncastSeries: expected a way to make networks, and senders");
    }
}

void
IncastSeries::Run()
{
    const uint64_t first = RngSeedManager::GetRun();
    RngSeedManager::SetRun(first + Runs());
    {
        IncastBenchmark incast(m_make(), m_load);
        incast.Run();
        m_last.push_back(incast.LastCompletion());
        m_indices.push_back(incast.JainIndex());
        const IncastExcess excess = incast.Excess();
        m_excess.others += excess.others;
        m_excess.gaps += excess.gaps;
        m_excess.tail += excess.tail;
        const std::vector<IncastSender> senders = incast.Senders();
        for (std::size_t i = 0; i < senders.size(); ++i)
        {
            m_trims[i] += senders[i].trims + senders[i].losses;
        }
    }
    Simulator::Destroy();
    RngSeedManager::SetRun(first);
}

uint64_t
IncastSeries::Runs() const
{
    return m_last.size();
}

double
IncastSeries::MeanLastCompletion() const
{
    return MeanOf(m_last);
}

double
IncastSeries::WorstLastCompletion() const
{
    return *std::max_element(m_last.begin(), m_last.end());
}

IncastExcess
IncastSeries::MeanExcess() const
{
    const auto runs = static_cast<double>(Runs());
    return {m_excess.others / runs, m_excess.gaps / runs, m_excess.tail / runs};
}

double
IncastSeries::MeanJainIndex() const
{
    return MeanOf(m_indices);
}

double
IncastSeries::LeastJainIndex() const
{
    return *std::min_element(m_indices.begin(), m_indices.end());
}

uint64_t
IncastSeries::LeastTrims() const
{
    return *std::min_element(m_trims.begin(), m_trims.end());
}

double
IncastSeries::UnequalTrims() const
{
    const double mean = MeanOf(m_trims);
    const auto [least, most] = std::minmax_element(m_trims.begin(), m_trims.end());
    return 100 * std::max(mean - *least, *most - mean) / mean;
}

} // namespace mrc
} // namespace ns3
