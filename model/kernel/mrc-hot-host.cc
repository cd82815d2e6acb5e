/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hot-host.h"

#include "mrc-hot-kernel.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

HotHost::~HotHost()
{
    ReleaseKernels();
}

void
HotHost::BetweenRuns()
{
}

void
HotHost::Attach(HotKernel& kernel)
{
    if (m_crew != nullptr)
    {
        throw std::invalid_argument("a network beside one on several threads in one simulator; "
                                    "expected one thread, or no other network");
    }
    m_kernels.push_back(&kernel);
    // Events that the kernel fired elsewhere do not count for this simulator. The difference may
    // wrap below 0; the sum in FiredCount comes out right.
    m_firedApart -= kernel.FiredCount();
    Regroup();
}

void
HotHost::SetCrew(HotCrew& crew)
{
    if (!TakesCrew())
    {
        throw std::invalid_argument("a network on several threads under another simulator than "
                                    "ns3::mrc::FastSimulatorImpl; expected one thread, or that");
    }
    if (!m_kernels.empty() || m_crew != nullptr)
    {
        throw std::invalid_argument("a network on several threads beside another one in one "
                                    "simulator; expected one thread, or no other network");
    }
    m_crew = &crew;
}

void
HotHost::EndCrew()
{
    // The count must not fall when a crew goes, as with a kernel.
    m_firedApart += m_crew->FiredCount();
    m_crew = nullptr;
    Regroup();
}

void
HotHost::Detach(HotKernel& kernel)
{
    m_kernels.erase(std::remove(m_kernels.begin(), m_kernels.end(), &kernel), m_kernels.end());
    // The simulator's event count must not fall when a kernel leaves.
    m_firedApart += kernel.FiredCount();
    Regroup();
}

void
HotHost::ReleaseKernels()
{
    for (HotKernel* kernel : m_kernels)
    {
        kernel->Release();
    }
    m_kernels.clear();
    if (m_crew != nullptr)
    {
        m_crew->Release();
        m_crew = nullptr;
    }
}

void
HotHost::Regroup()
{
    // Nothing is before this limit, so that the loop that fires events now comes back to Drain.
    m_clock.limit = Instant(std::numeric_limits<int64_t>::min());
    m_regroup = true;
}

/**
 * Called while hot events fire, when an ordinary event or Stop() has to come before those that
 * follow. The own limit falls too, as the next round of Drain begins with that one.
 */
void
HotHost::LowerLimit(Instant limit)
{
    m_limit = std::min(m_limit, limit);
    m_clock.limit = std::min(m_clock.limit, limit);
}

Instant
HotHost::Earliest() const
{
    Instant earliest = m_crew != nullptr ? m_crew->Earliest() : Instant::Never();
    for (const HotKernel* kernel : m_kernels)
    {
        earliest = std::min(earliest, kernel->m_wheel.Earliest());
    }
    return earliest;
}

uint64_t
HotHost::FiredCount() const
{
    uint64_t count = m_firedApart + (m_crew != nullptr ? m_crew->FiredCount() : 0);
    for (const HotKernel* kernel : m_kernels)
    {
        count += kernel->FiredCount();
    }
    return count;
}

Instant
HotHost::Drain(Instant limit)
{
    struct Firing // ends however an event does: one that cannot write a capture throws
    {
        ~Firing()
        {
            host.m_clock.firing = false;
            host.m_current = nullptr;
        }

        HotHost& host;
    };

    m_limit = limit;
    m_clock.firing = true;
    const Firing firing{*this};
    // An event may make or end a kernel; then the loop begins again with the new set.
    do
    {
        m_regroup = false;
        m_clock.limit = m_limit;
        if (m_crew != nullptr)
        {
            m_crew->Drain();
        }
        else if (m_kernels.size() == 1)
        {
            m_current = m_kernels.front();
            // A kernel that is alone needs no comparison with others for each event.
            m_current->m_drain(*m_current);
        }
        else
        {
            DrainMerged();
        }
    } while (m_regroup);
    return m_limit;
}

/**
 * Kernels are few, one for each Network, so a scan will do. At a tie the first to register wins.
 */
HotKernel*
HotHost::FirstKernel()
{
    const EarlierHotEvent earlier;
    HotKernel* first = nullptr;
    for (HotKernel* kernel : m_kernels)
    {
        if (kernel->m_wheel.Fill(m_clock.limit) &&
            (first == nullptr || earlier(*kernel->m_wheel.Head(), *first->m_wheel.Head())))
        {
            first = kernel;
        }
    }
    return first;
}

const HotEvent*
HotHost::First()
{
    HotKernel* kernel = FirstKernel();
    return kernel != nullptr ? kernel->m_wheel.Head() : nullptr;
}

void
HotHost::FireFirst()
{
    struct Current // ends however the event does
    {
        ~Current()
        {
            host.m_current = nullptr;
        }

        HotHost& host;
    };

    m_current = FirstKernel();
    const Current current{*this};
    m_current->m_fireHead(*m_current);
}

void
HotHost::DrainMerged()
{
    while (HotKernel* kernel = FirstKernel())
    {
        // Kernels are compared anew after each event, since the event may schedule in any of them.
        m_current = kernel;
        kernel->m_fireHead(*kernel);
        BetweenRuns();
    }
}

} // namespace mrc
} // namespace ns3
