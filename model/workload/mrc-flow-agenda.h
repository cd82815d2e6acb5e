/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_AGENDA_H
#define MRC_FLOW_AGENDA_H

#include "mrc-flow-foresight.h"
#include "mrc-flow-seats.h"

#include "ns3/event-id.h"
#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * When does a workload hear of arrivals, and start transfers?
 *
 * That is done by ordinary events, by hot ones that are known a window ahead, or by a calendar.
 * Several shards stop for ordinary events alone [several-threads].
 */
class FlowAgenda
{
  public:
    /** Does what is due. */
    class Doer
    {
      public:
        virtual ~Doer() = default;

        /** Starts a transfer. @param transfer which one */
        virtual void Post(uint32_t transfer) = 0;

        /**
         * The receiver of a transfer knows that all is there; FlowAgenda::Heard has to be told.
         *
         * @param transfer which one
         */
        virtual void HearOfReceive(uint32_t transfer) = 0;

        /** @return a step to what Post touches for the same transfer */
        virtual HintStep HintOfPost(uint32_t) const
        {
            return {};
        }

        /** @return a step to what HearOfReceive touches for the same transfer */
        virtual HintStep HintOfReceive(uint32_t) const
        {
            return {};
        }
    };

    /**
     * @param work the workload
     * @param pairs finds connections
     * @param doer must outlive this
     */
    FlowAgenda(const FlowForesight::Work& work, const FlowForesight::Pairs& pairs, Doer& doer);

    /** Nothing is due any more. */
    ~FlowAgenda();

    FlowAgenda(const FlowAgenda&) = delete;
    FlowAgenda& operator=(const FlowAgenda&) = delete;

    /**
     * Seats hear early from now on, if all starts and ends can be known beforehand.
     *
     * @param seats all of them
     */
    void HearEarly(FlowSeats& seats);

    /** A transfer will start at a given time. @param delay from now on @param transfer it */
    void StartAfter(Time delay, uint32_t transfer);

    /** A transfer will start. @param at not before this instant @param transfer the transfer */
    void StartAt(Instant at, uint32_t transfer);

    /** A receiver will hear. @param at not before this instant @param transfer that has arrived */
    void ReceiveAt(Instant at, uint32_t transfer);

    /** Has the doer hear what is due. @param now the time */
    void HearDue(Instant now);

    /** The doer hears. @param transfer that a receiver knows of @param now the time */
    void Heard(uint32_t transfer, Instant now);

    /** A flow will end. @param end of the flow, `at` as its completion will have it */
    void Ending(const ComingEnd& end);

    /** A flow has ended. @param transfer of the flow @param completion the same */
    void Ended(uint32_t transfer, const Completion& completion);

    /** @return how many starts, and news for receivers, have a time to come */
    uint32_t Coming() const
    {
        return m_coming;
    }

    /** @param transfer which one @return whether it is inside a node, or work */
    bool IsInside(uint32_t transfer) const
    {
        return m_foresight.IsInside(transfer);
    }

  private:
    /** What is due for a transfer. */
    struct Task
    {
        void (FlowAgenda::*act)(uint32_t transfer);
        HintStep (Doer::*hint)(uint32_t transfer) const; //!< a step to what the act touches
    };

    bool MayHearEarly();
    void InsideEnding(const ComingEnd& end);
    void StartNow(uint32_t transfer);
    void HearNow(uint32_t transfer);
    void ScheduleAt(Instant at, const Task& task, uint32_t transfer);
    void Plan(UserCalendar* calendar, Instant tick, const Task& task, uint32_t transfer);
    void Keep(const EventId& event);

    static constexpr Task START{&FlowAgenda::StartNow, &Doer::HintOfPost};
    static constexpr Task HEAR{&FlowAgenda::HearNow, &Doer::HintOfReceive};

    FlowForesight::Work m_work;
    FlowForesight::Pairs m_pairs; //!< finds connections
    Doer& m_doer;
    FlowForesight m_foresight;                //!< says which starts and ends come
    bool m_hearsEarly{false};                 //!< they are known a window ahead
    std::shared_ptr<UserCalendar> m_calendar; //!< in place of ordinary events; null: there are none
    std::shared_ptr<UserCalendar> m_startCalendar; //!< likewise, of starts at given times
    uint32_t m_coming{0};
    std::vector<EventId> m_events; //!< all of them, and some that are over
    std::size_t m_mostEvents;      //!< with more, those that are over are forgotten
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_AGENDA_H */
