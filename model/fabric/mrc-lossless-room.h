/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSSLESS_ROOM_H
#define MRC_LOSSLESS_ROOM_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Is there room for a lossless frame that came by a link, and must that link's sender stop
 * [pfc-accounting]? A view of the fabric's state.
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
    bool Take(PortIndex out, const Frame& frame, Instant now) const;

    /**
     * Gives the room of a frame back, as the frame leaves its queue: observers that hear of that
     * may ask about the port.
     *
     * @param out the port where the frame waited, and waits no more
     * @param link that the frame came by
     * @param size bytes
     */
    void Give(PortIndex out, PortIndex link, uint32_t size) const;

    /**
     * Lets the sender of a link go on, if less than its threshold waits. The sender that goes on
     * may bring the port up to date, so this comes last.
     *
     * @param out the port from which room was given back
     * @param link by which the frames come
     * @param now the time
     */
    void LetGoOn(PortIndex out, PortIndex link, Instant now) const;

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
    bool Fits(PortIndex out, PortIndex link, uint32_t size) const;
    uint64_t ThresholdOf(PortIndex out, PortIndex link) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSSLESS_ROOM_H */
