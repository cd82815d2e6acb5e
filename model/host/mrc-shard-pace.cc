/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shard-pace.h"

#include "mrc-user-calendar.h"

#include "ns3/mrc-rank-mail.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** Threads gain nothing by meeting more often: a meeting takes longer than the work between two. */
constexpr Span LEAST = Nanos(20);

} // namespace

void
ShardPace::Merge(const std::string& why)
{
    if (m_shards.size() == 1 ||
        std::find(m_reasons.begin(), m_reasons.end(), why) != m_reasons.end())
    {
        return;
    }
    RequireOneRank(m_shards.front()->GetFabric().State(), why); // no thread has the events of all
    if (m_shards.front()->GetNews().isTelling)
    {
        throw std::runtime_error("mrc: " + why + " while a listener is told of an earlier event, " +
                                 "with several threads; expected one thread, or an event "
                                 "ns3::mrc::FabricProfile::HostDelay later");
    }
    m_reasons.push_back(why);
    if (!m_pace.isMerged && m_shards.front()->GetNews().calendar)
    {
        m_shards.front()->GetNews().calendar->Merge();
    }
    m_pace.isMerged = true;
    m_isStale = true; // merged shards have another look-ahead
    // On the error stream, as the output is that of one thread.
    std::cerr << "mrc: " << m_shards.size() << " threads take turns because of " << why << '\n';
}

void
ShardPace::FlightChanged()
{
    m_isStale = true;
}

WindowPace
ShardPace::Pace()
{
    if (!m_isStale || m_shards.size() == 1)
    {
        return m_pace;
    }
    m_isStale = false;
    const Span flight = CutService::LookAhead(m_shards.front()->GetFabric().State());
    // Less a tick: an ordinary event, HostDelay after an arrival, begins with its tick.
    const Span apart = std::min({flight, m_hostDelay - Nanos(1), m_most});
    if (apart < LEAST)
    {
        Merge(flight < LEAST ? "links between them that take less than 20 ns"
                             : "ns3::mrc::FabricProfile::HostDelay of less than 21 ns");
    }
    // Scripts that act at once shorten no window of merged shards.
    m_pace.lookAhead = m_pace.isMerged ? flight : apart;
    return m_pace;
}

Span
ShardPace::Promise()
{
    m_most = std::min(m_most, Longest());
    return m_most;
}

/** Ranks keep to what they agreed on first: none of them sees the links of all. */
Span
ShardPace::Longest()
{
    return m_ranks == nullptr ? Pace().lookAhead : m_ranks->LookAhead();
}

WindowTally
ShardPace::Windows() const
{
    if (m_ranks != nullptr)
    {
        return m_ranks->Windows();
    }
    return m_crew != nullptr ? m_crew->Windows() : WindowTally();
}

uint64_t
ShardPace::CutFrames() const
{
    uint64_t sum = 0;
    for (const auto& shard : m_shards)
    {
        const FabricState& state = shard->GetFabric().State();
        sum += state.cuts ? state.cuts->SentCount() : 0;
    }
    return sum;
}

} // namespace mrc
} // namespace ns3
