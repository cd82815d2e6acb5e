/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REQUESTOR_H
#define MRC_REQUESTOR_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/mrc-work-request.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class PairOutlook;
class UserCalendar;
struct HintStep;

/** Hears how the Writes of a Requestor go. */
class RequestorListener
{
  public:
    virtual ~RequestorListener() = default;

    /** A Write ended, in the order of the posts. */
    virtual void Completed(const Completion& completion) = 0;

    /**
     * A Write will be told as complete, `at` then. Only listeners that hear early are told, and
     * only where that spares others a stop: on several threads, in time to ask for counters.
     */
    virtual void Ending(const Completion&)
    {
    }

    /** An instant has come that the listener asked for by PairOutlook::CallAt. */
    virtual void Due()
    {
    }

    /** A Write has arrived whole at the peer. Nothing needs to be done. */
    virtual void Delivered(const Delivery&)
    {
    }

    /**
     * The listener will hear of something soon.
     *
     * @param isArrival whether of an arrival, or of an end
     * @return a step to what the listener touches then; none by default
     */
    virtual HintStep Hint(bool isArrival) const;
};

/** The end of a connection that posts Writes, as a workload uses it. */
class Requestor
{
  public:
    virtual ~Requestor() = default;

    /**
     * Posts an RDMA Write.
     *
     * @param bytes length of the Write, 0 .. 2^32 - 1; a fatal error otherwise
     * @return the id that the completion will carry
     */
    virtual uint64_t Write(uint64_t bytes) = 0;

    /** @return the simulated time, to the picosecond also while a listener is called */
    virtual Instant Now() const = 0;

    /** @return the counters of this end so far; ask anew for those of a later moment */
    virtual const QueuePairCounters& Counters() const = 0;

    /** @return the counters of the peer's end so far; ask anew for those of a later moment */
    virtual const QueuePairCounters& PeerCounters() const = 0;

    /** @return the counters of this end if that end is of RoCEv2, else null [roce-choice] */
    virtual const RoceCounters* Roce() const
    {
        return nullptr;
    }

    /** @return the counters of the peer's end if that end is of RoCEv2, else null */
    virtual const RoceCounters* PeerRoce() const
    {
        return nullptr;
    }

    /**
     * @param listener that Tell was called with
     * @return both ends, for a listener that can hear early; none: this one cannot
     */
    virtual PairOutlook Outlook(const RequestorListener& listener);

    /**
     * Ends of Writes are entered in a calendar from now on, and not in ordinary events. Listeners
     * hear of them before, see RequestorListener::Ending. Of use where no NIC tells ends.
     */
    virtual void Use(std::shared_ptr<UserCalendar>)
    {
    }

    /** Tells a listener from now on, after those that came before it. */
    virtual void Tell(RequestorListener& listener) = 0;

    /** Tells a listener no more, also if it is told just now. */
    virtual void Forget(RequestorListener& listener) = 0;

    /** @return a step to what a Write touches; none by default */
    virtual HintStep HintOfWrite() const;

    /** @return bytes of this Requestor's Writes that the peer's end has placed */
    virtual uint64_t PlacedBytes() const
    {
        return PeerCounters().placedBytes;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REQUESTOR_H */
