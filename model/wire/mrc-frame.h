/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_H
#define MRC_FRAME_H

#include "mrc-dscp.h"
#include "mrc-instant.h"
#include "mrc-usid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ns3
{
namespace mrc
{

/** Index of a frame in the pool of frames. */
using FrameIndex = uint32_t;

/** No frame. */
constexpr FrameIndex NO_FRAME = 0xffffffff;

/** Ethernet header and FCS, bytes. */
constexpr uint32_t ETHERNET_BYTES = 18;

/** Preamble, start delimiter and inter-packet gap: line time that is not frame, bytes. */
constexpr uint32_t LINE_OVERHEAD_BYTES = 20;

/** The hop limit that a sender writes. */
constexpr uint8_t INITIAL_HOP_LIMIT = 64;

/**
 * A packet in flight as the fabric sees it: one cache line of outer header and link state.
 *
 * Not on the wire are `at`, `next`, `nextAt`, `digest` and `fullSize`; all other fields are in the
 * bytes that the codec makes. Of a stock packet [stock-encapsulation] the number of the receiving
 * NIC is in the bytes on the last hop only. Data beside the packet is never in the bytes. The
 * transport part is the Datagram of the same index in the pool.
 */
struct alignas(64) Frame
{
    Instant at;                //!< in a pipe: when the frame is admitted at the far end
    Instant nextAt;            //!< in a pipe: `at` of the next frame, if there is one. In a switch
                               //!< with PFC: the link that the frame came by. Of a frame that
                               //!< waits where a switch trimmed the frame: that port (TrimPlace)
    UsidCarrier destination;   //!< outer IPv6 destination address
    FrameIndex next{NO_FRAME}; //!< next frame of the queue, pipe or free list
    uint32_t source{0};        //!< number of the sending NIC: the outer IPv6 source address
    // These four stand side by side: the fingerprint reads them at once.
    Ecn ecn{Ecn::ECT0};                  //!< outer ECN
    uint8_t dscp{0};                     //!< outer DSCP
    uint16_t size{0};                    //!< Ethernet frame with FCS, bytes
    uint32_t digest{0};                  //!< stamped by the sending host, for the fingerprint only
    uint32_t entropy{0};                 //!< EV, of which the outer flow label holds 20 bits
    uint16_t fullSize{0};                //!< size before trimming, bytes
    uint8_t hopLimit{INITIAL_HOP_LIMIT}; //!< of the outer header
    uint8_t segments{0};                 //!< of the segment routing header: left in bits 0 to 3,
                                         //!< uSIDs of each in bits 4 to 6; 0: there is none
    std::array<Usid, 4> behind{}; //!< uSIDs in that header, in the order of the way; 0: no more

    struct Hot;
};

/** The layout of a Frame that speed needs. */
struct Frame::Hot
{
    static_assert(sizeof(Frame) == 64, "a frame is one cache line");
    static_assert(offsetof(Frame, dscp) == offsetof(Frame, ecn) + 1 &&
                      offsetof(Frame, size) == offsetof(Frame, ecn) + 2 &&
                      offsetof(Frame, digest) == offsetof(Frame, ecn) + 4 &&
                      offsetof(Frame, ecn) % 8 == 0,
                  "the fingerprint reads four members by one load");
};

static_assert(std::is_trivially_copyable<Frame>::value, "frames live in a pool");

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_H */
