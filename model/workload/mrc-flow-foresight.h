/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_FORESIGHT_H
#define MRC_FLOW_FORESIGHT_H

#include "mrc-trigger-graph.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-work-request.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A flow that will end. */
struct ComingEnd
{
    uint32_t transfer;       //!< of the flow
    UserMoment at;           //!< when its sender will be told
    CompletionStatus status; //!< the outcome
    bool isLast;             //!< whether the transfer has no flow behind this one
};

/**
 * Which flows of a workload will end, and which transfers will start then?
 *
 * Both are known a window ahead [several-threads]. Counters that the driver will read then are
 * asked for, so no thread stops for these reads. All stop for the end of the workload, as the run
 * ends then.
 */
class FlowForesight
{
  public:
    /** Gives both ends of the connection of a transfer between nodes. */
    using Pairs = std::function<PairOutlook(uint32_t transfer)>;

    /** A workload. */
    struct Work
    {
        TriggerGraph& graph; //!< says which transfers start; must outlive the foresight
        NodeModel node;      //!< which NICs are of one node
        uint32_t repeat;     //!< flows of a transfer
        uint32_t transfers;  //!< how many there are
    };

    /**
     * @param work the workload
     * @param pairs finds connections
     */
    FlowForesight(const Work& work, Pairs pairs);

    /**
     * From now on the future is told.
     *
     * @param any some connection
     * @param calendar of signals, work and links inside nodes; null: there are none
     */
    void Begin(const PairOutlook& any, std::shared_ptr<UserCalendar> calendar);

    /** A flow will end, which has not been foreseen. @param end when, and how */
    void End(const ComingEnd& end);

    /** A flow has ended. @param at when @param status how */
    void Ended(const UserMoment& at, CompletionStatus status);

    /**
     * The receiver of a transfer between nodes will hear that all is there.
     *
     * @param transfer which one
     * @param at when
     */
    void Receive(uint32_t transfer, const UserMoment& at);

    /**
     * Receivers of one tick hear in the order in which messages came.
     *
     * @param now the time
     * @return a transfer with a receiver that is to hear by now, once; none if there is none
     */
    std::optional<uint32_t> TakeDue(const UserMoment& now);

    /** @param starts transfers that will start, and when */
    void Foresee(std::vector<ForeseenStart> starts);

    /** @param transfer which one @return whether it is inside a node, or work */
    bool IsInside(uint32_t transfer) const;

    /**
     * @param transfer which one
     * @return whether it is done within a window, so that its end is foreseen with its start
     */
    bool IsBrief(uint32_t transfer) const;

  private:
    /** A transfer with a receiver that will hear. */
    struct Due
    {
        UserMoment at; //!< when the receiver will
        uint32_t transfer;
    };

    bool IsSoon(uint32_t transfer) const;
    void StartInside(const ForeseenStart& start, std::vector<ForeseenStart>& starts);
    void AddBrief(const ForeseenStart& brief, std::vector<ForeseenStart>& starts);
    void MeetLast(const UserMoment& at);
    void MeetFrom(const UserMoment& at);

    Work m_work;
    Pairs m_pairs;
    PairOutlook m_any;
    std::shared_ptr<UserCalendar> m_calendar;
    Span m_reach;                     //!< later acts are foreseen when they are entered
    bool m_meetsAll{false};           //!< a flow fails: any end may be the last
    uint64_t m_good{0};               //!< flows with a good end, over or known to come
    std::multiset<UserMoment> m_ends; //!< known to come, good ones and bad ones
    std::deque<Due> m_due;            //!< in the order of time, then as they came
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_FORESIGHT_H */
