/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shard-host.h"

#include <limits>

namespace ns3
{
namespace mrc
{

ShardHost::ShardHost(const HotHost& simulator)
    : m_simulator(simulator)
{
    // An insertion into the wheel needs no care: the crew asks for the first event by itself.
    Clock().alarm = Instant(std::numeric_limits<int64_t>::min());
}

/** Never called: the alarm that the constructor set lies before any event. */
void
ShardHost::Wake(Instant)
{
}

Instant
ShardHost::OrdinaryNow() const
{
    return m_simulator.OrdinaryNow();
}

bool
ShardHost::IsRunning() const
{
    return m_simulator.IsRunning();
}

} // namespace mrc
} // namespace ns3
