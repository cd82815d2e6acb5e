/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-tally.h"

namespace ns3
{
namespace mrc
{

PortCounters
FabricTally::Counters(PortIndex index) const
{
    // Of ends that another process has these are the values of the beginning.
    const PortState port = m_state.ports.Value(index);
    const LinkState link = m_state.links.Value(index);
    PortCounters counters;
    counters.fingerprint = Mix(Mix(m_state.fates.Value(index)) ^ link.fingerprint);
    counters.bytes = link.bytes;
    counters.frames = link.frames;
    counters.marks =
        port.marks - SumOf<uint32_t>([this, index](const FabricState& shard) {
            return shard.cuts ? shard.cuts->Waits().Swept().MarksAhead(index, m_state.kernel->Now())
                              : 0;
        });
    counters.trims = m_state.TrimsOf(index);
    counters.drops = SumOf<uint32_t>([index](const FabricState& shard) {
        return shard.refused.AllAt(index) + shard.lost.AllAt(index);
    });
    return counters;
}

PauseCounters
FabricTally::Pauses(PortIndex index, Instant now) const
{
    if (!m_state.pauses.Any())
    {
        return {};
    }
    const PausedPort& port = m_state.pauses.Port(index);
    PauseCounters counters = port.counters;
    if (port.held)
    {
        counters.paused = counters.paused + (now - port.since); // the port is still paused
    }
    return counters;
}

/** Folds links by index, so that the order in which independent links were served does not show. */
uint64_t
FabricTally::Fingerprint() const
{
    uint64_t all = 0;
    for (PortIndex port = 0; port < PortCount(); ++port)
    {
        all =
            Mix(all ^ Mix(Mix(m_state.fates.Value(port)) ^ m_state.links.Value(port).fingerprint));
    }
    return all;
}

} // namespace mrc
} // namespace ns3
