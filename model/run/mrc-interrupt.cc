/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-interrupt.h"

#include <csignal>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t g_signal = 0; // all that a signal handler may write

void
Note(int signal)
{
    g_signal = signal;
    for (const int each : SIGNALS)
    {
        std::signal(each, SIG_DFL);
    }
}

} // namespace

Interrupt::Interrupt()
{
    g_signal = 0;
    for (const int signal : SIGNALS)
    {
        if (std::signal(signal, &Note) == SIG_IGN && signal == SIGHUP)
        {
            std::signal(signal, SIG_IGN);
        }
    }
}

Interrupt::~Interrupt()
{
    for (const int signal : SIGNALS)
    {
        if (std::signal(signal, SIG_DFL) == SIG_IGN)
        {
            std::signal(signal, SIG_IGN);
        }
    }
}

int
Interrupt::Signal() const
{
    return g_signal;
}

} // namespace mrc
} // namespace ns3
