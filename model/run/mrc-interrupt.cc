/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-interrupt.h"

#include <csignal>
#include <cstddef>
#include <iterator>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

constexpr std::size_t COUNT = std::size(SIGNALS);

using Handler = void (*)(int);

volatile std::sig_atomic_t g_signal = 0; // a signal handler may safely write no other type
Handler g_before[COUNT];                 // the handlers of the signals before

/** @return whether somebody wrote the handler, which can be called */
bool
IsFunction(Handler handler)
{
    return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR;
}

/**
 * Notes a signal, which RunMonitor asks for at its next look, and calls the former handler, such as
 * an interpreter's.
 */
void
Note(int signal)
{
    g_signal = signal;
    for (std::size_t i = 0; i < COUNT; ++i)
    {
        // From now on any of the signals ends the program: a run that does not come to its next
        // look must not be immune.
        std::signal(SIGNALS[i], SIG_DFL);
        if (SIGNALS[i] == signal && IsFunction(g_before[i]))
        {
            g_before[i](signal);
        }
    }
}

} // namespace

Interrupt::Interrupt()
{
    g_signal = 0;
    for (std::size_t i = 0; i < COUNT; ++i)
    {
        g_before[i] = std::signal(SIGNALS[i], &Note);
        // nohup(1) has asked to go on after SIGHUP: the run is not to end by it either.
        if (g_before[i] == SIG_IGN && SIGNALS[i] == SIGHUP)
        {
            std::signal(SIGHUP, SIG_IGN);
        }
    }
}

Interrupt::~Interrupt()
{
    for (std::size_t i = 0; i < COUNT; ++i)
    {
        // SIG_ERR is no handler and cannot be set again.
        const bool isKept = IsFunction(g_before[i]) || g_before[i] == SIG_IGN;
        std::signal(SIGNALS[i], isKept ? g_before[i] : SIG_DFL);
    }
}

int
Interrupt::Signal() const
{
    return g_signal;
}

} // namespace mrc
} // namespace ns3
