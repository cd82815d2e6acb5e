/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-events.h"

#include "mrc-pause-frames.h"
#include "mrc-pause-hold.h"
#include "mrc-pause-watchdog.h"

namespace ns3
{
namespace mrc
{

/** Fires an event of priority flow control; runs without PFC have none. */
void
FabricEvents::FirePause(HotEvent event) const
{
    const PortIndex port = HotCode::IndexOf(event.arg);
    switch (event.key)
    {
    case HotCode::KEY_PAUSE:
        PauseHold(m_state).Fire(port, event.at);
        break;
    case HotCode::KEY_REPEAT:
        PauseFrames(m_state).Repeat(port, event.at);
        break;
    case HotCode::KEY_WATCHDOG:
        PauseWatchdog(m_state).Fire(port, event.at);
        break;
    default: // KEY_USER, which is of no concern to ports
        break;
    }
}

} // namespace mrc
} // namespace ns3
