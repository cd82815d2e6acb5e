/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_WATCH_H
#define MRC_FABRIC_WATCH_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

class LinkEnds;
class RankMember;

/**
 * Which observers look at which ports, and what do the observers see? A view of the fabric's state.
 */
class FabricWatch
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit FabricWatch(FabricState& state)
        : m_state(state)
    {
    }

    /** Sets the observer of watched ports; once, before any port is watched. */
    void SetObserver(PortObserver* observer) const;

    /**
     * Has one of several shards keep its reports until a window is over; before SetObserver.
     *
     * @param first a view of the first shard
     * @param calls gets the reports
     * @param isApart whether a window is on; must outlive the state, as the calls must
     * @param member tells other processes at once; null: there are none
     */
    void TellLate(const FabricWatch& first,
                  std::vector<WindowCall>& calls,
                  const bool& isApart,
                  RankMember* member) const;

    /** @return the frame of a report, as it was then. @param index of the report */
    const Frame& FrameAt(FrameIndex index) const
    {
        const FrameSight* shown = m_state.shown;
        return shown != nullptr && shown->index == index ? shown->frame : m_state.pool.At(index);
    }

    /** @return the datagram of that frame, as it was then. @param index of the report */
    const Datagram& DatagramAt(FrameIndex index) const
    {
        const FrameSight* shown = m_state.shown;
        return shown != nullptr && shown->index == index ? shown->datagram
                                                         : m_state.pool.DatagramAt(index);
    }

    /** @return the records of that packet, as they were then; null: none. @param index of
     * the report */
    const HopRecords* RecordsAt(FrameIndex index) const
    {
        const FrameSight* shown = m_state.shown;
        return shown != nullptr && shown->index == index ? &shown->records
                                                         : m_state.pool.TrailerOf(index);
    }

    /**
     * Starts or ends watching.
     *
     * @param port the port
     * @param flags PORT_WATCHED, PORT_RX_WATCHED and PORT_LOSSY in any combination, all others off
     * @param now the time
     */
    void Watch(PortIndex port, uint8_t flags, Instant now) const;

    /** Sets the follower that hears of lost packets, and of packets at marked ports; null: none. */
    void SetFollower(PacketFollower* follower) const;

    /** @return the follower of packets, null: none */
    PacketFollower* Follower() const
    {
        return m_state.follower;
    }

    /**
     * Marks a port for the follower.
     *
     * @param port the port
     * @param flags PORT_FOLLOWED and PORT_HOP_FOLLOWED in any combination
     */
    void Follow(PortIndex port, uint8_t flags) const;

    /** @return bytes that wait at a port in a class, now */
    uint32_t Backlog(PortIndex port, TrafficClass where, Instant now) const;

    /** @return frames that a port has trimmed and sent, up to now [sent-trims] */
    uint32_t SentTrims(PortIndex port, Instant now) const;

    /**
     * Brings all ports of a port's switch up to date, so that counts of its links are exact too.
     *
     * @param port a port of the switch
     * @param now the time
     * @return the buffer of the switch; null: the port has none to share
     */
    const SharedBuffer* Buffer(PortIndex port, Instant now) const;

  private:
    static void CatchUp(const LinkEnds& ends, PortIndex port, Instant now);

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_WATCH_H */
