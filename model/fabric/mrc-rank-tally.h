/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_TALLY_H
#define MRC_RANK_TALLY_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/** What all links of a fabric have done so far. */
struct FabricTotals
{
    uint64_t frames{0};      //!< that arrived whole
    uint64_t marks{0};       //!< frames that got CE
    uint64_t trims{0};       //!< frames that were trimmed
    uint64_t drops{0};       //!< frames that ended on the way
    uint64_t fingerprint{0}; //!< as FabricTally::Fingerprint
};

/**
 * How much has a port done so far, whichever process has it? A view of the fabric's state.
 *
 * Ranks all ask at once. With one process the answer is that of FabricTally.
 */
class RankTally
{
  public:
    /** @param first the fabric's state, of several shards that of the first; must outlive this */
    explicit RankTally(const FabricState& first)
        : m_first(first)
    {
    }

    /** @return the counters of a link, from both of its ends */
    PortCounters Counters(PortIndex port) const;

    /** @return frames that ended at one port for this reason */
    uint32_t Drops(PortIndex port, DropReason reason) const;

    /** @return what all links have done: a process has its own ones, so that all of them say so */
    FabricTotals Totals() const;

  private:
    RankLink* Ranks() const;
    FabricTotals Here() const;
    uint64_t Folded(RankLink& ranks) const;

    const FabricState& m_first;
};

/** @return whether this process acts for the node that a port belongs to */
bool IsSenderHere(const FabricState& state, PortIndex port);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_TALLY_H */
