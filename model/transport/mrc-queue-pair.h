/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_H
#define MRC_QUEUE_PAIR_H

#include "mrc-completion-status.h"
#include "mrc-queue-pair-user.h"
#include "mrc-responder-guard.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <iosfwd>
#include <iterator>
#include <numeric>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One RDMA Write that a user posts [write-only]. */
struct WorkRequest
{
    uint64_t id{0};            //!< chosen by the user, comes back in the completion
    uint64_t remoteAddress{0}; //!< where the data goes in the peer's memory
    uint32_t rkey{0};          //!< the peer's key of that memory
    uint32_t length{0};        //!< bytes; 0: a signal that no memory is touched for
    bool hasImmediate{false};  //!< Write with Immediate
    uint32_t immediate{0};     //!< its immediate data
};

/** The end of a work request at the sender. */
struct Completion
{
    uint64_t id{0};                                     //!< what the post returned
    CompletionStatus status{CompletionStatus::SUCCESS}; //!< how it ended
    Instant at;         //!< when the transport knew; host overhead is added by the NIC
    uint32_t length{0}; //!< bytes of the Write
};

/** A message that has arrived whole at the receiver. */
struct Delivery
{
    uint16_t msn{0};          //!< its number in the order of the posts, modulo 2^16
    uint32_t length{0};       //!< bytes of the Write
    bool hasImmediate{false}; //!< whether it is a Write with Immediate
    uint32_t immediate{0};    //!< of a Write with Immediate, else 0
    Instant at;               //!< when its last byte was there
};

/** Why a packet was sent again. */
enum class RetransmitCause : uint8_t
{
    TRIM,    //!< NACK TRIMMED or TRIMMED_LASTHOP
    GAP,     //!< inferred from SACKs
    TIMEOUT, //!< local ACK timeout
    REFUSED, //!< another NACK
    PORT,    //!< a port of its plane went down, here or at the peer
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, RetransmitCause cause);

/** How many causes there are. */
constexpr unsigned RETRANSMIT_CAUSES = 5;

/** A packet was sent again. */
struct Retransmission
{
    RetransmitCause cause{RetransmitCause::TRIM}; //!< what revealed the loss
    Span after;                                   //!< since the transmission that was lost
    Instant at;                                   //!< when
};

/** What a queue pair tells its NIC, which has to act on it. */
class QueuePairObserver
{
  public:
    virtual ~QueuePairObserver() = default;

    /** A work request of this side ended. Completions come in the order of the posts. */
    virtual void Completed(const Completion& completion) = 0;

    /** A message of the peer is complete. */
    virtual void Delivered(const Delivery& delivery) = 0;

    /** The queue pair has failed, at either of its roles; it says so once. */
    virtual void Failed(Instant)
    {
    }

    /** Another queue pair of the same NIC may send again. */
    virtual void MaySend(QpNumber)
    {
    }

    QueuePairWatch watch; //!< whom it tells of what the NIC need not know
};

/** What a queue pair counts, from both of its roles. */
struct QueuePairCounters
{
    // those of each packet come first: they share a cache line
    uint64_t receivedPackets{0};         //!< whole data packets that arrived, duplicates included
    uint64_t placedBytes{0};             //!< payload placed, each byte once
    uint64_t sentPackets{0};             //!< data packets, retransmissions included
    uint64_t planePackets[MAX_PLANES]{}; //!< data packets by plane
    uint64_t planeBytes[MAX_PLANES]{};   //!< their payload, by plane
    uint64_t retransmissions[RETRANSMIT_CAUSES]{}; //!< by RetransmitCause
    uint64_t trimNacks{0};                         //!< trims that the sender heard of
    uint64_t markedSacks{0};      //!< SACKs with m = SKIP_ONCE that the sender heard
    uint64_t pathsRetired{0};     //!< EVs that went to ASSUMED_BAD
    uint64_t pathsResurrected{0}; //!< EVs that came back from it
    uint64_t probesSent{0};       //!< EV probes and reliability probes
    uint64_t evProbesSent{0};     //!< of these the EV probes
    uint64_t lossesUndone{0};     //!< losses that were inferred and proved wrong
    uint64_t duplicates{0};       //!< whole data packets that had arrived before
    uint64_t marks{0};            //!< data packets that arrived CE marked
    uint64_t trims{0};            //!< data packets that arrived trimmed
    uint64_t heldPeak{0};         //!< most payload that was held back for order at a time

    /** @return packets sent again that had not been trimmed or refused */
    uint64_t UntrimmedLosses() const
    {
        return retransmissions[static_cast<unsigned>(RetransmitCause::GAP)] +
               retransmissions[static_cast<unsigned>(RetransmitCause::TIMEOUT)] +
               retransmissions[static_cast<unsigned>(RetransmitCause::PORT)];
    }

