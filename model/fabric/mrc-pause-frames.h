/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAUSE_FRAMES_H
#define MRC_PAUSE_FRAMES_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/** Sends pause frames, and repeats them in time [pfc-frame]. A view of the fabric's state. */
class PauseFrames
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit PauseFrames(FabricState& state)
        : m_state(state)
    {
    }

    /** Has the sender of a link stop, and tells again before that runs out. */
    void Stop(PortIndex link, Instant now) const;

    /** Lets the sender of a link go on. */
    void Resume(PortIndex link, Instant now) const;

    /** Fires a HotCode::KEY_REPEAT event of a port. */
    void Repeat(PortIndex port, Instant now) const;

    /** Repeats at once the pause that the far end has forgotten, as a link comes up. */
    void TellAgain(PortIndex port, Instant now) const;

    /** Has a port send pauses for ever [pfc-storm]. */
    void BeginStorm(PortIndex port, Instant now) const;

    /** Ends the storm; the last pause ends by itself. */
    void EndStorm(PortIndex port) const;

  private:
    void Send(PortIndex port, uint16_t quanta, Instant now) const;
    void ServeInTime(PortIndex port) const;
    void PutFirst(PortIndex port, FrameIndex frame, Instant now) const;
    Instant RepeatAt(PortIndex port, Instant now) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAUSE_FRAMES_H */
