/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSSLESS_ROOM_H
#define MRC_LOSSLESS_ROOM_H

#include "mrc-fabric-state.h"
#include "mrc-owned-parts.h"

namespace ns3
{
namespace mrc
{

/**
 * Is there room for a lossless frame that came by a link, and must that link's sender stop
 * [pfc-accounting]? A view of the fabric's state.
 *
 * Ports are served lazily, so that frames may be counted that have left by now. A frame that fits
 * beside these fits all the more without them. Only for others, and before a count rises to a new
 * peak, are all ports of the switch brought up to date. While the sender of a link is paused, ports
 * go by events, and counts are exact.
 */
class LosslessRoom
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit LosslessRoom(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Takes room for a frame that is to wait, and has its link's sender stop beyond the threshold.
     *
     * @param out the port where the frame is to wait
     * @param frame the frame
     * @param now the time
     * @return whether there was any
     */
    bool Take(PortIndex out, const Frame& frame, Instant now) const
    {
        const PortIndex link = LinkOf(frame);
        return TakeAtOnce(m_state.Port(out), link, frame.size) ||
               TakeWithCare(out, link, frame.size, now);
    }

    /**
     * Takes room for a frame if there is room whatever has left since, no peak is reached, and no
     * sender is paused.
     *
     * @param port where the frame is to wait
     * @param link that the frame came by
     * @param size bytes
     * @return whether it was taken; if not, Take knows more
     */
    bool TakeAtOnce(PortState& port, PortIndex link, uint32_t size) const
    {
        if (!m_state.buffers.Any())
        {
            return false;
        }
        IngressUse& use = OwnedParts(m_state).Ingress(link);
        SharedBuffer& buffer = m_state.buffers.OfSwitch(use.owner);
        const uint64_t held = use.shared + size;
        if (!buffer.TakeEasily(size, held, use.xoff))
        {
            return false;
        }
        use.shared = held;
        port.apart += size;
        return true;
    }

    /**
     * Gives the room of a frame back that leaves the queue, if the frame's link is not paused.
     *
     * @param port where the frame waited
     * @param frame the frame
     * @return whether it was given back; if not, Give and LetGoOn are to be called
     */
    bool GiveAtOnce(PortState& port, const Frame& frame) const
    {
        IngressUse& use = OwnedParts(m_state).Ingress(LinkOf(frame));
        if (use.paused)
        {
            return false;
        }
        use.shared -= frame.size;
        port.apart -= frame.size;
        if (m_state.buffers.Any())
        {
            m_state.buffers.OfSwitch(use.owner).Give(frame.size);
        }
        return true;
    }

    /**
     * Gives the room of a frame back, as the frame leaves its queue: observers that hear of that
     * may ask about the port.
     *
     * @param out the port where the frame waited, and waits no more
     * @param link that the frame came by
     * @param size bytes
     */
    void Give(PortIndex out, PortIndex link, uint32_t size) const
    {
        IngressUse& use = OwnedParts(m_state).Ingress(link);
        const uint64_t shared = use.Give(size);
        OwnedParts(m_state).Headroom(link).used -= size - shared;
        m_state.Port(out).apart -= size;
        if (m_state.buffers.Any())
        {
            m_state.buffers.OfSwitch(use.owner).Give(shared);
        }
    }

    /**
     * Lets the sender of a link go on, if less than its threshold waits. The sender that goes on
     * may bring the port up to date, so this comes last.
     *
     * @param out the port from which room was given back
     * @param link by which the frames come
     * @param now the time
     */
    void LetGoOn(PortIndex out, PortIndex link, Instant now) const
    {
        if (__builtin_expect(OwnedParts(m_state).Ingress(link).paused, 0))
        {
            JudgePause(out, link, now);
        }
    }

    /** Serves the ports of a port's switch up to now: only then are its counts exact. */
    void CatchUp(PortIndex port, Instant now) const;

    /**
     * Serves them unless they go by events, so that they are up to date.
     *
     * @param port a port of the switch
     * @param now the time
     */
    void CatchUpIfLazy(PortIndex port, Instant now) const
    {
        if (!m_state.pauses.HasStopped(port))
        {
            CatchUp(port, now);
        }
    }

    /** @return whether a frame has such room while it waits at a port */
    bool IsOf(PortIndex out, const Frame& frame) const
    {
        return (m_state.FlagsOf(out) & PORT_LOSSLESS) != 0 &&
               m_state.classes.IsLossless(frame.dscp);
    }

    /** Writes down by which link a frame came, for as long as it waits in a switch. */
    static void Note(Frame& frame, PortIndex link)
    {
        frame.nextAt = Instant(link);
    }

    /** @return the link that a frame came by */
    static PortIndex LinkOf(const Frame& frame)
    {
        return static_cast<PortIndex>(frame.nextAt.Ps());
    }

  private:
    // Out of line: of most frames this is not asked.
    __attribute__((noinline)) bool TakeWithCare(PortIndex out,
                                                PortIndex link,
                                                uint32_t size,
                                                Instant now) const;
    bool TakeExactly(PortIndex out, PortIndex link, uint32_t size, Instant now) const;
    void JudgePause(PortIndex out, PortIndex link, Instant now) const;

    /** @return whether the buffer of a port's switch, if it has one, holds more than ever then */
    bool RisesToPeak(PortIndex out, uint32_t size) const
    {
        if (!m_state.buffers.Any())
        {
            return false;
        }
        const SharedBuffer& buffer = OwnedParts(m_state).Buffers(out).Of(out);
        return buffer.Used() + size > buffer.Peak();
    }

    /** @return whether a frame may wait below the threshold of its link */
    bool Fits(PortIndex out, PortIndex link, uint32_t size) const
    {
        const uint64_t held = OwnedParts(m_state).Ingress(link).shared + size;
        const bool hasRoom =
            !m_state.buffers.Any() || size <= OwnedParts(m_state).Buffers(out).Of(out).Free();
        return hasRoom && held <= ThresholdOf(out, link);
    }

    /** Takes the room that was found, and so many bytes of it below the threshold. */
    void Keep(PortIndex out, PortIndex link, uint32_t size, uint32_t shared) const
    {
        IngressUse& use = OwnedParts(m_state).Ingress(link);
        use.shared += shared;
        m_state.Port(out).apart += size;
        if (!m_state.buffers.Any())
        {
            return;
        }
        SharedBuffer& buffer = m_state.buffers.OfSwitch(use.owner);
        buffer.Take(shared);
        if (!m_state.pauses.HasStopped(out))
        {
            buffer.Ease(m_state.pauses.Plan().exponent);
        }
    }

    /** @return bytes that may wait of a link, now; dynamic without a number of its own */
    uint64_t ThresholdOf(PortIndex out, PortIndex link) const
    {
        const uint64_t xoff = m_state.pauses.Link(link).xoff;
        return xoff != 0 ? xoff
                         : SharedBuffer::Threshold(OwnedParts(m_state).Buffers(out).Of(out).Free(),
                                                   m_state.pauses.Plan().exponent);
    }

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSSLESS_ROOM_H */
