/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-lossless-room.h"

#include "mrc-buffer-admission.h"
#include "mrc-owned-parts.h"
#include "mrc-pause-frames.h"

namespace ns3
{
namespace mrc
{

bool
LosslessRoom::Take(PortIndex out, const Frame& frame, Instant now) const
{
    const PortIndex link = LinkOf(frame);
    IngressUse& use = OwnedParts(m_state).Ingress(link);
    const bool hasBuffer = m_state.buffers.Has(out);
    if (hasBuffer)
    {
        BufferAdmission(m_state).CatchUp(out, now);
    }
    if (Fits(out, link, frame.size))
    {
        use.shared += frame.size;
        if (hasBuffer)
        {
            OwnedParts(m_state).Buffers(out).TakeApart(out, frame.size, frame.size);
        }
        return true;
    }
    // Told before the frame is judged: one that finds no headroom asks for a pause too.
    if (!use.paused)
    {
        PauseFrames(m_state).Stop(link, now);
    }
    const bool taken = OwnedParts(m_state).Headroom(link).Take(use,
                                                               frame.size,
                                                               m_state.pauses.Link(link).headroom,
                                                               m_state.pauses.Plan().headroomPool);
    if (taken && hasBuffer)
    {
        OwnedParts(m_state).Buffers(out).TakeApart(out, frame.size, 0);
    }
    return taken;
}

void
LosslessRoom::Give(PortIndex out, PortIndex link, uint32_t size) const
{
    const uint64_t shared = OwnedParts(m_state).Ingress(link).Give(size);
    OwnedParts(m_state).Headroom(link).used -= size - shared;
    if (m_state.buffers.Has(out))
    {
        OwnedParts(m_state).Buffers(out).GiveApart(out, size, shared);
        OwnedParts(m_state).Buffers(out).Recount(out, m_state.Port(out));
    }
}

void
LosslessRoom::LetGoOn(PortIndex out, PortIndex link, Instant now) const
{
    const IngressUse& use = OwnedParts(m_state).Ingress(link);
    if (use.paused && m_state.buffers.Has(out))
    {
        BufferAdmission(m_state).CatchUp(out, now);
    }
    if (use.paused && use.MayResume(ThresholdOf(out, link), m_state.pauses.Plan().offset))
    {
        PauseFrames(m_state).Resume(link, now);
    }
}

/** @return whether a frame may wait below the threshold of its link */
bool
LosslessRoom::Fits(PortIndex out, PortIndex link, uint32_t size) const
{
    const uint64_t held = OwnedParts(m_state).Ingress(link).shared + size;
    const bool hasRoom =
        !m_state.buffers.Has(out) || size <= OwnedParts(m_state).Buffers(out).Of(out).Free();
    return held <= ThresholdOf(out, link) && hasRoom;
}

/** @return bytes that may wait of a link, now; dynamic without a number of its own */
uint64_t
LosslessRoom::ThresholdOf(PortIndex out, PortIndex link) const
{
    const uint64_t xoff = m_state.pauses.Link(link).xoff;
    return xoff != 0 ? xoff
                     : SharedBuffer::Threshold(OwnedParts(m_state).Buffers(out).Of(out).Free(),
                                               m_state.pauses.Plan().exponent);
}

} // namespace mrc
} // namespace ns3
