/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_SAMPLE_H
#define MRC_QP_SAMPLE_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-neth.h"

#include <array>
#include <cstdint>
#include <variant>

namespace ns3
{
namespace mrc
{

/** How much a sender may have in flight and has, behind a SACK or a loss. */
struct WindowSample
{
    uint64_t window{0};  //!< congestion window in bytes
    int64_t inFlight{0}; //!< payload bytes
    Instant at;          //!< when
};

/** A round trip that a SACK measured. */
struct RttSample
{
    Span rtt;   //!< from the transmission of the packet that the SACK is for
    Span delay; //!< the part of the round trip that counts as queueing: beyond the base RTT
    Instant at; //!< when the SACK came
};

/** A NACK that a sender heard. */
struct NackReport
{
    NackReason reason{NackReason::TRIMMED}; //!< why the receiver did not take the packet
    Psn psn;                                //!< of the packet
    Ev ev;                                  //!< the EV that the packet had
    Instant at;                             //!< when the NACK came
};

/** Which ports a sender takes for usable. */
struct PlaneStatus
{
    PlaneMask own{0};  //!< bit p: the NIC's own port of plane p is up
    PlaneMask peer{0}; //!< bit p: the peer has not called its port of plane p down
    Instant at;        //!< since when
};

/** The bytes that a queue pair has sent over each plane. */
struct PlaneBytes
{
    std::array<uint64_t, MAX_PLANES> bytes{}; //!< payload of data packets, by plane
    Instant at;                               //!< until when
};

/** The samples that a queue pair tells only when watched. */
using QpSample = std::variant<WindowSample, RttSample, NackReport, PlaneStatus>;

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_SAMPLE_H */
