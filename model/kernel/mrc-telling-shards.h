/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TELLING_SHARDS_H
#define MRC_TELLING_SHARDS_H

#include "mrc-window-crew.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Tells shards that calls are told, however these end. */
class TellingShards
{
  public:
    /** @param shards of this process; must outlive this */
    explicit TellingShards(const std::vector<WindowShard*>& shards)
        : m_shards(shards)
    {
        Set(true);
    }

    ~TellingShards()
    {
        Set(false);
    }

    TellingShards(const TellingShards&) = delete;
    TellingShards& operator=(const TellingShards&) = delete;

  private:
    void Set(bool isTelling)
    {
        for (WindowShard* shard : m_shards)
        {
            shard->SetTelling(isTelling);
        }
    }

    const std::vector<WindowShard*>& m_shards;
};

/** Brings calls into the order of their events. @param calls those of one event stay as they are */
inline void
SortCalls(std::vector<WindowCall>& calls)
{
    const auto isEarlier = [](const WindowCall& a, const WindowCall& b) {
        return EarlierHotEvent()(a.during, b.during);
    };
    // Those of one shard are in order already, and sorting moves all calls.
    if (!std::is_sorted(calls.begin(), calls.end(), isEarlier))
    {
        std::stable_sort(calls.begin(), calls.end(), isEarlier);
    }
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_TELLING_SHARDS_H */
