/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_COURSE_H
#define MRC_FLOW_COURSE_H

#include "mrc-flow-record.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/** How far a transfer is. */
enum class TransferPhase : uint8_t
{
    WAITING, //!< for the start time or the trigger
    ACTIVE,  //!< a flow of the transfer is under way
    DONE,    //!< all flows of the transfer are complete
    FAILED,  //!< a flow ended badly, the others will not start
};

/** Flows of a workload: each transfer as often as the transfer is repeated. */
struct FlowCounts
{
    uint64_t flows; //!< of the whole run
    uint64_t done;  //!< that are complete
};

/**
 * How far are the transfers of a workload, which may be too many to be in memory at once?
 *
 * Transfers are named by places. Those of a workload that is read as the run goes on take the
 * places of others that are done.
 */
class FlowCourse
{
  public:
    virtual ~FlowCourse() = default;

    /** Schedules all that starts by itself. */
    virtual void Start() = 0;

    /** @return whether nothing is under way and nothing will start any more */
    virtual bool IsOver() const = 0;

    /** @return how many flows there are and are complete */
    virtual FlowCounts Counts() const = 0;

    /** @return bytes of all flows */
    virtual uint64_t TotalBytes() const = 0;

    /** @return how many places of transfers there are so far */
    virtual uint32_t TransferCount() const = 0;

    /**
     * @param transfer place of the transfer
     * @return the id of the transfer
     */
    virtual uint64_t IdOf(uint32_t transfer) const = 0;

    /** @return how many transfers wait for an event at another NIC than their source */
    virtual uint32_t CountAcrossNics() const = 0;

    /**
     * @param transfer place of the transfer
     * @return how far a transfer is
     */
    virtual TransferPhase PhaseOf(uint32_t transfer) const = 0;

    /**
     * @param transfer place of the transfer
     * @return the record of the latest flow of a transfer that is not waiting
     */
    virtual FlowRecord LatestOf(uint32_t transfer) const = 0;

    /**
     * @param transfer place of the transfer
     * @return bytes that are at their destination, of all flows that had this place
     */
    virtual uint64_t PlacedBytes(uint32_t transfer) const = 0;

    /**
     * @param transfer place of the transfer
     * @return bytes of the flow under way that are not yet at their destination, 0 if none is
     */
    virtual uint64_t OutstandingBytes(uint32_t transfer) const = 0;

    /**
     * @param transfer place of the transfer
     * @return the events that a waiting transfer waits for, in words
     */
    virtual std::string WaitsFor(uint32_t transfer) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_COURSE_H */
