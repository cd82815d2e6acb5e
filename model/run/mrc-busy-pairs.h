/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BUSY_PAIRS_H
#define MRC_BUSY_PAIRS_H

#include "ns3/mrc-flow-record.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A time in which a transfer was under way. */
struct BusyStretch
{
    uint32_t source;      //!< sending NIC
    uint32_t destination; //!< receiving NIC
    Instant from;         //!< the post
    Instant until;        //!< the completion
};

/** Since when has a transfer always been under way from one NIC to another? */
class BusyPairs
{
  public:
    /** @param stretches of all complete flows between the NICs that are asked for, in any order */
    explicit BusyPairs(std::vector<BusyStretch> stretches);

    /**
     * @param flow one of these
     * @return when the first of the flows between its NICs was posted that end there without a
     * pause
     */
    Instant Since(const FlowRecord& flow) const;

  private:
    /** Those without a pause, in the order of NICs and begins: a job has millions of pairs. */
    std::vector<BusyStretch> m_stretches;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BUSY_PAIRS_H */
