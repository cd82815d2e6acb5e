/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_CONFIG_H
#define MRC_PORT_CONFIG_H

#include "mrc-ecn-marker.h"
#include "mrc-traffic-class.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-line-rate.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which data packet is trimmed when one comes that does not fit [trim-victim]. */
enum TrimVictim : uint8_t
{
    TRIM_VICTIM_ARRIVING, //!< the one that comes, as in switches
    TRIM_VICTIM_EITHER,   //!< that one or the newest that waits, by chance, as in NDP and uet-htsim
};

/** When a port decides whether a data packet is marked [ecn-mark-at]. */
enum EcnMarkAt : uint8_t
{
    ECN_MARK_AT_DEQUEUE, //!< as a packet leaves, by the queue behind it
    ECN_MARK_AT_ENQUEUE, //!< as a packet arrives, by the queue before it
};

/**
 * The configuration that ports of one kind share: line, queue limits and marking. Ports hold an
 * index into a small table of these, so that a port's own state stays one cache line.
 */
struct alignas(64) PortConfig
{
    LineRate rate{100000000000}; //!< line rate
    Span propagation;            //!< of the link
    Span farLatency;             //!< of the switch at the far end, from arrival to admission
    ByClass<uint32_t> limits{{UINT32_MAX, UINT32_MAX, UINT32_MAX}}; //!< see Limit()
    EcnMarkAt markAt{ECN_MARK_AT_DEQUEUE};                          //!< when marker is asked
    EcnMarker marker;                                               //!< by default marks nothing
    uint16_t trimFrameSize{146}; //!< frame size after trimming: trim size + 18 [trim-size]
    bool trimming{true};         //!< trim instead of dropping
    uint8_t trimmedDscp{11};     //!< as DscpPlan::TrimmedAt says [code-points]
    bool retxFirst{false};       //!< retransmissions go before other data [retx-class]
    TrimVictim trimVictim{TRIM_VICTIM_ARRIVING}; //!< which packet is trimmed
    uint16_t trimmedShare{0}; //!< of 256 when trimmed and data both wait; 0: strict priority

    /** @return bytes that may wait in a class; beyond, data is trimmed or dropped, others dropped
     */
    uint32_t& Limit(TrafficClass where)
    {
        return limits[where];
    }

    /** @return the same, to read */
    uint32_t Limit(TrafficClass where) const
    {
        return limits[where];
    }

    /** @return from the start of service to admission at the far end, without serialisation */
    Span Flight() const
    {
        return propagation + farLatency;
    }

    struct Hot;
};

/** The layout of a PortConfig that speed needs. */
struct PortConfig::Hot
{
    static_assert(sizeof(PortConfig) == 64 && alignof(PortConfig) == 64,
                  "what ports of a kind share is one cache line");
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_CONFIG_H */
