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

volatile std::sig_atomic_t g_signal = 0; // all that a signal handler may write
Handler g_before[COUNT];                 // what the signals did before

bool
IsFunction(Handler handler)
{
    return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR;
}

/** Notes a signal and tells who would have heard of it, such as an interpreter. */
void
Note(int signal)
{
    g_signal = signal;
    for (std::size_t i = 0; i < COUNT; ++i)
    {
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
