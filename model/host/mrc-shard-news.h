/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARD_NEWS_H
#define MRC_SHARD_NEWS_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-window-crew.h"

#include <deque>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What will users hear from one of several shards, and when? */
struct ShardNews
{
    std::deque<Instant> hearings;  //!< when users will hear, and may act: earliest first
    std::vector<WindowCall> calls; //!< what is to be told when the window is over
    bool isApart{false};           //!< whether a window is on, in which others are active
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARD_NEWS_H */
