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
 * One stands for all of a shard, since a run has many times as many of them as of own ones.
 */
class AbsentPair : public IdlePair
{
  public:
    Agenda Post(const WorkRequest&, Instant) override
    {
        return {};
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ABSENT_PAIR_H */
