/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-lossless-room.h"

#include "mrc-pause-frames.h"
#include "mrc-port-service.h"

namespace ns3
{
namespace mrc
{

void
LosslessRoom::CatchUp(PortIndex port, Instant now) const
{
    const PortService service(m_state);
    for (const PortIndex beside : m_state.pauses.Switches().Beside(port))
    {
        const PortState& other = m_state.Port(beside);
        if (other.free <= now && other.IsBacklogged())
        {
            service.BringUpToDate(beside, now);
        }
    }
}

/** Take where TakeAtOnce has not done it. */
bool
LosslessRoom::TakeWithCare(PortIndex out, PortIndex link, uint32_t size, Instant now) const
{
    if (RisesToPeak(out, size) || !Fits(out, link, size))
    {
        return TakeExactly(out, link, size, now);
    }
    Keep(out, link, size, size);
    return true;
}

/** Take where counts decide that have to be exact. */
bool
LosslessRoom::TakeExactly(PortIndex out, PortIndex link, uint32_t size, Instant now) const
{
    CatchUpIfLazy(out, now);
    if (Fits(out, link, size))
    {
        Keep(out, link, size, size);
        return true;
    }
    IngressUse& use = OwnedParts(m_state).Ingress(link);
    // Told before the frame is judged: one that finds no headroom asks for a pause too.
    if (!use.paused)
    {
        PauseFrames(m_state).Stop(link, now);
    }
    const bool taken = OwnedParts(m_state).Headroom(link).Take(use,
                                                               size,
                                                               m_state.pauses.Link(link).headroom,
                                                               m_state.pauses.Plan().headroomPool);
    if (taken)
    {
        Keep(out, link, size, 0);
    }
    return taken;
}

/** Ends a pause if less than the threshold waits. */
void
LosslessRoom::JudgePause(PortIndex out, PortIndex link, Instant now) const
{
    if (m_state.buffers.Any())
    {
        CatchUp(out, now); // frames that leave at this very instant have left
    }
    const IngressUse& use = OwnedParts(m_state).Ingress(link);
    if (use.paused && use.MayResume(ThresholdOf(out, link), m_state.pauses.Plan().offset))
    {
        PauseFrames(m_state).Resume(link, now);
    }
}

} // namespace mrc
} // namespace ns3
