/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-incast-benchmark.h"

#include "ns3/callback.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-rank-mail.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

IncastBenchmark::IncastBenchmark(Ptr<Network> network, const IncastLoad& load)
    : m_network(network),
      m_load(load),
      m_start(ToInstant(Simulator::Now())),
      m_finish(load.senders.size(), Instant::Never()),
      m_missing(load.senders.size()),
      m_alone(m_start)
{
    if (!m_network || load.senders.empty() || load.bytes == 0)
    {
        throw std::invalid_argument("IncastBenchmark: expected a network, senders and bytes");
    }
    // A rank knows the links of its own nodes only.
    RequireOneRank(m_network->Engine().fabric.State(), "the benchmark of incasts");
    m_link.emplace(m_network, m_load);
    for (std::size_t i = 0; i < m_load.senders.size(); ++i)
    {
        const Ptr<Qp> qp = m_network->Connect(m_load.senders[i], m_load.target);
        qp->TraceConnectWithoutContext("Completed", MakeBoundCallback(&OnCompleted, this, i));
        m_qps.push_back(qp);
        qp->Write(m_load.bytes);
    }
}

IncastBenchmark::~IncastBenchmark()
{
    for (std::size_t i = 0; i < m_qps.size(); ++i)
    {
        m_qps[i]->TraceDisconnectWithoutContext("Completed",
                                                MakeBoundCallback(&OnCompleted, this, i));
    }
}

void
IncastBenchmark::OnCompleted(IncastBenchmark* benchmark,
                             std::size_t sender,
                             const Completion& completion)
{
    benchmark->Completed(sender, completion);
}

void
IncastBenchmark::Completed(std::size_t sender, const Completion& completion)
{
    if (completion.status == CompletionStatus::SUCCESS)
    {
        m_finish[sender] = completion.at;
        --m_missing;
        if (m_missing == 1)
        {
            m_alone = completion.at;
            m_busyUntil = m_link->BusySeconds();
        }
    }
    if (m_missing == 0)
    {
        Simulator::Stop();
    }
}

void
IncastBenchmark::Run()
{
    Simulator::Run();
}

std::vector<IncastSender>
IncastBenchmark::Senders() const
{
    std::vector<IncastSender> senders(m_qps.size());
    for (std::size_t i = 0; i < m_qps.size(); ++i)
    {
        senders[i].finish = m_finish[i];
        senders[i].trims = m_qps[i]->Peer()->Counters().trims;
        senders[i].losses = m_qps[i]->Counters().UntrimmedLosses();
    }
    return senders;
}

double
IncastBenchmark::LastCompletion() const
{
    const Instant last = *std::max_element(m_finish.begin(), m_finish.end());
    if (last == Instant::Never())
    {
        return std::numeric_limits<double>::infinity();
    }
    return SecondsOf(last - m_start) / (m_link->WireSeconds() + m_link->RoundTripSeconds());
}

IncastExcess
IncastBenchmark::Excess() const
{
    const Instant last = *std::max_element(m_finish.begin(), m_finish.end());
    const double least = m_link->WireSeconds() + m_link->RoundTripSeconds();
    const double busy = m_link->BusySeconds();
    IncastExcess excess;
    excess.others = (busy - m_link->WireSeconds()) / least;
    excess.gaps = (SecondsOf(m_alone - m_start) - m_busyUntil - m_link->RoundTripSeconds()) / least;
    excess.tail = (SecondsOf(last - m_alone) - (busy - m_busyUntil)) / least;
    return excess;
}

double
IncastBenchmark::JainIndex() const
{
    double sum = 0;
    double squares = 0;
    for (const Instant finish : m_finish)
    {
        const double rate =
            finish == Instant::Never() ? 0 : 1 / static_cast<double>((finish - m_start).Ps());
        sum += rate;
        squares += rate * rate;
    }
    return m_missing != 0 ? 0 : sum * sum / (static_cast<double>(m_finish.size()) * squares);
}

} // namespace mrc
} // namespace ns3
