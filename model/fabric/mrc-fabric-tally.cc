/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-tally.h"

namespace ns3
{
namespace mrc
{

/** Folds links by index, so that the order in which independent links were served does not show. */
uint64_t
FabricTally::Fingerprint() const
{
    uint64_t all = 0;
    for (const PortCounters& counters : m_state.counters)
    {
        all = Mix(all ^ counters.fingerprint);
    }
    return all;
}

} // namespace mrc
} // namespace ns3
