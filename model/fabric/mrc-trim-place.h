/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_PLACE_H
#define MRC_TRIM_PLACE_H

#include "mrc-port-state.h"

#include "ns3/mrc-frame.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which port has trimmed a frame that still waits there?
 *
 * A frame that waits needs no instant of its pipe: the port stands in its place, below 0, until the
 * next pipe. Frames that were trimmed elsewhere have another port there, or an instant.
 */
struct TrimPlace
{
    /** Writes down that a port has trimmed a frame. */
    static void Note(Frame& frame, PortIndex port)
    {
        frame.nextAt = Instant(-1 - static_cast<int64_t>(port));
    }

    /** @return whether a frame of the trimmed class that waits at a port was trimmed there */
    static bool IsAt(const Frame& frame, PortIndex port)
    {
        return frame.nextAt.Ps() == -1 - static_cast<int64_t>(port);
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_PLACE_H */
