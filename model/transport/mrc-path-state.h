/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_STATE_H
#define MRC_PATH_STATE_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

/** State of an EV [ev-states]. */
enum class PathState : uint8_t
{
    GOOD,        //!< may be used
    SKIP,        //!< to be passed over for a while: a packet was marked or trimmed on it
    ASSUMED_BAD, //!< lost a packet that was not trimmed: being probed
    DENIED,      //!< switched off by an administrator
    DENIED_BAD,  //!< so too, and ASSUMED_BAD when it is allowed again
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, PathState state);

/** Why an EV changed its state. */
enum class PathCause : uint8_t
{
    MARK,          //!< a SACK with m = SKIP_ONCE
    TRIM,          //!< a NACK TRIMMED, not last hop
    GAP,           //!< a packet lost, or overdue: later ones were acknowledged
    TIMEOUT,       //!< a packet lost: nothing was acknowledged for too long
    ALWAYS_SKIP,   //!< a SACK with m = ALWAYS_SKIP
    TURN,          //!< it has lost the turns that its SKIP costs, or all EVs were to be skipped
    LAPSE,         //!< its SKIP is too long ago to count
    PROBE,         //!< enough probes came back
    ADMINISTRATOR, //!< the denylist
    SILENCE,       //!< nothing comes back of its plane
    FLOOR,         //!< its plane must not have fewer: brought back though it was assumed bad
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, PathCause cause);

/** An EV changed its state. */
struct PathTransition
{
    Ev ev;                            //!< which one
    PathState from{PathState::GOOD};  //!< what it was until then
    PathState to{PathState::GOOD};    //!< what it is from then on
    PathCause cause{PathCause::MARK}; //!< why
    Instant at;                       //!< when

    /** @return the plane of the EV */
    PlaneId Plane() const
    {
        return ev.Plane();
    }
};

/** An EV and its state. */
struct PathStatus
{
    Ev ev;                            //!< its name on the wire
    PathState state{PathState::GOOD}; //!< whether it is used
};

/** What an administrator says about an EV. */
enum class PathOrder : uint8_t
{
    DENY,  //!< use it for nothing
    ALLOW, //!< as before it was denied
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_STATE_H */
