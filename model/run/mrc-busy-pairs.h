/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BUSY_PAIRS_H
#define MRC_BUSY_PAIRS_H

#include "ns3/mrc-flow-record.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Since when has a transfer always been under way from one NIC to another? */
class BusyPairs
{
  public:
    /** @param flows all complete flows of a run, in any order */
    explicit BusyPairs(std::vector<FlowRecord> flows);

    /**
     * @param flow one of these
     * @return when the first of the flows between its NICs was posted that end there without a
     * pause
     */
    Instant Since(const FlowRecord& flow) const;

  private:
    /** Begins of the stretches without a pause by source and destination, in ascending order. */
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Instant>> m_begins;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BUSY_PAIRS_H */
