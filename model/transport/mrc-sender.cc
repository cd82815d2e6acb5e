/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender.h"

#include <cstddef>

namespace ns3
{
namespace mrc
{

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** The layout of a requestor that speed needs. */
struct Sender::Hot
{
    static_assert(offsetof(Sender, m_store) == sizeof(void*),
                  "the messages' line begins with the pointer to the functions");
};

#pragma GCC diagnostic pop

/** SACKs are nearly all that a requestor gets. */
Agenda
Sender::Receive(const Datagram& datagram, Instant now)
{
    if (datagram.bth.opcode != Opcode::SACK)
    {
        return Whole().Receive(datagram, now);
    }
    // The EV that the SACK echoes brought own data to the peer, so acknowledgements take it too
    // [reverse-path].
    NoteHeard(datagram.sack.seth.entropy);
    Answers().OnAnswer(datagram, now);
    // Packets that the SACK reports missing may be overdue on a path that is to be asked.
    if (Probes().AsksPaths())
    {
        m_store.owner.AskPaths();
    }
    return m_store.Work();
}

Pull
Sender::NextData(Instant now, PlaneMask ports, Datagram& out)
{
    // The NIC has a timer for this moment; only a closer one is worth telling, as deadlines mostly
    // recede.
    const Instant before = m_store.timers.Wakeup();
    if (!Data().NextData(now, ports, out))
    {
        return {false, false, Data().WaitsForOtherPort(ports)};
    }
    return __builtin_expect(m_store.timers.Wakeup() < before, 0) ? Rearmed(now)
                                                                 : Pull{true, false, false};
}

/**
 * A packet left, and a timer is closer than before: or there is one, and was none in a doze. Out of
 * line, for most calls need less.
 */
Pull
Sender::Rearmed(Instant now)
{
    return {true, !m_store.dozes || SenderDoze(m_store).EndsBehind(now), false};
}

Instant
Sender::NextWakeup() const
{
    return m_store.NextWakeup();
}

/** The messages' line is there: it names the functions. */
void
Sender::Prefetch(Part part, const Datagram* incoming) const
{
    const bool answer = incoming != nullptr;
    if (answer && IsWrite(incoming->bth.opcode))
    {
        return; // this packet makes the other role
    }
    if (part == Part::RECORDS)
    {
        Hints().Records(answer);
        return;
    }
    Hints().Members();
    if (answer)
    {
        Hints().Answer();
    }
}

} // namespace mrc
} // namespace ns3
