/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receiver.h"

#include <cstddef>

namespace ns3
{
namespace mrc
{

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** The layout of a responder that speed needs. */
struct Receiver::Hot
{
    static_assert(offsetof(Receiver, m_store) == sizeof(void*),
                  "the line of each packet begins with the pointer to the functions");
};

#pragma GCC diagnostic pop

/** Data is nearly all that a responder gets. Data moves no timer and frees no window. */
Agenda
Receiver::Receive(const Datagram& datagram, Instant now)
{
    if (__builtin_expect(!IsWrite(datagram.bth.opcode), 0))
    {
        return Whole().Receive(datagram, now);
    }
    Data().OnWrite(datagram, now);
    if (m_store.reverse.Probes().Due())
    {
        m_store.owner.AskReverse(now);
    }
    // A responder that has failed has a guard.
    const bool failed = m_store.guarded && m_store.roles.failed;
    return {Instant::Never(), m_store.HasReply() || m_store.asks || failed, false, failed};
}

bool
Receiver::NextControl(Instant now, Datagram& out)
{
    if (m_store.HasReply())
    {
        Writer().Take(out);
        return true;
    }
    return m_store.asks && Whole().NextControl(now, out);
}

Pull
Receiver::NextData(Instant, PlaneMask, Datagram&)
{
    return {};
}

Instant
Receiver::NextWakeup() const
{
    return Instant::Never();
}

/** The line of each packet is there: it names the functions. */
void
Receiver::Prefetch(Part part, const Datagram* incoming) const
{
    if (incoming == nullptr || !IsWrite(incoming->bth.opcode))
    {
        return;
    }
    if (part == Part::STATE)
    {
        __builtin_prefetch(&m_store.replies, 1); // for an acknowledgement
    }
    else
    {
        m_store.received.Prefetch(incoming->bth.psn.Value());
    }
}

} // namespace mrc
} // namespace ns3
