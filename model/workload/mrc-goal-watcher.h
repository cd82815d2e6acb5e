/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_WATCHER_H
#define MRC_GOAL_WATCHER_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Hears which operations of a schedule start and end, as that happens. */
class GoalWatcher
{
  public:
    virtual ~GoalWatcher() = default;

    /** An operation starts. @param rank from 0 @param place of the operation in it, from 0 */
    virtual void OperationStarted(uint32_t rank, uint32_t place) = 0;

    /** An operation is done. @param rank from 0 @param place of the operation in it, from 0 */
    virtual void OperationEnded(uint32_t rank, uint32_t place) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_WATCHER_H */
