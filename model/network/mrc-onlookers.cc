/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-onlookers.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** The event owns a copy of the look, which so survives that the look schedules the next one. */
void
Call(const std::function<void()>& look)
{
    look();
}

} // namespace

void
Onlookers::Schedule(const void* onlooker, Time delay, std::function<void()> look)
{
    auto found = std::find_if(m_looks.begin(), m_looks.end(), [onlooker](const Look& each) {
        return each.onlooker == onlooker;
    });
    if (found == m_looks.end())
    {
        found = m_looks.insert(m_looks.end(), Look{onlooker, EventId(), nullptr});
    }
    found->event.Cancel(); // an onlooker waits for one look at a time
    found->call = std::move(look);
    found->event = Simulator::Schedule(delay, &Call, found->call);
}

void
Onlookers::Cancel(const void* onlooker)
{
    for (auto look = m_looks.begin(); look != m_looks.end(); ++look)
    {
        if (look->onlooker == onlooker)
        {
            look->event.Cancel();
            m_looks.erase(look);
            return;
        }
    }
}

/**
 * ns-3 tells only whether any event waits, so the looks are taken out for the question. RunMonitor
 * and Sampler ask: each would otherwise wait for the other for ever.
 */
bool
Onlookers::AreAlone()
{
    std::vector<std::pair<Look*, Time>> waiting;
    for (Look& look : m_looks)
    {
        if (!look.event.IsExpired())
        {
            waiting.emplace_back(&look, Simulator::GetDelayLeft(look.event));
            Simulator::Remove(look.event); // one that was only cancelled would still wait
        }
    }
    const bool areAlone = Simulator::IsFinished();
    for (const auto& [look, delay] : waiting)
    {
        look->event = Simulator::Schedule(delay, &Call, look->call);
    }
    return areAlone;
}

} // namespace mrc
} // namespace ns3
