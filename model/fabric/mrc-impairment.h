/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IMPAIRMENT_H
#define MRC_IMPAIRMENT_H

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The effect of a fault on a directed link. */
enum class FaultEffect : uint8_t
{
    DOWN,   //!< the link carries nothing, and its ends see that
    SILENT, //!< the link carries nothing, and looks up at both ends
    LOSS,   //!< the link loses frames at random, and looks up
    RATE,   //!< the link serves at a part of its rate, and looks up
    BITS,   //!< the link inverts bits at random, which costs the frame, and looks up
    STORM,  //!< the link's sender sends pauses without end, as a faulty NIC does [pfc-storm]
};

/** An effect and its strength. */
struct Impairment
{
    FaultEffect effect{FaultEffect::DOWN}; //!< the effect on frames
    double share{1}; //!< of LOSS and, for each bit, of BITS the probability; of RATE the part that
                     //!< is left: above 0, to 1
    std::optional<uint8_t> priority{}; //!< of STORM, 0 .. 7; empty: the fabric's lossless one
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_IMPAIRMENT_H */
