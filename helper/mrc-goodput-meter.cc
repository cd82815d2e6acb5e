/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goodput-meter.h"

#include "ns3/fatal-error.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return payload bytes that the destination of a queue pair has placed so far */
uint64_t
Placed(const Ptr<Qp>& qp)
{
    return qp->PeerCounters().placedBytes;
}

} // namespace

GoodputMeter::GoodputMeter(const std::vector<Ptr<Qp>>& qps, Time warmUp, Time length)
    : m_qps(qps),
      m_length(length),
      m_begin(Simulator::Schedule(warmUp, &GoodputMeter::Begin, this)),
      m_end(Simulator::Schedule(warmUp + length, &GoodputMeter::End, this))
{
    if (std::find(m_qps.begin(), m_qps.end(), nullptr) != m_qps.end())
    {
        NS_FATAL_ERROR("a GoodputMeter of a null queue pair; expected those of Network::Connect");
    }
    if (warmUp.IsStrictlyNegative() || !length.IsStrictlyPositive())
    {
        NS_FATAL_ERROR("a GoodputMeter over " << length.As(Time::US) << " after "
                                              << warmUp.As(Time::US)
                                              << "; expected a length above 0 and a warm-up of 0 "
                                                 "or more");
    }
}

GoodputMeter::~GoodputMeter()
{
    m_begin.Cancel();
    m_end.Cancel();
}

void
GoodputMeter::Begin()
{
    for (const auto& qp : m_qps)
    {
        m_before.push_back(Placed(qp));
    }
}

void
GoodputMeter::End()
{
    for (std::size_t i = 0; i < m_qps.size(); ++i)
    {
        m_placed.push_back(Placed(m_qps[i]) - m_before[i]);
    }
}

double
GoodputMeter::BitRate(std::size_t i) const
{
    return m_placed.empty() ? 0 : m_placed.at(i) * 8 / m_length.GetSeconds();
}

} // namespace mrc
} // namespace ns3
