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

namespace ns3
{
namespace mrc
{

namespace
{

struct sigaction g_before; // what SIGINT did before

/** @return an event of the far future: pending for every simulator, expired where there is none */
const EventId&
Never()
{
    static const EventId never(Ptr<EventImpl>(MakeEvent(+[] {}), false),
                               std::numeric_limits<int64_t>::max(),
                               Simulator::NO_CONTEXT,
                               EventUid::VALID);
    return never;
}

void
Stop(int signal)
{
    if (!Simulator::IsExpired(Never())) // a simulator is not made for it
    {
        Simulator::Stop();
    }
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
    Never(); // made here, not in the handler
    Arm();
}

StopOnInterrupt::~StopOnInterrupt()
{
    struct sigaction now = {};
    sigaction(SIGINT, nullptr, &now);
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
    if (now.sa_handler != &Stop && (now.sa_flags & SA_SIGINFO) == 0)
    {
        g_before = now;
        now.sa_handler = &Stop;
        sigaction(SIGINT, &now, nullptr);
    }
}

} // namespace mrc
} // namespace ns3
