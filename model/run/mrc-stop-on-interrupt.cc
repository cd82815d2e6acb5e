/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stop-on-interrupt.h"

#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/make-event.h"
#include "ns3/mrc-older-ns3.h"
#include "ns3/simulator.h"

#include <csignal>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace ns3
{
namespace mrc
{

// The Python package declares this class again, since the header is not installed: a member would
// not be known there.
static_assert(std::is_empty_v<StopOnInterrupt>);

namespace
{

struct sigaction g_before; // the handler of SIGINT before

/**
 * Simulator::IsExpired says that this event is expired where no simulator exists, and else that it
 * is pending, as its time is the farthest. Most calls of Simulator would make a simulator instead.
 *
 * @return an event of the far future, which nobody schedules
 */
const EventId&
Never()
{
    static const EventId never(Ptr<EventImpl>(MakeEvent(+[] {}), false),
                               std::numeric_limits<int64_t>::max(),
                               Simulator::NO_CONTEXT,
                               EventUid::VALID);
    return never;
}

/** The handler of SIGINT, which may run between any two instructions: it makes no objects. */
void
Stop(int signal)
{
    if (!Simulator::IsExpired(Never())) // a simulator exists
    {
        Simulator::Stop();
    }
    // The first Ctrl-C stops the simulation and the next one the program: a run that hangs can be
    // ended.
    if (g_before.sa_handler == SIG_DFL)
    {
        std::signal(signal, SIG_DFL);
    }
    else if (g_before.sa_handler != SIG_IGN)
    {
        g_before.sa_handler(signal);
    }
}

} // namespace

StopOnInterrupt::StopOnInterrupt()
{
    Never(); // made here, for the handler must make no objects
    Arm();
}

StopOnInterrupt::~StopOnInterrupt()
{
    struct sigaction now = {};
    sigaction(SIGINT, nullptr, &now);
    // A handler that was set since stays.
    if (now.sa_handler == &Stop)
    {
        sigaction(SIGINT, &g_before, nullptr);
    }
}

void
StopOnInterrupt::Arm()
{
    struct sigaction now = {};
    sigaction(SIGINT, nullptr, &now);
    // A handler with SA_SIGINFO has other arguments, and Stop could not pass them on: such a
    // handler stays alone.
    if (now.sa_handler != &Stop && (now.sa_flags & SA_SIGINFO) == 0)
    {
        g_before = now;
        now.sa_handler = &Stop;
        sigaction(SIGINT, &now, nullptr);
    }
}

} // namespace mrc
} // namespace ns3
