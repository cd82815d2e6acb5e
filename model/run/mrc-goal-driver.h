/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_DRIVER_H
#define MRC_GOAL_DRIVER_H

#include "mrc-goal-foresight.h"
#include "mrc-seat-lane.h"
#include "mrc-seated-course.h"

#include "ns3/event-id.h"
#include "ns3/mrc-flow-observer.h"
#include "ns3/mrc-goal-steps.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-requestor.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Posts the operations of a schedule as they are read [goal-window] [goal-processors].
 *
 * A flow's number counts operations, those of rank 0 first. A place is that of a queue pair or a
 * processor and takes one flow after the other.
 */
class GoalDriver : public SeatedCourse, private GoalForesight::Listener
{
  public:
    /** Gives the end of a connection for a transfer, which must outlive the driver. */
    using Connector = std::function<Requestor&(const Transfer& transfer)>;

    /**
     * @param stream the schedule
     * @param connect makes a connection; work goes from a rank to itself
     * @param observer hears of starts and ends; must outlive the run
     * @param parts of the run: its hosts and nodes, and the calendar of several shards
     * @throws ParseError if the file has changed
     */
    GoalDriver(std::shared_ptr<const GoalStream> stream,
               const Connector& connect,
               FlowObserver& observer,
               GoalForesight::Parts parts);

    /** Starts and tells nothing more; flows that are under way go on if their network does. */
    ~GoalDriver() override;

    GoalDriver(const GoalDriver&) = delete;
    GoalDriver& operator=(const GoalDriver&) = delete;

    void Start() override;
    bool IsOver() const override;
    FlowCounts Counts() const override;
    uint64_t TotalBytes() const override;
    uint32_t TransferCount() const override;
    std::string WaitsFor(uint32_t transfer) const override;

  private:
    const CourseSeat& SeatAt(uint32_t index) const override;

    /** A seat that posts for this driver. */
    struct Seat : public CourseSeat
    {
        void Ending(const Completion& completion) override;
        void Completed(const Completion& completion) override;
        void Delivered(const Delivery& delivery) override;

        GoalDriver* driver{nullptr};
        GoalWay way;
        GoalPost post;      //!< the latest
        bool isHeard{true}; //!< the receiver knows of the data
        EventId news;       //!< that tells the receiver
    };

    // GoalForesight::Listener
    void WillPost(const GoalPost& post, const UserMoment& at) override;
    void MayEnd(const UserMoment& at) override;

    void Begin();
    void Go();
    void Tell(GoalEvent event, const GoalTurn& turn, Instant now);
    Seat& SeatOf(const GoalWay& way);
    void Make(const GoalWay& way, SeatLane& lane);
    void Meet(const UserMoment& at);
    void HearLater(Seat& seat, Time tick);
    void End(Seat& seat, const Completion& completion);
    void Post(const GoalPost& post);
    void Leave(Seat& seat);
    void Complete(Seat& seat, const Completion& completion);
    void CompleteFlow(Seat& seat, const Completion& completion);
    void Deliver(Seat& seat);
    void HearOfReceive(uint32_t seat);
    void EndIfOver();

    std::shared_ptr<const GoalStream> m_stream;
    Connector m_connect;
    FlowObserver& m_observer;
    GoalForesight::Parts m_parts;
    GoalSteps m_steps;
    std::deque<Seat> m_seats; //!< connections keep their addresses
    std::map<GoalWay, SeatLane> m_lanes;
    PairOutlook m_any;                          //!< of some connection over the fabric
    std::unique_ptr<GoalForesight> m_foresight; //!< null: all shards stop for all that happens
    EventId m_begin;
    uint64_t m_posted{0};  //!< flows
    uint64_t m_done{0};    //!< flows
    uint32_t m_active{0};  //!< flows and signals under way
    uint32_t m_pending{0}; //!< the begin, and news for receivers
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_DRIVER_H */