    /** @return payload of data packets, retransmissions included */
    uint64_t SentBytes() const
    {
        return std::accumulate(std::begin(planeBytes), std::end(planeBytes), uint64_t{0});
    }
};

/** What the responder lets its requestor do; it may change at any time. */
struct Grant
{
    uint8_t mpr{8};     //!< receive window in units of 128 PSNs, at least 1; told by SACKs only if
                        //!< the MPR is dynamic, and cannot change otherwise [dynamic-mpr]
    uint8_t penalty{0}; //!< rcv_cwnd_pen, 0 .. 127: 64 halves the window [receiver-penalty]
};

/** What a queue pair wants of its NIC after it was told something. */
struct Agenda
{
    Instant wakeup{Instant::Never()}; //!< a timer that is new or closer than before; Never: none is
    bool control{false};              //!< NextControl has something
    bool data{false};                 //!< NextData may have something
};

/** What NextData did. */
struct Pull
{
    bool sent{false};    //!< there was a packet
    bool rearmed{false}; //!< NextWakeup may have come closer
    bool waits{false};   //!< nothing sent, but another port that is busy now would do

    /** @return whether there was a packet */
    explicit operator bool() const
    {
        return sent;
    }
};

/**
 * One end of a connection as the NIC sees it: the NIC pulls, the queue pair decides.
 *
 * Time is an argument of every call and never runs backwards between calls.
 */
class QueuePair
{
  public:
    virtual ~QueuePair() = default;

    /** Takes a work request; it completes through the observer. */
    virtual Agenda Post(const WorkRequest& request, Instant now) = 0;

    /** Takes a datagram that arrived for this queue pair. */
    virtual Agenda Receive(const Datagram& datagram, Instant now) = 0;

    /**
     * The next packet that is not subject to the window: SACK, NACK, Transport ACK, probe,
     * response.
     *
     * @param now the time
     * @param out filled with the packet; its plane says which port sends it
     * @return whether there was one
     */
    virtual bool NextControl(Instant now, Datagram& out) = 0;

    /**
     * The next data packet: called at the moment of transmission, when some port is free.
     *
     * @param now the time
     * @param ports the ports that could send it at once, never empty
     * @param out filled with the packet; its plane is one of the ports
     * @return whether the window and the paths allow one now
     */
    virtual Pull NextData(Instant now, PlaneMask ports, Datagram& out) = 0;

    /** Lets timers that are due act; the NIC calls it at or soon after NextWakeup(). */
    virtual Agenda Wake(Instant now) = 0;

    /** @return when Wake must be called next at the latest; it may move into the future unasked */
    virtual Instant NextWakeup() const = 0;

    /**
     * The NIC's own ports changed.
     *
     * @param up the ports with a link
     * @param now the time
     */
    virtual Agenda PortsChanged(PlaneMask up, Instant now) = 0;

    /**
     * The peer's NIC told of its ports [port-status-carrier].
     *
     * @param up the ports with a link
     * @param now the time
     */
    virtual Agenda PeerPortsChanged(PlaneMask up, Instant now) = 0;

    /** An administrator denies or allows an EV; one that is not its own changes nothing. */
    virtual Agenda Administer(Ev ev, PathOrder order, Instant now) = 0;

    /** @return its EVs, plane by plane */
    virtual std::vector<PathStatus> Paths() = 0;

    /**
     * Changes what its responder grants; the peer hears of it with the next SACK.
     *
     * @return false, and nothing changes, if the MPR is a new one and not dynamic
     */
    virtual bool SetGrant(const Grant& grant) = 0;

    /** @return what its responder grants */
    virtual Grant GetGrant() const = 0;

    /** Ends it as an error does: its work requests are flushed, the peer is refused. */
    virtual Agenda Abort(Instant now) = 0;

    /** It has been idle for a while: it gives back memory that it can make again as it was. */
    virtual void Rest(Instant now) = 0;

    /** @return what its user gives to the peer; at first all that the peer may ask for */
    virtual ResponderLimits& Limits() = 0;

    /** Has the user hear all, or what each one needs. @param watched all */
    virtual void Watch(bool watched) = 0;

    /** What of the memory of a coming call to hint the processor at. */
    enum class PrefetchPart : uint8_t
    {
        STATE,   //!< members
        RECORDS, //!< what members point to: they have to be there
    };

    /**
     * Hints the processor at the memory of a coming call; changes nothing.
     *
     * @param part what of it
     * @param incoming what Receive will get, or null if NextData will be called
     */
    virtual void Prefetch(PrefetchPart part, const Datagram* incoming) const = 0;

    /** @return what its sender may have in flight, and has; `at` says nothing */
    virtual WindowSample Window() const
    {
        return {};
    }

    /** @return what was counted so far */
    virtual const QueuePairCounters& Counters() const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_H */
