/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ABSENT_PAIR_H
#define MRC_ABSENT_PAIR_H

#include "mrc-idle-pair.h"

namespace ns3
{
namespace mrc
{

/**
 * Stands for queue pairs that other shards have: nothing happens to them here.
 *
 * One stands for all of a shard, since a run has many times as many of them as of own ones. Where
 * a script sets limits of a queue pair of another process, that one has its own.
 */
class AbsentPair : public IdlePair
{
  public:
    Agenda Post(const WorkRequest&, Instant) override
    {
        return {};
    }

    /** @return true: the process that has the queue pair knows better, and ends all if not */
    bool SetGrant(const Grant&) override
    {
        return true;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ABSENT_PAIR_H */
