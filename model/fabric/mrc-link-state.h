/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_STATE_H
#define MRC_LINK_STATE_H

#include "ns3/mrc-frame.h"
#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The receiver's end of a directed link: the frames on the link, those that arrived, and the node
 * at this end. Half a cache line.
 *
 * A sender puts frames in and does nothing else here.
 */
struct alignas(32) LinkState
{
    static constexpr uint32_t FAR_NIC = 1U << 31;      //!< in `far`: a NIC is at this end
    static constexpr uint32_t FAR_JUDGED = 1U << 30;   //!< in `far`: not all that comes is admitted
    static constexpr uint32_t FAR_FOLLOWED = 1U << 29; //!< in `far`: the PacketFollower hears of
                                                       //!< arrivals here
    static constexpr uint32_t FAR_CUT = 1U << 28;      //!< in `far`: the sender is in another shard
    static constexpr uint32_t FAR_ADDRESSED = 1U << 27; //!< in `far`: a switch without SIDs is here
    static constexpr unsigned PLANE_SHIFT = 24;         //!< in `far`: of the plane, 3 bits
    static constexpr uint32_t NUMBER = (1U << 24) - 1;  //!< in `far`: of the NIC or switch

    uint64_t fingerprint{0};       //!< running hash of the frames that arrived or were lost on the
                                   //!< way
    uint64_t bytes{0};             //!< Ethernet bytes that arrived
    uint32_t frames{0};            //!< frames that arrived
    FrameIndex pipeHead{NO_FRAME}; //!< first frame on the link
    FrameIndex pipeTail{NO_FRAME}; //!< last frame on the link if the sender is in another shard;
                                   //!< else the sender knows that: PortState::last
    uint32_t far{0};               //!< the node here, its plane and flags

    struct Hot;

    /** @return a link of a plane to a NIC */
    static LinkState ToNic(uint32_t number, PlaneId plane)
    {
        LinkState link = ToSwitch(number, plane);
        link.far |= FAR_NIC;
        return link;
    }

    /** @return a link of a plane to a switch */
    static LinkState ToSwitch(uint32_t number, PlaneId plane)
    {
        LinkState link;
        link.far = number | static_cast<uint32_t>(plane) << PLANE_SHIFT;
        return link;
    }

    /** @return whether a NIC is at this end, not a switch */
    bool IsToNic() const
    {
        return (far & FAR_NIC) != 0;
    }

    /** @return the number of the NIC or switch at this end */
    uint32_t Number() const
    {
        return far & NUMBER;
    }

    /** @return the plane that the link belongs to */
    PlaneId Plane() const
    {
        return static_cast<PlaneId>((far >> PLANE_SHIFT) & 7);
    }

    /**
     * @param wireMode whether every hop goes through bytes
     * @param hasPauses whether there is PFC, so that a link may bring pauses. A NIC finds that they
     *        are not for its address, and a switch without SIDs finds no way for them
     * @return whether the link is FAR_JUDGED for good
     */
    bool IsJudgedWith(bool wireMode, bool hasPauses) const
    {
        return wireMode || (hasPauses && (far & (FAR_ADDRESSED | FAR_NIC)) == 0);
    }

    /** Sets or clears one of the flags in `far`. */
    void Flag(uint32_t flag, bool on)
    {
        far = (far & ~flag) | (on ? flag : 0);
    }
};

/** The demands of speed on a LinkState. */
struct LinkState::Hot
{
    static_assert(sizeof(LinkState) == 32 && alignof(LinkState) == 32, "half of one cache line");
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_STATE_H */
