/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-news.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPortNews");

namespace
{

/** Tries at doubled intervals before a peer is given up, the last after 4.3 s; own choice. */
constexpr uint8_t DOUBLED_TRIES = 14;

} // namespace

PortNews::PortNews(const QpConfig& config)
    : m_config(config)
{
    // Queue pairs may retry for ever; news must end, or a run with a dead peer would not.
    m_config.exponentialRetries = DOUBLED_TRIES;
}

void
PortNews::Tell(uint32_t peer, Instant now)
{
    NS_LOG_LOGIC("NIC " << peer << " is told of ports until it answers");
    // A new entry: retries begin afresh, and answers to earlier news do not count.
    m_pending.erase(peer);
    m_pending.emplace(peer, Pending{RetryTimer(m_config), now, {}});
}

void
PortNews::Revive(uint32_t peer, Instant now)
{
    const auto found = m_pending.find(peer);
    // Never: the peer was given up.
    if (found != m_pending.end() && found->second.due == Instant::Never())
    {
        Tell(peer, now);
    }
}

/** Peers come by number, so the order in which they are told repeats from run to run. */
std::optional<uint32_t>
PortNews::TakeDue(Instant now)
{
    for (auto& [peer, pending] : m_pending)
    {
        if (pending.due <= now)
        {
            const Span wait = pending.timer.Interval();
            pending.due = pending.timer.Exhausted() ? Instant::Never() : now + wait;
            pending.timer.CountRetry(now);
            return peer;
        }
    }
    return std::nullopt;
}

void
PortNews::OnSent(uint32_t peer, uint16_t id)
{
    const auto found = m_pending.find(peer);
    if (found != m_pending.end())
    {
        found->second.ids.push_back(id);
    }
}

void
PortNews::OnAnswer(uint32_t peer, uint16_t id)
{
    const auto found = m_pending.find(peer);
    if (found != m_pending.end())
    {
        const std::vector<uint16_t>& ids = found->second.ids;
        // The answer to any of the tries will do, as all of them say the same.
        if (std::find(ids.begin(), ids.end(), id) != ids.end())
        {
            NS_LOG_LOGIC("NIC " << peer << " has answered");
            m_pending.erase(found);
        }
    }
}

Instant
PortNews::NextDue() const
{
    Instant next = Instant::Never();
    for (const auto& entry : m_pending)
    {
        next = std::min(next, entry.second.due);
    }
    return next;
}

} // namespace mrc
} // namespace ns3
