/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_STATE_H
#define MRC_PATH_STATE_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstddef>
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
    DENIED_BAD,  //!< denied too, and ASSUMED_BAD when allowed again
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
    TURN,          //!< the EV has lost the turns that its SKIP costs, or all EVs were to be skipped
    LAPSE,         //!< the EV's SKIP is too long ago to count
    PROBE,         //!< enough probes came back
    ADMINISTRATOR, //!< the denylist
    SILENCE,       //!< nothing comes back through the EV's plane
    FLOOR,         //!< the EV's plane must not have fewer: brought back though it was assumed bad
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, PathCause cause);

/** An EV changed its state. */
struct PathTransition
{
    Ev ev;                            //!< which one
    PathState from{PathState::GOOD};  //!< the state until then
    PathState to{PathState::GOOD};    //!< the state from then on
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
    Ev ev;                            //!< the EV's name on the wire
    PathState state{PathState::GOOD}; //!< whether the EV is used
};

/** The news about a path that a sender hears. */
enum class PathFeedback : uint8_t
{
    CLEAN,   //!< a SACK without a mark
    MARKED,  //!< a SACK with m = SKIP_ONCE
    TRIMMED, //!< a NACK TRIMMED, not last hop
    LOST,    //!< a packet was lost without being trimmed; the path table has heard of it
    LATE,    //!< a packet is overdue, and nobody knows yet whether it is lost
};

/**
 * @return the cause of a state that stands for feedback other than CLEAN; of LOST and LATE: no
 * trim, no mark
 */
constexpr PathCause
CauseOf(PathFeedback feedback)
{
    return feedback == PathFeedback::MARKED    ? PathCause::MARK
           : feedback == PathFeedback::TRIMMED ? PathCause::TRIM
                                               : PathCause::GAP;
}

/** An administrator's order about an EV. */
enum class PathOrder : uint8_t
{
    DENY,  //!< use the EV for nothing
    ALLOW, //!< as before the EV was denied
};

/** The most turns that a SKIP can cost. */
constexpr uint8_t MAX_SKIP_TURNS = 15;

/** An EV with a few bits of state. */
struct Path
{
    Ev ev;                            //!< the EV's name on the wire
    uint16_t skippedAt{0};            //!< time stamp (128 ns) of the latest SKIP
    PathState state{PathState::GOOD}; //!< whether the EV is used
    uint8_t skipTurns : 4;            //!< turns that the SKIP still costs
    uint8_t losses : 3;               //!< untrimmed losses since the last resurrection

    Path()
        : skipTurns(0),
          losses(0)
    {
    }

    /** @return whether the EV lost a packet and has not answered enough probes since */
    bool IsBad() const
    {
        return state == PathState::ASSUMED_BAD || state == PathState::DENIED_BAD;
    }

    /** @return whether the EV is neither bad nor denied */
    bool IsUsable() const
    {
        return state == PathState::GOOD || state == PathState::SKIP;
    }

    struct Hot;
};

/** The layout of a Path that speed needs. */
struct Path::Hot
{
    static_assert(sizeof(Path) == 8, "EV tables are most of an active sender");
    static_assert(offsetof(Path, ev) == 0, "a search for an EV compares it first");
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_STATE_H */
