/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DSCP_H
#define MRC_DSCP_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The code points by which hosts and switches agree on traffic classes [traffic-classes]
 * [code-points].
 */
struct DscpPlan
{
    uint8_t noTrim{0};          //!< data that a switch drops instead of trimming
    uint8_t trimmable{1};       //!< data
    uint8_t trimmableRetx{2};   //!< retransmitted data
    uint8_t trimmed{11};        //!< cut inside the fabric
    uint8_t trimmedLastHop{21}; //!< cut on the port towards the NIC
    uint8_t control{48};        //!< SACK, NACK, Transport ACK, endpoint responses

    /**
     * @param isLastHop whether the port leads to a NIC: a trim there says nothing about the path
     * [trim-skips]
     * @return the code point that a packet gets when it is trimmed at a port
     */
    constexpr uint8_t TrimmedAt(bool isLastHop) const
    {
        return isLastHop ? trimmedLastHop : trimmed;
    }

    /**
     * @param dscp a code point
     * @return whether packets that were trimmed have this DSCP
     */
    constexpr bool IsTrimmed(uint8_t dscp) const
    {
        return dscp == trimmed || dscp == trimmedLastHop;
    }

    /**
     * A code point names one class; within a class code points may coincide. Data that must not be
     * trimmed is told from the rest by its code point alone. So that data is a class of its own
     * here.
     *
     * @return whether a code point names two classes
     */
    constexpr bool HasClash() const
    {
        return IsData(control) || IsData(trimmed) || IsData(trimmedLastHop) || IsTrimmed(control) ||
               noTrim == trimmable || noTrim == trimmableRetx;
    }

    /**
     * @param dscp a code point
     * @return whether MRC's data has this DSCP
     */
    constexpr bool IsData(uint8_t dscp) const
    {
        return dscp == noTrim || dscp == trimmable || dscp == trimmableRetx;
    }
};

/** The two ECN bits of the IPv6 traffic class (RFC 3168). */
enum class Ecn : uint8_t
{
    NOT_ECT = 0,
    ECT1 = 1,
    ECT0 = 2,
    CE = 3,
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DSCP_H */
