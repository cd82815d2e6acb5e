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

volatile std::sig_atomic_t g_hasCome = 0; // all that a signal handler may write

void
Note(int)
{
    g_hasCome = 1;
    std::signal(SIGINT, SIG_DFL);
}

} // namespace

Interrupt::Interrupt()
{
    g_hasCome = 0;
    std::signal(SIGINT, &Note);
}

Interrupt::~Interrupt()
{
    std::signal(SIGINT, SIG_DFL);
}

bool
Interrupt::HasCome() const
{
    return g_hasCome != 0;
}

} // namespace mrc
} // namespace ns3
