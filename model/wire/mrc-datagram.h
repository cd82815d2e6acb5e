/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATAGRAM_H
#define MRC_DATAGRAM_H

#include "mrc-aeth.h"
#include "mrc-bth.h"
#include "mrc-dscp.h"
#include "mrc-endpoint-headers.h"
#include "mrc-ids.h"
#include "mrc-meth.h"
#include "mrc-neth.h"
#include "mrc-peth.h"
#include "mrc-reth.h"
#include "mrc-seth.h"
#include "mrc-tseth.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ns3
{
namespace mrc
{

/** The network's work on the payload on the way, as the DSCP of the outer header tells. */
enum class TrimMark : uint8_t
{
    WHOLE,            //!< arrived unchanged
    TRIMMED,          //!< cut inside the fabric (DSCP_TRIMMED)
    TRIMMED_LAST_HOP, //!< cut on the port towards the receiver (DSCP_TRIMMED_LASTHOP)
};

/** Header values of an RDMA Write packet behind the BTH. */
struct WriteHeaders
{
    Reth reth;          //!< where this packet's payload goes, and the length of the whole message
    Meth meth;          //!< message numbers
    Tseth tseth;        //!< transmit time stamp
    uint32_t immediate; //!< ImmDt, only of the opcodes that carry one
};

/** Header values of a SACK behind the BTH. */
struct SackHeaders
{
    Seth seth;  //!< the packets that have arrived
    CcState cc; //!< the news for congestion control
};

/** A pause frame's times for each priority (IEEE 802.1Qbb) [pfc-frame]. */
struct PauseTimes
{
    uint16_t classes{0};              //!< priorities that the frame speaks of, 2^priority each
    std::array<uint16_t, 8> quanta{}; //!< by priority: how long to pause, in times of 512 bits
};

struct StockPacket;

/** Where an IP packet of a stock stack is: its bytes do not fit into a datagram. */
struct StockReference
{
    const StockPacket* packet; //!< in the pool of the packet's fabric
    uint64_t serial;           //!< the packet's own
};

/**
 * The transport part of a frame: headers as values, payload length, EV, ECN and trim marks.
 *
 * The opcode of the BTH, or STOCK_OPCODE or PAUSE_OPCODE in its place, says which member of the
 * union holds values. A datagram is 64 bytes and trivially copyable. Datagrams live in the cold
 * half of the frame pool: only the two ends of a path touch them.
 */
struct Datagram
{
    Bth bth;                        //!< base transport header; its opcode selects the union member
    uint32_t source{0};             //!< number of the sending NIC: the inner IPv6 source address
    uint32_t destination{0};        //!< number of the receiving NIC: the inner IPv6 destination
    Ev ev;                          //!< UDP source port and inner flow label
    uint16_t payload{0};            //!< bytes of payload
    Ecn ecn{Ecn::ECT0};             //!< written by the receiving NIC from the outer header
    TrimMark trim{TrimMark::WHOLE}; //!< written by the receiving NIC from the outer DSCP
    uint8_t dscp{0};                //!< DSCP that the sender asks for
    PlaneId plane{0};               //!< NIC port that sends the datagram, or got it

    union {
        WriteHeaders write;   //!< RDMA Write First .. Only with Immediate
        SackHeaders sack;     //!< SACK
        Neth neth;            //!< NACK
        Aeth aeth;            //!< Transport ACK
        Peth peth;            //!< reliability probe request
        Erth erth;            //!< endpoint request
        Eeth eeth;            //!< endpoint response
        StockReference stock; //!< a packet of a stock stack
        PauseTimes pause;     //!< a pause frame
    };

    Datagram()
        : write{}
    {
    }

    struct Hot;
};

/** The layout of a Datagram that speed needs. */
struct Datagram::Hot
{
    static_assert(sizeof(Datagram) == 64, "a datagram fills one cache line");
    static_assert(offsetof(Datagram, bth) == 0,
                  "the opcode, which says what follows, is read first");
    static_assert(offsetof(Datagram, write) + sizeof(WriteHeaders) <= 64 &&
                      offsetof(Datagram, sack) + sizeof(SackHeaders) <= 64,
                  "data and acknowledgements have their headers in that line");
};

static_assert(std::is_trivially_copyable<Datagram>::value, "datagrams live in a pool");

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATAGRAM_H */
