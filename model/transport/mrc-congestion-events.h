/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONGESTION_EVENTS_H
#define MRC_CONGESTION_EVENTS_H

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The path values that NSCC's constants are derived from. */
struct NsccPath
{
    Span baseRtt;     //!< unloaded round trip
    uint64_t bitRate; //!< bit/s of all planes together
    uint32_t mtu;     //!< payload bytes of a full packet
    bool trimming;    //!< whether the fabric trims
};

/** A SACK came. */
struct AckEvent
{
    Instant now;               //!< when the acknowledgement came
    Span delay;                //!< queueing delay of the round trip, at least 0
    int64_t inFlight{0};       //!< payload bytes in flight, without the acknowledged ones
    uint32_t bytes{0};         //!< payload bytes that the SACK acknowledged for the first time
    bool marked{false};        //!< the triggering packet was ECN-CE marked
    uint8_t penalty{0};        //!< rcv_cwnd_pen, 0 .. 127: 64 over one RTT halves the window
    bool restoreWindow{false}; //!< r_c: take back the bytes that penalties cost
};

/** A NACK reported a trimmed packet. */
struct CongestionEvent
{
    Instant now;         //!< when that was heard of
    int64_t inFlight{0}; //!< payload bytes in flight, without the trimmed packet
    uint32_t bytes{0};   //!< payload bytes that were cut
};

/** A packet was found to be lost. */
struct LossEvent
{
    uint32_t bytes{0}; //!< payload bytes of the packet
    Instant now{};     //!< when that was found out
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONGESTION_EVENTS_H */
