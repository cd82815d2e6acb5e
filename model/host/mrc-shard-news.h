/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARD_NEWS_H
#define MRC_SHARD_NEWS_H

#include "mrc-user-moment.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-window-crew.h"

#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <vector>

namespace ns3
{
namespace mrc
{

class RankDesk;
class UserCalendar;

/** What will users hear from one of several shards, and when? */
struct ShardNews
{
    /** Instants, the earliest first. */
    using Instants = std::priority_queue<Instant, std::vector<Instant>, std::greater<Instant>>;

    Instants hearings;             //!< when users will hear, and may act
    std::vector<WindowCall> calls; //!< what is to be told when the window is over
    bool isApart{false};           //!< whether a window is on, in which others are active
    bool isTelling{false};         //!< whether calls are told: all shards are later than those
    Instant reached;               //!< the end of the last window
    bool isElsewhere{false};       //!< whether another process acts for the shard
    RankDesk* desk{nullptr};       //!< tells other processes; null: there are none
    std::shared_ptr<UserCalendar> calendar; //!< of all shards; null: there is one shard
    std::map<UserMoment, Instant> latest;   //!< the last hot event before moments of the calendar
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARD_NEWS_H */
