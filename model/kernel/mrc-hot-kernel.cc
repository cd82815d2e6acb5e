/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hot-kernel.h"

#include "mrc-hot-driver.h"
#include "mrc-tick.h"

#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

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
    const Ptr<SimulatorImpl> simulator = Simulator::GetImplementation();
    m_host = dynamic_cast<HotHost*>(PeekPointer(simulator));
    if (m_host == nullptr)
    {
        m_host = &HotDriver::Of(simulator);
    }
    m_clock = &m_host->Clock();
    m_host->Attach(*this);
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
    // a simulation that follows has a time of its own
    return m_isOver ? m_noClock.now : std::max(m_clock->now, ToInstant(Simulator::Now()));
}

} // namespace mrc
} // namespace ns3
