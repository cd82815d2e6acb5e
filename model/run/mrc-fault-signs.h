/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_SIGNS_H
#define MRC_FAULT_SIGNS_H

#include "ns3/mrc-impairment.h"
#include "ns3/mrc-queue-pair-counters.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What a fault can do to a transfer without a loss that the sender hears of. */
enum class FaultToll : uint8_t
{
    NONE,   //!< nothing: packets that are not lost are as fast as ever
    CLOSES, //!< the link carries nothing, so that others have to carry more
    SLOWS,  //!< packets wait longer
};

/** Which signs a sender may get of a fault with this effect [late-transfer]. */
struct FaultSigns
{
    FaultEffect effect;               //!< of the fault
    FaultToll toll;                   //!< beside losses
    bool mayCause[RETRANSMIT_CAUSES]; //!< by RetransmitCause: what packets are sent again for
};

/** A packet that was trimmed or refused was answered: what takes packets did not take this one. */
constexpr FaultSigns FAULT_SIGNS[] = {
    // clause late-transfer: TRIM, GAP, TIMEOUT, REFUSED, PORT
    {FaultEffect::DOWN, FaultToll::CLOSES, {false, true, true, false, true}},
    {FaultEffect::SILENT, FaultToll::CLOSES, {false, true, true, false, true}},
    {FaultEffect::LOSS, FaultToll::NONE, {false, true, true, false, true}},
    {FaultEffect::RATE, FaultToll::SLOWS, {true, true, true, false, true}},
    {FaultEffect::BITS, FaultToll::NONE, {false, true, true, false, true}},
    {FaultEffect::STORM, FaultToll::SLOWS, {true, true, true, false, true}},
};

/** @return the signs of an effect */
constexpr const FaultSigns&
SignsOf(FaultEffect effect)
{
    return FAULT_SIGNS[static_cast<std::size_t>(effect)];
}

/** @return whether each row stands at the place of its effect */
constexpr bool
AreSignsInOrder()
{
    for (std::size_t i = 0; i < sizeof(FAULT_SIGNS) / sizeof(FAULT_SIGNS[0]); ++i)
    {
        if (FAULT_SIGNS[i].effect != static_cast<FaultEffect>(i))
        {
            return false;
        }
    }
    return true;
}

static_assert(AreSignsInOrder(), "SignsOf looks rows up by their effects");

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_SIGNS_H */
