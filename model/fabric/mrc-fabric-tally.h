/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_TALLY_H
#define MRC_FABRIC_TALLY_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/** How much has a fabric done so far? A view of the fabric's state. */
class FabricTally
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit FabricTally(const FabricState& state)
        : m_state(state)
    {
    }

    /** @return how many directed ports there are */
    uint32_t PortCount() const
    {
        return m_state.ports.size();
    }

    /** @return the counters of a link, from both of its ends */
    PortCounters Counters(PortIndex port) const;

    /** @return the counters of PFC at a port up to now; all 0 without PFC */
    PauseCounters Pauses(PortIndex port, Instant now) const;

    /** @return frames that ended for this reason, at any port */
    uint64_t Drops(DropReason reason) const
    {
        uint64_t sum = m_state.refused.All(reason) + m_state.lost.All(reason);
        for (const FabricState* other : m_state.others)
        {
            sum += other->refused.All(reason) + other->lost.All(reason);
        }
        return sum;
    }

    /** @return frames that ended at one port for this reason */
    uint32_t DropsAt(PortIndex port, DropReason reason) const
    {
        uint32_t sum = m_state.refused.At(port, reason) + m_state.lost.At(port, reason);
        for (const FabricState* other : m_state.others)
        {
            sum += other->refused.At(port, reason) + other->lost.At(port, reason);
        }
        return sum;
    }

    /** @return the hash over the events of all links, in link order */
    uint64_t Fingerprint() const;

  private:
    const FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_TALLY_H */
