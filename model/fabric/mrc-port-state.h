/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_STATE_H
#define MRC_PORT_STATE_H

#include "mrc-drop-reason.h"
#include "mrc-port-config.h"
#include "mrc-port-counters.h"
#include "mrc-traffic-class.h"

#include "ns3/mrc-dscp.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Bits of PortState::flags. */
enum PortFlag : uint16_t
{
    PORT_DOWN = 1,          //!< the link carries nothing in this direction
    PORT_WATCHED = 2,       //!< an observer listens to leaving frames: eager service
    PORT_RX_WATCHED = 4,    //!< somebody listens at the far end: a second event at arrival
    PORT_EAGER = 6,         //!< either of them: an arrival too must be known before it happens
    PORT_LOSSY = 8,         //!< an ErrorModel judges every frame of this direction
    PORT_FOLLOWED = 16,     //!< the PacketFollower hears of packets that NICs send and receive here
    PORT_HOP_FOLLOWED = 32, //!< the PacketFollower hears of packets that this port admits
    PORT_RETX_FIRST = 64,   //!< the port's PortConfig has retxFirst
    PORT_WEIGHTED = 128,    //!< the port's classes have weights
    PORT_MARKS_EARLY = 256, //!< the port's PortConfig marks arriving frames, not leaving ones
    PORT_JITTERED = 512,    //!< the port's link has jitter
    PORT_WRED = 1024,       //!< drops early by its shard's WredProfile
    PORT_LOSSLESS = 2048,   //!< of a switch with PFC: counts waiting frames by their link
    PORT_PAUSED = 4096,     //!< the data class is held or dropped: see PausedPort
    PORT_CUT = 8192,        //!< the link leads to another shard
    PORT_STAMPS = 16384,    //!< writes records of telemetry into packets that leave
    PORT_CLASSES = 32768,   //!< has several classes of data
    PORT_BY_EVENTS = 2054,  //!< PORT_EAGER or PORT_LOSSLESS: see PortService::GoesByEvents
};

/**
 * The sender's end of a directed link: its line, its queues, and its counters. One cache line, all
 * that service touches.
 */
struct alignas(64) PortState
{
    static constexpr FrameIndex UNSURE = 1U << 31; //!< in `last`: above all frames

    Instant free; //!< when the frame in service has left
    ByClass<FrameIndex> head{{NO_FRAME, NO_FRAME, NO_FRAME}}; //!< oldest frame of each class
    ByClass<FrameIndex> tail{};                               //!< of a class without head any frame
    ByClass<uint32_t> bytes{};                                //!< waiting
    int32_t trimmedCredit{0}; //!< bytes x 256 that the trimmed class is owed
    uint32_t marks{0};        //!< frames that got CE here
    FrameIndex last{UNSURE};  //!< the frame that began to leave last, if the link ends in this
                              //!< shard. With UNSURE only the link knows whether it is there still
    uint16_t config{0};       //!< index into the fabric's PortConfigs
    uint16_t flags{0};        //!< PortFlag
    uint32_t apart{0}; //!< waiting bytes of lossless frames, which a switch with PFC accounts
                       //!< by link, not by port [pfc-accounting]

    struct Hot;

    /** @return whether a frame waits in any class */
    bool IsBacklogged() const
    {
        return (head[TrafficClass::CONTROL] & head[TrafficClass::TRIMMED] &
                head[TrafficClass::DATA]) != NO_FRAME;
    }

    /** Something else than the last frame keeps the line busy, or that frame is not where it was.
     */
    void Doubt()
    {
        last |= UNSURE;
    }

    /** Sets or clears PORT_PAUSED amid a run, when the far end may read the other flags. */
    void SetPaused(bool isPaused)
    {
        const int others = flags & ~PORT_PAUSED;
        __atomic_store_n(&flags,
                         static_cast<uint16_t>(isPaused ? others | PORT_PAUSED : others),
                         __ATOMIC_RELAXED);
    }

    /** Repeats switches of its configuration as flags, so that a hop tests one field of this line.
     */
    void Note(const PortConfig& settings)
    {
        const int retx = settings.retxFirst ? PORT_RETX_FIRST : 0;
        const int early = settings.markAt == ECN_MARK_AT_ENQUEUE ? PORT_MARKS_EARLY : 0;
        flags =
            static_cast<uint16_t>((flags & ~(PORT_RETX_FIRST | PORT_MARKS_EARLY)) | retx | early);
    }
};

/** The layout of a PortState that speed needs. */
struct PortState::Hot
{
    static_assert(sizeof(PortState) == 64, "a port is one cache line");
    static_assert(offsetof(PortState, free) == 0, "each touch reads it first");
};

/** The frames of one direction that faults lose while its link looks up. */
struct HiddenLoss
{
    bool silent{false}; //!< all of them
    uint64_t odds{0};   //!< the probability that a frame is lost, in units of 2^-64; 0: none is
    double clean{0};    //!< logarithm of the probability that a bit stays as it is; 0: all do

    /** @return whether anything is lost */
    bool Any() const
    {
        return silent || odds != 0 || clean != 0;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_STATE_H */
