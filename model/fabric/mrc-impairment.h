/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IMPAIRMENT_H
#define MRC_IMPAIRMENT_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What a fault does to a directed link. */
enum class FaultEffect : uint8_t
{
    DOWN,   //!< it carries nothing, and its ends see that
    SILENT, //!< it carries nothing, and looks up at both ends
    LOSS,   //!< it loses frames at random, and looks up
    RATE,   //!< it serves at a part of its rate, and looks up
    BITS,   //!< it inverts bits at random, which costs the frame; it looks up
    STORM,  //!< its sender sends pauses without end, as a faulty NIC does [pfc-storm]
};

/** An effect and how strong it is. */
struct Impairment
{
    FaultEffect effect{FaultEffect::DOWN}; //!< what happens to frames
    double share{1}; //!< of LOSS and, for each bit, of BITS the probability; of RATE the part that
                     //!< is left: above 0, to 1
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_IMPAIRMENT_H */
