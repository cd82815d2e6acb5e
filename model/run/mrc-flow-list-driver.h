/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_LIST_DRIVER_H
#define MRC_FLOW_LIST_DRIVER_H

#include "mrc-seat-lane.h"
#include "mrc-seated-course.h"

#include "ns3/event-id.h"
#include "ns3/mrc-flow-observer.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-requestor.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Posts the flows of a list as they are read [flow-window].
 *
 * A place is that of a queue pair and takes one flow after the other.
 */
class FlowListDriver : public SeatedCourse
{
  public:
    /** Gives the end of a connection for a flow, which must outlive the driver. */
    using Connector = std::function<Requestor&(const Transfer& flow)>;

    /**
     * @param stream the list
     * @param connect makes a connection
     * @param observer hears of starts and ends; must outlive the run
     * @param calendar has the starts, for several shards; null: they are ordinary events
     * @throws ParseError if the file has changed
     */
    FlowListDriver(std::shared_ptr<const FlowStream> stream,
                   const Connector& connect,
                   FlowObserver& observer,
                   std::shared_ptr<UserCalendar> calendar);

    /** Starts and tells nothing more; flows that are under way go on if their network does. */
    ~FlowListDriver() override;

    FlowListDriver(const FlowListDriver&) = delete;
    FlowListDriver& operator=(const FlowListDriver&) = delete;

    void Start() override;
    bool IsOver() const override;
    FlowCounts Counts() const override;
    uint64_t TotalBytes() const override;
    uint32_t TransferCount() const override;
    std::string WaitsFor(uint32_t transfer) const override;

  private:
    const CourseSeat& SeatAt(uint32_t index) const override;

    /** Source and destination. */
    using Way = std::pair<uint32_t, uint32_t>;

    /** A seat that posts for this driver. */
    struct Seat : public CourseSeat
    {
        void Ending(const Completion& completion) override;
        void Completed(const Completion& completion) override;

        FlowListDriver* driver{nullptr};
        bool isEnding{false}; //!< the completion is known to come
    };

    Time TickOf(const Transfer& flow) const;
    bool HasNext() const;
    void Read();
    void Foresee(const Transfer& flow);
    void KeepCounters(uint32_t seat, const UserMoment& moment);
    void ScheduleNext();
    void PostDue();
    void Post(const Transfer& flow);
    Seat& SeatOf(const Transfer& flow);
    void End(Seat& seat, const Completion& completion);
    void Complete(Seat& seat, const Completion& completion);
    void EndIfOver();

    std::shared_ptr<const FlowStream> m_stream;
    Connector m_connect;
    FlowObserver& m_observer;
    FlowStreamReader m_reader;
    std::deque<Seat> m_seats; //!< connections keep their addresses
    std::shared_ptr<UserCalendar> m_calendar;
    std::map<Way, SeatLane> m_lanes;
    Time m_begin;
    std::deque<Transfer> m_next; //!< flows that come next, one at least while there is one
    bool m_hasMore{true};        //!< the list has more than these
    std::size_t m_foreseen{0};   //!< of these
    EventId m_start;             //!< of the next flow
    uint64_t m_done{0};          //!< flows
    uint32_t m_active{0};        //!< flows under way
    uint32_t m_ending{0};        //!< those with completions that are known to come
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_LIST_DRIVER_H */
