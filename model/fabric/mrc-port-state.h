/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_STATE_H
#define MRC_PORT_STATE_H

#include "mrc-drop-reason.h"
#include "mrc-ecn-marker.h"
#include "mrc-traffic-class.h"

#include "ns3/mrc-dscp.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-line-rate.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Index of a port in its fabric: one interface of one node, and the direction that leaves it. */
using PortIndex = uint32_t;

/** No port. */
constexpr PortIndex NO_PORT = 0xffffffff;

/** Which data packet is trimmed when one comes that does not fit [trim-victim]. */
enum TrimVictim : uint8_t
{
    TRIM_VICTIM_ARRIVING, //!< the one that comes, as in switches
    TRIM_VICTIM_EITHER,   //!< it or the newest that waits, by chance, as in NDP and uet-htsim
};

/**
 * What ports of one kind have in common: line, queue limits and marking. Ports hold an index into a
 * small table of these, so that a port's own state stays one cache line.
 */
struct alignas(64) PortConfig
{
    LineRate rate{100000000000}; //!< line rate
    Span propagation;            //!< of the link
    Span farLatency;             //!< of the switch at the far end, from arrival to admission
    ByClass<uint32_t> limits{{UINT32_MAX, UINT32_MAX, UINT32_MAX}}; //!< see Limit()
    EcnMarker marker;                                               //!< by default marks nothing
    uint16_t trimFrameSize{146}; //!< frame size after trimming: trim size + 18 [trim-size]
    bool trimming{true};         //!< trim instead of dropping
    uint8_t trimmedDscp{11};     //!< code point that a trimmed packet gets here [code-points]
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
};

static_assert(sizeof(PortConfig) == 64, "what ports of a kind share is one cache line");

/** Bits of PortState::flags. */
enum PortFlag : uint8_t
{
    PORT_DOWN = 1,          //!< the link carries nothing in this direction
    PORT_WATCHED = 2,       //!< somebody listens to what leaves: eager service
    PORT_RX_WATCHED = 4,    //!< somebody listens at the far end: a second event at arrival
    PORT_EAGER = 6,         //!< either of them: an arrival too must be known before it happens
    PORT_LOSSY = 8,         //!< an ErrorModel judges every frame of this direction
    PORT_FOLLOWED = 16,     //!< the PacketFollower hears what NICs send and receive here
    PORT_HOP_FOLLOWED = 32, //!< the PacketFollower hears what this port admits
    PORT_RETX_FIRST = 64,   //!< its PortConfig has retxFirst
};

/**
 * The sender's end of a directed link: its line, its queues, and what it has done there. One cache
 * line, all that service touches.
 */
struct alignas(64) PortState
{
    Instant free; //!< when the frame in service has left
    ByClass<FrameIndex> head{{NO_FRAME, NO_FRAME, NO_FRAME}}; //!< oldest frame of each class
    ByClass<FrameIndex> tail{};                               //!< of a class without head any frame
    ByClass<uint32_t> bytes{};                                //!< waiting
    int32_t trimmedCredit{0}; //!< bytes x 256 that the trimmed class is owed
    uint32_t marks{0};        //!< frames that got CE here
    uint32_t trims{0};        //!< frames trimmed here
    uint16_t config{0};       //!< index into the fabric's PortConfigs
    uint8_t flags{0};         //!< PortFlag

    struct Hot;

    /** @return whether a frame waits in any class */
    bool IsBacklogged() const
    {
        return (head[TrafficClass::CONTROL] & head[TrafficClass::TRIMMED] &
                head[TrafficClass::DATA]) != NO_FRAME;
    }

    /** Repeats PortConfig::retxFirst as a flag, so that a hop tests one byte of this line. */
    void NoteRetxFirst(bool retxFirst)
    {
        const int flag = retxFirst ? PORT_RETX_FIRST : 0;
        flags = static_cast<uint8_t>((flags & ~PORT_RETX_FIRST) | flag);
    }
};

/** What speed asks of a PortState. */
struct PortState::Hot
{
    static_assert(sizeof(PortState) == 64, "a port is one cache line");
    static_assert(offsetof(PortState, free) == 0, "each touch reads it first");
};

/** What faults take of the frames of one direction while its link looks up. */
struct HiddenLoss
{
    bool silent{false}; //!< all of them
    uint64_t odds{0};   //!< the probability that a frame is lost, in units of 2^-64; 0: none is
};

/** What a directed link has done so far, at both of its ends. */
struct PortCounters
{
    uint64_t fingerprint{0}; //!< hash of what happened on this link
    uint64_t bytes{0};       //!< Ethernet bytes that arrived at the far end
    uint32_t frames{0};      //!< frames that arrived at the far end
    uint32_t marks{0};       //!< frames that got CE at the near end
    uint32_t trims{0};       //!< frames trimmed at the near end
    uint32_t drops{0};       //!< frames lost at either end or on the link, for any reason
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_STATE_H */
