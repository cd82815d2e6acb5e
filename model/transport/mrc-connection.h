/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONNECTION_H
#define MRC_CONNECTION_H

#include "mrc-connection-parameters.h"
#include "mrc-ev-probe-queue.h"
#include "mrc-hinted-pair.h"
#include "mrc-line-object.h"
#include "mrc-queue-pair-admin.h"
#include "mrc-receiver.h"
#include "mrc-role-memory.h"
#include "mrc-sender.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * One end of an MRC connection: which of its two roles does a datagram belong to?
 *
 * A role is made when the role is first needed: most connections send in one direction. A new role
 * is told of what happened before, so that results do not depend on the time when the role was
 * made.
 *
 * While there is one role, calls are best made to that (Way); the roles answer what packets ask.
 *
 * Endpoint requests are the NIC's to answer (AnswerEndpointRequest); the responses come here.
 */
class Connection : public HintedPair, public QueuePairAdmin, public LineObject
{
  public:
    /**
     * @param parameters all that the connection must know
     * @param observer hears of completions and deliveries; must outlive the connection
     */
    Connection(const ConnectionParameters& parameters, QueuePairObserver& observer);

    /** Ends the roles while there are parameters. */
    ~Connection() override;

    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    Agenda Post(const WorkRequest& request, Instant now) override;
    Agenda Receive(const Datagram& datagram, Instant now) override;
    bool NextControl(Instant now, Datagram& out) override;
    Pull NextData(Instant now, PlaneMask ports, Datagram& out) override;
    Agenda Wake(Instant now) override;
    Instant NextWakeup() const override;
    Agenda PortsChanged(PlaneMask up, Instant now) override;
    Agenda PeerPortsChanged(PlaneMask up, Instant now) override;
    void Watch(bool watched) override;
    Agenda Administer(Ev ev, PathOrder order, Instant now) override;
    std::vector<PathStatus> Paths() override;
    bool SetGrant(const Grant& grant) override;
    QueuePairStatus Status() const override;
    Agenda Abort(Instant now) override;
    void Rest(Instant now) override;
    ResponderLimits& Limits() override;
    void Prefetch(Part part, const Datagram* incoming) const override;
    HintedPair& Way() override;

    /** @return the parameters of the connection */
    const ConnectionParameters& Parameters() const
    {
        return m_parameters;
    }

    /** @return whether the connection has failed, at either role or by Abort */
    bool HasFailed() const
    {
        return m_roles.failed;
    }

    /** @return whether there is a requestor */
    bool HasSender() const
    {
        return m_sender != nullptr;
    }

    /** @return whether there is a responder */
    bool HasReceiver() const
    {
        return m_receiver != nullptr;
    }

    /** @return the requestor, made if there is none */
    Sender& GetSender()
    {
        return __builtin_expect(m_sender != nullptr, 1) ? *m_sender : MakeSender();
    }

    /** @return the responder, made if there is none */
    Receiver& GetReceiver()
    {
        return __builtin_expect(m_receiver != nullptr, 1) ? *m_receiver : MakeReceiver();
    }

  private:
    /** Passes on the events of the roles. */
    class Listener : public LoneOwner
    {
      public:
        Listener(Connection& connection, QueuePairObserver& observer)
            : m_connection(connection),
              m_observer(observer)
        {
        }

        void Completed(const Completion& completion) override;
        void Delivered(const Delivery& delivery) override;
        void Fail(CompletionStatus status, Instant now) override;
        void AskReverse(Instant now) override;
        void AskPaths() override;
        QueuePair& Pair() override;

        /** There is another role: the NIC is told. */
        void TellWay();

        /** @return where the user of the queue pair is named */
        const QueuePairWatch& UserWatch() const
        {
            return m_observer.watch;
        }

      private:
        Connection& m_connection;
        QueuePairObserver& m_observer;
    };

    struct Hot;
    class Probing;

    Sender& MakeSender();
    Receiver& MakeReceiver();
    Agenda CurrentAgenda() const;
    Agenda WithDoze(Agenda agenda, Instant now) const;
    void ReceiveControl(const Datagram& datagram, Instant now);
    void OnSack(const Datagram& datagram, Instant now);
    void OnProbeRequest(const Datagram& datagram, Instant now);
    void RefreshReverse(Ev ev);
    void NoteAsks();
    WindowSample CurrentWindow() const;

    // The order of the members, here and in the two roles, brings members that a packet touches
    // together in cache lines. Hot checks that.
    RolePtr<Sender> m_sender;     //!< null until first needed
    RolePtr<Receiver> m_receiver; //!< null until first needed
    RolesState m_roles;
    EvProbeQueue m_evProbes;
    const ConnectionParameters m_parameters;
    uint64_t m_paidBytes{0}; //!< placed, that the budget for probes knows of
    uint64_t m_paidTrims{0}; //!< trims that the connection knows of
    PlaneMask m_localUp;
    uint16_t m_requests{0};                    //!< id of the next EV probe
    uint8_t m_heldBack{0};                     //!< EV probes running that an overflow has kept back
    bool m_watched{false};                     //!< the user hears all events
    std::unique_ptr<ResponderLimits> m_limits; //!< for a responder that is made later
    Listener m_listener;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONNECTION_H */
