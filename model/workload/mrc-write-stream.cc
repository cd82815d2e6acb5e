/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-write-stream.h"

#include "ns3/callback.h"
#include "ns3/fatal-error.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace mrc
{

WriteStream::WriteStream(Ptr<Qp> qp, uint64_t bytes)
    : m_qp(qp),
      m_bytes(bytes)
{
    if (!m_qp)
    {
        NS_FATAL_ERROR("a WriteStream without a queue pair; expected one of Network::Connect");
    }
    m_qp->TraceConnectWithoutContext("Completed", MakeCallback(&WriteStream::Continue, this));
}

WriteStream::~WriteStream()
{
    m_qp->TraceDisconnectWithoutContext("Completed", MakeCallback(&WriteStream::Continue, this));
}

void
WriteStream::Start(uint32_t outstanding)
{
    m_start = Instant(Simulator::Now().GetPicoSeconds());
    for (uint32_t i = 0; i < outstanding; ++i)
    {
        m_qp->Write(m_bytes);
    }
}

void
WriteStream::Continue(const Completion& completion)
{
    if (completion.status != CompletionStatus::SUCCESS)
    {
        return;
    }
    ++m_completed;
    m_latest = completion.at;
    m_qp->Write(m_bytes);
}

} // namespace mrc
} // namespace ns3
