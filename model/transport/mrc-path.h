/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_H
#define MRC_PATH_H

#include "mrc-path-state.h"

#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The most turns that a SKIP can cost. */
constexpr uint8_t MAX_SKIP_TURNS = 15;

/** An EV with a few bits of state. */
struct Path
{
    Ev ev;                            //!< its name on the wire
    uint16_t skippedAt{0};            //!< time stamp (128 ns) of the latest SKIP
    PathState state{PathState::GOOD}; //!< whether it is used
    uint8_t skipTurns : 4;            //!< turns that the SKIP still costs
    uint8_t losses : 3;               //!< untrimmed losses since the last resurrection

    Path()
        : skipTurns(0),
          losses(0)
    {
    }

    /** @return whether it lost a packet and has not answered enough probes since */
    bool IsBad() const
    {
        return state == PathState::ASSUMED_BAD || state == PathState::DENIED_BAD;
    }

    /** @return whether it is neither bad nor denied */
    bool IsUsable() const
    {
        return state == PathState::GOOD || state == PathState::SKIP;
    }
};

static_assert(sizeof(Path) == 8, "EV tables are most of an active sender");

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_H */
