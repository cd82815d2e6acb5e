/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-connection-probing.h"

namespace ns3
{
namespace mrc
{

void
Connection::Listener::Completed(const Completion& completion)
{
    m_observer.Completed(completion);
}

void
Connection::Listener::Delivered(const Delivery& delivery)
{
    m_observer.Delivered(delivery);
}

void
Connection::Listener::AskReverse(Instant now)
{
    Probing(m_connection).AskReverse(now);
}

void
Connection::Listener::AskPaths()
{
    Probing(m_connection).AskPaths();
}

QueuePair&
Connection::Listener::Pair()
{
    return m_connection;
}

void
Connection::Listener::TellWay()
{
    m_observer.WayChanged(m_connection, m_connection.Way());
}

/** A queue pair fails as a whole, and once: this alone decides that, whichever role cannot go on.
 */
void
Connection::Listener::Fail(CompletionStatus status, Instant now)
{
    RolesState& roles = m_connection.m_roles;
    if (roles.failed)
    {
        return;
    }
    // Observers may call back, so the state is final before anybody hears of the failure.
    roles.failed = true;
    m_connection.GetReceiver().Stop();
    m_connection.GetSender().Requests().Stop(now);
    m_connection.GetSender().Requests().Flush(status, now);
}

} // namespace mrc
} // namespace ns3
