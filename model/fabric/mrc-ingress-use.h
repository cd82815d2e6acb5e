/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INGRESS_USE_H
#define MRC_INGRESS_USE_H

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * How many bytes of lossless frames that came by one link wait in a switch [pfc-accounting]? One
 * cache line, all that a frame touches of its link's account.
 */
struct alignas(64) IngressUse
{
    uint64_t shared{0};   //!< below the threshold
    uint64_t xoff{0};     //!< that of the link's PauseLink
    uint32_t owner{0};    //!< number of the switch; meaningless at a NIC
    bool paused{false};   //!< whether the sender was told to stop; without this no headroom is used
    uint64_t headroom{0}; //!< beyond, while the sender has yet to stop
    uint64_t peak{0};     //!< the most that was in the headroom
    Instant repeatAt;     //!< when a pause is to be repeated; meaningless without one

    /**
     * Takes room for a frame.
     *
     * @param size bytes
     * @param mostHeadroom bytes
     * @return whether there was any, in the headroom
     */
    bool TakeHeadroom(uint32_t size, uint64_t mostHeadroom)
    {
        if (headroom + size > mostHeadroom)
        {
            return false;
        }
        headroom += size;
        peak = std::max(peak, headroom);
        return true;
    }

    /**
     * Gives room of a frame back, of the headroom first: a pause then ends before all has left.
     *
     * @param size bytes
     * @return bytes that were not of the headroom
     */
    uint64_t Give(uint32_t size)
    {
        const uint64_t ofHeadroom = std::min<uint64_t>(size, headroom);
        headroom -= ofHeadroom;
        shared -= size - ofHeadroom;
        return size - ofHeadroom;
    }

    /** @return whether a pause may end, given the threshold and bytes below it */
    bool MayResume(uint64_t threshold, uint64_t offset) const
    {
        return headroom == 0 && (shared == 0 || shared + offset <= threshold);
    }
};

/** The headroom that all links into a switch share [pfc-headroom-pool], and their pauses. */
struct HeadroomPool
{
    uint64_t used{0}; //!< bytes, of all links
    uint64_t peak{0}; //!< the most that was used
    uint32_t stopped{
        0}; //!< links with a sender that was told to stop; without one no headroom is used

    /**
     * Takes room for a frame.
     *
     * @param use of the link that the frame came by
     * @param bytes of the frame
     * @param mostOfLink bytes of headroom that the link may have
     * @param size of the pool, bytes; 0: there is none
     * @return whether there was any, in both
     */
    bool Take(IngressUse& use, uint32_t bytes, uint64_t mostOfLink, uint64_t size)
    {
        if ((size != 0 && used + bytes > size) || !use.TakeHeadroom(bytes, mostOfLink))
        {
            return false;
        }
        used += bytes;
        peak = std::max(peak, used);
        return true;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INGRESS_USE_H */
