/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARD_CARE_H
#define MRC_SHARD_CARE_H

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Told of what several shards cannot go on beside as before. Called while none of them is active.
 */
class ShardCare
{
  public:
    virtual ~ShardCare() = default;

    /**
     * Has one thread fire the events of all shards from now on, in the order that one shard has.
     *
     * @param why something that several threads cannot serve, in words
     * @throws std::invalid_argument naming it, if the shards are processes
     * @throws std::runtime_error naming it, if a listener is told of an earlier event
     */
    virtual void Merge(const std::string& why) = 0;

    /** Frames take another time over a cut link from now on. */
    virtual void FlightChanged() = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARD_CARE_H */
