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
        return SumOf<uint64_t>([reason](const FabricState& shard) {
            return shard.refused.All(reason) + shard.lost.All(reason);
        });
    }

    /** @return frames that ended at one port for this reason */
    uint32_t DropsAt(PortIndex port, DropReason reason) const
    {
        return SumOf<uint32_t>([port, reason](const FabricState& shard) {
            return shard.refused.At(port, reason) + shard.lost.At(port, reason);
        });
    }

    /** @return ICMPv6 errors that a switch has sent by a port [switch-errors] */
    uint32_t ErrorsFrom(PortIndex port) const
    {
        return SumOf<uint32_t>([port](const FabricState& shard) {
            const auto found = shard.errors.find(port);
            return found == shard.errors.end() ? 0 : found->second;
        });
    }

    /** @return the hash over the events of all links, in link order */
    uint64_t Fingerprint() const;

  private:
    /** @return a count of all shards. @param countOf returns that of one shard's state */
    template <class T, class CountOf>
    T SumOf(CountOf countOf) const
    {
        if (m_state.shards.empty())
        {
            return countOf(m_state);
        }
        T sum = 0;
        for (const FabricState* shard : m_state.shards)
        {
            sum += countOf(*shard);
        }
        return sum;
    }

    const FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_TALLY_H */
