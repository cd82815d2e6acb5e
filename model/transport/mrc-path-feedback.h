/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_FEEDBACK_H
#define MRC_PATH_FEEDBACK_H

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
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_FEEDBACK_H */
