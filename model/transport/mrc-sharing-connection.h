/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARING_CONNECTION_H
#define MRC_SHARING_CONNECTION_H

#include "mrc-connection.h"
#include "mrc-shared-window.h"

namespace ns3
{
namespace mrc
{

/**
 * A connection that shares its window with all queue pairs to the destination: which of them may go
 * on when room is made [window-scope]?
 */
class SharingConnection : public Connection
{
  public:
    /**
     * @param parameters with the shared window
     * @param observer as of any connection; hears which queue pairs may send
     * @param window the shared window; must outlive the connection
     */
    SharingConnection(const ConnectionParameters& parameters,
                      QueuePairObserver& observer,
                      SharedWindow& window)
        : Connection(parameters, observer),
          m_observer(observer),
          m_window(window)
    {
        m_window.Join();
    }

    /**
     * Each call that may give back bytes in flight ends with a look at the queue pairs that wait
     * for them.
     */
    Agenda Receive(const Datagram& datagram, Instant now) override
    {
        return WithOthers(Connection::Receive(datagram, now));
    }

    Agenda Wake(Instant now) override
    {
        return WithOthers(Connection::Wake(now));
    }

    Agenda PortsChanged(PlaneMask up, Instant now) override
    {
        return WithOthers(Connection::PortsChanged(up, now));
    }

    Agenda PeerPortsChanged(PlaneMask up, Instant now) override
    {
        return WithOthers(Connection::PeerPortsChanged(up, now));
    }

    Agenda Abort(Instant now) override
    {
        return WithOthers(Connection::Abort(now));
    }

    Pull NextData(Instant now, PlaneMask ports, Datagram& out) override
    {
        const Pull pull = Connection::NextData(now, ports, out);
        if (pull)
        {
            AskForSack(out);
        }
        // There is data and none could go: the window may be full of packets of other queue pairs.
        // SACKs for those packets go to the other queue pairs.
        else if (HasSender() && GetSender().Store().HasData() && !m_left)
        {
            m_window.Wait(Parameters().own);
        }
        return pull;
    }

    /** @return this, as each call ends with a look at the others */
    HintedPair& Way() override
    {
        return *this;
    }

  private:
    /**
     * Asks for a SACK twice in each share. A sender that finds the window full asks, but here
     * another queue pair may be the one to find that. This one would get no SACK in time.
     */
    void AskForSack(Datagram& out)
    {
        m_sinceAckRequest += out.payload;
        if (2 * m_sinceAckRequest >= m_window.Share())
        {
            out.bth.ackRequest = true;
        }
        if (out.bth.ackRequest)
        {
            m_sinceAckRequest = 0;
        }
    }

    Agenda WithOthers(Agenda agenda)
    {
        if (HasFailed() && !m_left)
        {
            m_left = true;
            m_window.Leave(Parameters().own);
        }
        for (const QpNumber waiting : m_window.TakeWaiting())
        {
            agenda.data = true; // also has the NIC pull from those that are made ready here
            if (!(waiting == Parameters().own))
            {
                m_observer.MaySend(waiting);
            }
        }
        return agenda;
    }

    QueuePairObserver& m_observer;
    SharedWindow& m_window;
    bool m_left{false};
    int64_t m_sinceAckRequest{0}; //!< payload bytes since the last packet with A
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARING_CONNECTION_H */
