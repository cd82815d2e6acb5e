/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DROP_REASON_H
#define MRC_DROP_REASON_H

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

/** Why a packet ended without being delivered. Every drop has exactly one [drop-reasons]. */
enum class DropReason : uint8_t
{
    DATA_OVERFLOW,     //!< the data class was full and the packet could not be trimmed
    TRIMMED_OVERFLOW,  //!< the trimmed class was full
    CONTROL_OVERFLOW,  //!< the control class was full
    LINK_DOWN,         //!< the link was or went down [link-outage]
    SWITCH_DOWN,       //!< the switch that held the packet went down
    CORRUPTED,         //!< the link's ErrorModel took the packet
    UNKNOWN_USID,      //!< no entry in the static table: silent [usid-unknown]
    END_OF_CARRIER,    //!< the argument was zero at a transit switch [usid-end]
    HOP_LIMIT,         //!< the hop limit ran out [usid-hop-limit]
    WRONG_NIC,         //!< the NIC does not own the uSID [wrong-nic]
    UNKNOWN_QP,        //!< the NIC has no such queue pair
    SILENT_FAULT,      //!< a fault took the packet while the link looked up [silent-fault]
    RANDOM_LOSS,       //!< a lossy fault drew the packet
    STOCK_TRIMMED,     //!< a stock packet reached its NIC without its end [stock-trimmed]
    STOCK_NOT_ECT,     //!< a stock packet got CE and is not ECN-capable [stock-ecn]
    NO_STACK,          //!< a stock packet reached a NIC without a stock stack [stock-receive]
    WRED,              //!< the port dropped the packet early [wred-drops]
    HEADROOM_OVERFLOW, //!< a lossless packet found no headroom [pfc-headroom]
    PFC_WATCHDOG,      //!< the port is in a storm of pauses [pfc-watchdog]
    NO_ROUTE,          //!< a switch knows no way to the address of a NIC [ecmp-tables]
};

/** How many drop reasons there are. */
constexpr unsigned DROP_REASONS = 20;

/** Prints the name as it stands in outputs. @return the stream */
std::ostream& operator<<(std::ostream& out, DropReason reason);

/** @return the name of a reason as it stands in outputs, such as "link-down" */
const char* DropReasonName(DropReason reason);

/**
 * @return whether the packet ended at the far end of its link. The packet was found wrong there, or
 *         an unseen fault took the packet there. Packets of all other reasons end at the port that
 *         should have sent them or on its link
 */
bool EndsAtFarEnd(DropReason reason);

/** Why a node with SRv6 drops a packet, and the ICMPv6 message that its source may get. */
enum class SegmentError : uint8_t
{
    NONE,          //!< a blackhole: nobody is told
    HOP_LIMIT,     //!< Time Exceeded, code 0
    SEGMENTS_LEFT, //!< Parameter Problem, code 0, at the Segments Left
    UPPER_LAYER,   //!< Parameter Problem, code 4, at the upper-layer header
    NO_ROUTE,      //!< Destination Unreachable, code 0: no route to the next destination
    INNER_PACKET,  //!< no whole IP header inside: nobody is told
    NOT_ECT,       //!< marked outside, and the inner packet can have no mark: no source is told
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, SegmentError error);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DROP_REASON_H */
