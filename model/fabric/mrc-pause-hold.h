/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAUSE_HOLD_H
#define MRC_PAUSE_HOLD_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Holds the data of a port while a pause lasts, and lets the others go on [pfc-response]. Of
 * several classes of data the lossless ones are held. A view of the fabric's state.
 *
 * Held frames are taken out of the port's state: service then finds no data, and pays nothing.
 */
class PauseHold
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit PauseHold(FabricState& state)
        : m_state(state)
    {
    }

    /** Takes in a pause frame that has come over a link, and ends the frame. */
    void Receive(PortIndex link, FrameIndex frame, Instant now) const;

    /** Fires a HotCode::KEY_PAUSE event of a port: an order acts, or a pause has run out. */
    void Fire(PortIndex port, Instant now) const;

    /** Forgets all pauses of a port when its link goes down; data is in the port's queue again. */
    void Forget(PortIndex port, Instant now) const;

    /** Puts a data frame behind those that are held. */
    void Push(PortIndex port, FrameIndex frame) const;

    /** Puts the held frames into the port's queue again, without service. */
    void PutBack(PortIndex port) const;

  private:
    void Hold(PortIndex port, Instant now) const;
    void Free(PortIndex port, Instant now) const;
    void TakeClasses(PortIndex port) const;
    void PutBackClasses(PortIndex port) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAUSE_HOLD_H */
