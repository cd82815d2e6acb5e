/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-connection.h"

namespace ns3
{
namespace mrc
{

RoceConnection::RoceConnection(const RoceSetup& setup, QueuePairObserver& observer)
    : m_setup(setup),
      m_roles(m_setup),
      m_observer(observer),
      m_requester(m_setup, m_roles, *this, observer.watch),
      m_responder(m_setup, m_roles, *this)
{
    m_roles.roce.rate = static_cast<uint64_t>(setup.lineRate);
}

void
RoceConnection::Completed(const Completion& completion)
{
    m_observer.Completed(completion);
}

void
RoceConnection::Delivered(const Delivery& delivery)
{
    m_observer.Delivered(delivery);
}

/** A queue pair fails as a whole, and once, whichever role cannot go on. */
void
RoceConnection::Fail(CompletionStatus status, Instant now)
{
    if (m_roles.state.failed)
    {
        return;
    }
    // Observers may call back, so the state is final before anybody hears of the failure.
    m_roles.state.failed = true;
    m_requester.Flush(status, now);
}

/** @return the work for the NIC now */
Agenda
RoceConnection::CurrentAgenda(Instant now)
{
    return {NextWakeup(), HasControl(), m_requester.MaySend(now), m_roles.state.failed};
}

/** @return whether the NIC has to look for more than data: for a failure too */
bool
RoceConnection::HasControl()
{
    return !m_responder.Replies().Empty() || m_roles.state.failed;
}

Agenda
RoceConnection::Post(const WorkRequest& request, Instant now)
{
    m_requester.Post(request, now);
    return CurrentAgenda(now);
}

/** Packets of MRC, which a NIC of another kind may send, mean nothing here. */
Agenda
RoceConnection::Receive(const Datagram& datagram, Instant now)
{
    if (IsRcData(datagram.bth.opcode))
    {
        // data moves no timer and frees no window
        m_responder.OnData(datagram, now);
        return {Instant::Never(), HasControl(), false, m_roles.state.failed};
    }
    if (datagram.bth.opcode == Opcode::RC_ACKNOWLEDGE)
    {
        m_requester.OnAnswer(datagram, now);
    }
    else if (datagram.bth.opcode == Opcode::CNP)
    {
        m_requester.OnCnp(now);
    }
    return CurrentAgenda(now);
}

bool
RoceConnection::NextControl(Instant, Datagram& out)
{
    return m_responder.Replies().Take(out);
}

Pull
RoceConnection::NextData(Instant now, PlaneMask ports, Datagram& out)
{
    return m_requester.NextData(now, ports, out);
}

Agenda
RoceConnection::Wake(Instant now)
{
    m_requester.Wake(now);
    return CurrentAgenda(now);
}

Instant
RoceConnection::NextWakeup() const
{
    return m_requester.NextWakeup();
}

Agenda
RoceConnection::PortsChanged(PlaneMask up, Instant now)
{
    m_roles.up = up;
    return CurrentAgenda(now);
}

/** RoCEv2 has one port and no second one to go to. */
Agenda
RoceConnection::PeerPortsChanged(PlaneMask, Instant now)
{
    return CurrentAgenda(now);
}

/** A hash gives the path of the pair, and nothing changes it [roce-path]. */
Agenda
RoceConnection::Administer(Ev, PathOrder, Instant now)
{
    return CurrentAgenda(now);
}

std::vector<PathStatus>
RoceConnection::Paths()
{
    // There is one path, which no loss puts out of use.
    return {{m_setup.path, PathState::GOOD}};
}

/** RoCEv2 grants nothing that MRC's responder does. */
bool
RoceConnection::SetGrant(const Grant&)
{
    return false;
}

QueuePairStatus
RoceConnection::Status() const
{
    const uint64_t window = m_setup.config.window;
    return {m_roles.state.counters,
            {window, static_cast<int64_t>(m_requester.InFlight()), Instant()},
            Grant(),
            &m_roles.roce,
            m_roles.state.failed};
}

Agenda
RoceConnection::Abort(Instant now)
{
    Fail(CompletionStatus::WR_FLUSH_ERR, now);
    return CurrentAgenda(now);
}

void
RoceConnection::Rest(Instant)
{
    m_requester.Rest();
    m_responder.Replies().Rest();
}

ResponderLimits&
RoceConnection::Limits()
{
    return m_responder.Limits();
}

void
RoceConnection::Watch(bool watched)
{
    m_roles.watched = watched;
}

} // namespace mrc
} // namespace ns3
