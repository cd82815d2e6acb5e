/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_FEEDBACK_H
#define MRC_PATH_FEEDBACK_H

#include "mrc-path-state.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What a sender hears about a path. */
enum class PathFeedback : uint8_t
{
    CLEAN,   //!< a SACK without a mark
    MARKED,  //!< a SACK with m = SKIP_ONCE
    TRIMMED, //!< a NACK TRIMMED, not last hop
    LOST,    //!< a packet was lost without being trimmed; the path table has heard of it
    LATE,    //!< a packet is overdue, and nobody knows yet whether it is lost
};

/** @return what feedback other than CLEAN is as the cause of a state; of LOST and LATE: no trim, no
 * mark */
constexpr PathCause
CauseOf(PathFeedback feedback)
{
    return feedback == PathFeedback::MARKED    ? PathCause::MARK
           : feedback == PathFeedback::TRIMMED ? PathCause::TRIM
                                               : PathCause::GAP;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_FEEDBACK_H */
