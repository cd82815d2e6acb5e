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

/** Looks up the host only now: the simulator of the constructor may be gone, and another there. */
void
HotKernel::Register()
{
    Attach(m_findHost());
}

void
HotKernel::Attach(HotHost& host)
{
    host.Attach(*this); // first, as the host may refuse
    m_host = &host;
    m_clock = &host.Clock();
}

/** Called by the host as the host goes, and by End. */
void
HotKernel::Release()
{
    m_wheel.Clear();
    // The alarm of the own clock is always on, so the next Schedule comes to Wake and registers
    // anew.
    m_clock = &m_noClock;
    m_host = nullptr;
}

void
HotKernel::End()
{
    // Kept before the host is left, as Now() needs the host.
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
    // The event stays in a wheel that nobody drains any more.
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

/** Called before each run of the wheel, so every few dozen events: the host gets its turn. */
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
    // An ordinary event that a hot one added to its own tick runs later than that tick began.
    return std::max(m_clock->now, host.OrdinaryNow());
}

} // namespace mrc
} // namespace ns3
