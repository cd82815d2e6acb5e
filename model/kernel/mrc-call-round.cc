/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-call-round.h"

#include "mrc-telling-shards.h"
#include "mrc-window-crew.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** Events differ but for those of calendars, which one shard tells. */
bool
CallRound::IsLater(const Rest& a, const Rest& b)
{
    const EarlierHotEvent earlier;
    return earlier(b.first->during, a.first->during) ||
           (b.shard < a.shard && !earlier(a.first->during, b.first->during));
}

/** A shard fires its events in order. So its list mostly is in order, and lists are merged. */
void
CallRound::Take(const std::vector<WindowShard*>& shards)
{
    Clear();
    m_lists.resize(shards.size());
    for (std::size_t i = 0; i < shards.size(); ++i)
    {
        std::vector<WindowCall>& list = m_lists[i];
        list.swap(shards[i]->Calls());
        if (!list.empty())
        {
            SortCalls(list);
            m_rests.push_back({list.data(), list.data() + list.size(), i});
        }
    }
    std::make_heap(m_rests.begin(), m_rests.end(), &CallRound::IsLater);
    while (!m_rests.empty())
    {
        std::pop_heap(m_rests.begin(), m_rests.end(), &CallRound::IsLater);
        Rest& rest = m_rests.back();
        m_order.push_back(rest.first++);
        if (rest.first == rest.end)
        {
            m_rests.pop_back();
        }
        else
        {
            std::push_heap(m_rests.begin(), m_rests.end(), &CallRound::IsLater);
        }
    }
}

void
CallRound::Hint(std::size_t next) const
{
    if (next % BATCH == 0)
    {
        HintBatch<BATCH> batch;
        for (std::size_t i = next; i < std::min(next + BATCH, m_order.size()); ++i)
        {
            batch.Add(m_order[i]->hint);
        }
        batch.Go();
    }
}

void
CallRound::Clear()
{
    for (std::vector<WindowCall>& list : m_lists)
    {
        list.clear();
    }
    m_order.clear();
}

} // namespace mrc
} // namespace ns3
