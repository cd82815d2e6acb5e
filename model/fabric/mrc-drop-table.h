/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DROP_TABLE_H
#define MRC_DROP_TABLE_H

#include "mrc-port-state.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <unordered_map>

namespace ns3
{
namespace mrc
{

/** How many frames ended where, for which reason? A table counts one end of each link. */
class DropTable
{
  public:
    /** Counts one frame more. */
    void Count(PortIndex port, DropReason reason)
    {
        ++m_all[static_cast<unsigned>(reason)];
        ++m_at[port][static_cast<unsigned>(reason)];
    }

    /** Counts several frames that ended elsewhere. */
    void Add(PortIndex port, DropReason reason, uint32_t frames)
    {
        m_all[static_cast<unsigned>(reason)] += frames;
        m_at[port][static_cast<unsigned>(reason)] += frames;
    }

    /** @return frames that ended for this reason, at any port */
    uint64_t All(DropReason reason) const
    {
        return m_all[static_cast<unsigned>(reason)];
    }

    /** @return frames that ended at one port for this reason */
    uint32_t At(PortIndex port, DropReason reason) const
    {
        const auto found = m_at.find(port);
        return found == m_at.end() ? 0 : found->second[static_cast<unsigned>(reason)];
    }

    /** @return frames that ended at one port for any reason */
    uint32_t AllAt(PortIndex port) const
    {
        const auto found = m_at.find(port);
        return found == m_at.end()
                   ? 0
                   : std::accumulate(found->second.begin(), found->second.end(), uint32_t{0});
    }

  private:
    std::array<uint64_t, DROP_REASONS> m_all{};
    // A map, since few ports drop: a table for all would be mostly zeros.
    std::unordered_map<PortIndex, std::array<uint32_t, DROP_REASONS>> m_at;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DROP_TABLE_H */
