/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hot-kernel.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

HotKernel::~HotKernel()
{
    if (m_host != nullptr)
    {
        m_host->Detach(*this);
    }
}

void
HotKernel::Register()
{
    Attach(m_findHost());
}

void
HotKernel::Attach(HotHost& host)
{
    m_host = &host;
    m_clock = &host.Clock();
    host.Attach(*this);
}

void
HotKernel::Release()
{
    m_wheel.Clear();
    m_clock = &m_noClock;
    m_host = nullptr;
}

void
HotKernel::End()
{
    m_noClock.now = Now();
    m_isOver = true;
    if (m_host != nullptr)
    {
        m_host->Detach(*this);
    }
    Release();
}

void
HotKernel::Wake(Instant at)
{
    if (m_isOver)
    {
        return;
    }
    if (m_host == nullptr)
    {
        Register();
    }
    if (at < m_clock->alarm)
    {
        m_host->Wake(at);
    }
}

bool
HotKernel::NextRun()
{
    m_host->BetweenRuns();
    return m_wheel.Fill(m_clock->limit);
}

Instant
HotKernel::OrdinaryNow() const
{
    if (m_isOver)
    {
        return m_noClock.now; // a simulation that follows has a time of its own
    }
    const HotHost& host = m_host != nullptr ? *m_host : m_findHost();
    return std::max(m_clock->now, host.OrdinaryNow());
}

} // namespace mrc
} // namespace ns3
