/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stream-sampler.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the counters of both ends of a queue pair so far */
StreamReading
ReadingOf(const Ptr<Qp>& qp)
{
    const QueuePairCounters& source = qp->Counters();
    StreamReading reading;
    reading.placed = qp->Peer()->Counters().placedBytes;
    reading.lost = source.UntrimmedLosses();
    reading.retired = source.pathsRetired;
    reading.trimmed = source.retransmissions[static_cast<unsigned>(RetransmitCause::TRIM)];
    return reading;
}

} // namespace

StreamSampler::StreamSampler(const std::vector<Ptr<Qp>>& qps, const Sampling& sampling)
    : m_qps(qps),
      m_sampling(sampling),
      m_record(sampling.step)
{
    if (std::find(m_qps.begin(), m_qps.end(), nullptr) != m_qps.end())
    {
        throw std::invalid_argument(
            "a StreamSampler of a null queue pair; expected those of Network::Connect");
    }
    if (sampling.warmUp.IsStrictlyNegative() || !sampling.step.IsStrictlyPositive() ||
        sampling.steps == 0)
    {
        std::ostringstream message;
        message << "a measurement of " << sampling.steps << " steps of "
                << sampling.step.As(Time::US) << " after " << sampling.warmUp.As(Time::US)
                << "; expected a length above 0, at least one step and a warm-up of 0 or more";
        throw std::invalid_argument(message.str());
    }
    m_next = Simulator::Schedule(sampling.warmUp, &StreamSampler::Read, this);
}

StreamSampler::~StreamSampler()
{
    m_next.Cancel();
}

void
StreamSampler::Read()
{
    std::vector<StreamReading> readings;
    std::transform(m_qps.begin(), m_qps.end(), std::back_inserter(readings), ReadingOf);
    m_record.Add(readings);
    if (m_record.Steps() < m_sampling.steps)
    {
        m_next = Simulator::Schedule(m_sampling.step, &StreamSampler::Read, this);
    }
}

} // namespace mrc
} // namespace ns3
