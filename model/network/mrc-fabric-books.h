/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_BOOKS_H
#define MRC_FABRIC_BOOKS_H

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The events of one port and its link, and the frames in them. */
struct LinkBook
{
    int64_t arrived{0};     //!< frames at the far end
    int64_t endedThere{0};  //!< of these, dropped as they arrived
    int64_t endedBefore{0}; //!< frames that the port refused, or that it or the link lost
    int64_t dropped{0};     //!< frames dropped at either end or between, as the port's counter says
    int64_t waiting{0};     //!< frames in the port's queues
    int64_t onLink{0};      //!< frames between their first bit here and their admission there
    int64_t held{0};        //!< of them, those that a pause holds
    int64_t made{0};        //!< pause frames that the port made, less those that the port took;
                            //!< and ICMPv6 errors of its switch
    int64_t stock{0};       //!< of both, those that carry a stock packet
    int64_t bytes{0};       //!< of the frames in the port's queues
    int64_t backlog{0};     //!< bytes of the port's queues, by the port's own count
    int64_t share{0};       //!< of the backlog, those in the switch's shared buffer; lossless
                            //!< frames are accounted by their link
    int64_t lossless{0};    //!< bytes of the link's frames in the far switch's shared buffer
    int64_t buffer{-1};     //!< bytes that the switch's buffer says are used; -1: there is none
};

/** The events of a fabric, and the frames in it, at one instant. */
struct FabricBooks
{
    std::vector<LinkBook> links; //!< by port
    int64_t live{0};             //!< frames of the pool that are in use
    int64_t livePackets{0};      //!< stock packets that are in use
    int64_t reasons{0};          //!< drops, summed over their reasons
    bool atRest{false};          //!< nothing is to happen any more
};

/** When a fabric is looked at. */
struct Moment
{
    Instant now;        //!< of the kernel
    bool atRest{false}; //!< no event waits

    /**
     * @param kernel of a simulation that is not over
     * @return this moment of that simulation
     */
    static Moment Of(const HotKernel& kernel)
    {
        return {kernel.Now(), kernel.IsEmpty()};
    }
};

/**
 * Reads all books of a fabric; this brings ports with a shared buffer up to date.
 *
 * @param fabric with the frames, those of all shards
 * @param moment when
 * @return the books
 */
FabricBooks ReadBooks(Fabric& fabric, const Moment& moment);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_BOOKS_H */
