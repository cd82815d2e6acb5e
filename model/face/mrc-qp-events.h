/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_EVENTS_H
#define MRC_QP_EVENTS_H

#include "mrc-completion-queue.h"
#include "mrc-qp-traces.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-listener-list.h"
#include "ns3/mrc-qp-state.h"
#include "ns3/mrc-queue-pair-user.h"
#include "ns3/mrc-requestor.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{
namespace mrc
{

class Qp;

/** Hears of packets that a queue pair sends again, in the thread of the queue pair. */
class ResendListener
{
  public:
    virtual ~ResendListener() = default;

    /** A packet was sent again. @param retransmission why, and how long after its loss */
    virtual void Resent(const Retransmission& retransmission) = 0;

    /** An EV changed its state, which may be why. */
    virtual void PathChanged(const PathTransition&)
    {
    }
};

/** Hearers of a queue pair's events: completion queues, sinks of trace sources, listeners.
 */
class QpEvents : public QueuePairUser
{
  public:
    /** The way from a Qp to its trace sources. */
    struct Access
    {
        QpEvents& (Qp::*meetings)(); //!< yields the events at which a user may act
        QpTraces& (Qp::*traces)();   //!< yields the other trace sources, made at first use
        void (Qp::*noted)();         //!< is called when sinks of events came or went
        void (Qp::*changed)();       //!< is called when sinks of samples came or went
    };

    /**
     * Adds the trace sources of Qp.
     *
     * @param tid gets them
     * @param access to those of a Qp
     */
    static void AddSources(TypeId tid, const Access& access);

    /**
     * @param qp samples are traced with counters of this queue pair; must outlive this object
     */
    explicit QpEvents(const Qp& qp);

    /**
     * @param send gets the ends of work requests, may be null
     * @param receive gets the ends of receive buffers, may be null
     */
    void SetQueues(Ptr<CompletionQueue> send, Ptr<CompletionQueue> receive);

    /** @return the trace sources; made at first use */
    QpTraces& Traces();

    /** @return whether a sink wants samples */
    bool WantsSamples() const;

    /** @return a bit for each trace source with sinks, and for each completion queue that is set */
    uint32_t Hearers() const;

    /** @return hearers of packets sent again, in the thread of the queue pair */
    ListenerList<ResendListener>& Resends()
    {
        return m_resends;
    }

    /**
     * Adds a listener, behind those that are there.
     *
     * @param listener hears of completions and deliveries; must stay until Forget
     * @return whether the listener is the first of all hearers
     */
    bool Tell(RequestorListener& listener);

    /**
     * @param listener any
     * @return whether the listener came before all other hearers, and so can hear early
     */
    bool IsFirst(const RequestorListener& listener) const
    {
        return m_first == &listener;
    }

    /**
     * Takes a listener back, which may be the one that is told.
     *
     * @param listener hears nothing any more
     */
    void Forget(RequestorListener& listener);

  private:
    /** The queue that gets the ends of receive buffers. */
    struct Receives
    {
        Ptr<CompletionQueue> queue; //!< may be null
        uint64_t taken{0};          //!< receive buffers
    };

    static void AddEvents(TypeId tid, const Access& access);
    static void AddSamples(TypeId tid, const Access& access);
    void Ending(const Completion& completion) override;
    void Completed(const Completion& completion) override;
    void Due() override;
    void Delivered(const Delivery& delivery) override;
    void Resent(const Retransmission& retransmission) override;
    HintStep Hint(bool isArrival) const override;
    void Received(CompletionStatus status, const Delivery& delivery) override;
    void StateChanged(QpState from, QpState to) override;
    void Watched(const QpSample& sample) override;
    void PathChanged(const PathTransition& transition) override;
    void Reported(const QueuePairReport& report) override;
    void InTime(const QueuePairReport& report);
    std::optional<PlaneBytes> BytesSent() const;

    const Qp& m_qp;
    Ptr<CompletionQueue> m_sendQueue;
    std::unique_ptr<Receives> m_receives; //!< null: nobody has asked for ends of receive buffers
    TracedCallback<const Completion&> m_completed;
    RequestorListener* m_first{nullptr}; //!< that came before all other listeners and sinks
    ListenerList<ResendListener> m_resends;
    std::unique_ptr<QpTraces> m_traces; //!< null: nobody has connected a sink to them
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_EVENTS_H */
