/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAUSE_WATCHDOG_H
#define MRC_PAUSE_WATCHDOG_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Which ports of switches are paused for so long that their frames are better dropped
 * [pfc-watchdog]? A view of the fabric's state.
 */
class PauseWatchdog
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit PauseWatchdog(FabricState& state)
        : m_state(state)
    {
    }

    /** Takes notice of a port that is held from now on. */
    void Expect(PortIndex port, Instant now) const;

    /** Fires a HotCode::KEY_WATCHDOG event of a port. */
    void Fire(PortIndex port, Instant now) const;

  private:
    void LookAt(PortIndex port, Instant at) const;
    void LookForStorm(PortIndex port, Instant now) const;
    void LookForEnd(PortIndex port, Instant now) const;
    void DropHeld(PortIndex port, Instant now) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAUSE_WATCHDOG_H */
