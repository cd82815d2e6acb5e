/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_BLAME_H
#define MRC_PATH_BLAME_H

#include "mrc-flight-store.h"

namespace ns3
{
namespace mrc
{

/**
 * Is one path to blame for a loss, or a part that all paths have in common? A view of a
 * FlightStore.
 */
class PathBlame
{
  public:
    /** @param store the flight's; must outlive this */
    explicit PathBlame(FlightStore& store)
        : m_store(store)
    {
    }

    /**
     * A packet was lost on a path.
     *
     * @param ev the EV of the path
     * @param cause the sign of the loss
     * @param now the time
     * @return whether that retired the EV
     */
    bool Blame(Ev ev, PathCause cause, Instant now) const;

    /** A reliability probe is lost: its path is dead if it has lost others too. */
    void LoseProbe(Ev ev, Instant now) const;

    /**
     * A NACK says that a packet was trimmed.
     *
     * @param ev the EV that carried the packet: a path that works
     * @param lastHop whether the packet was trimmed on the way into the receiver
     * @param now the time
     */
    void NoteTrim(Ev ev, bool lastHop, Instant now) const;

    /**
     * @return whether the last hop seems to have more senders than it can serve. That is so if the
     *         hop has trimmed lately, and many paths are silent at once. That is so, too, if no
     *         path works though the peer was heard lately. Probes would make the overflow worse
     */
    bool LastHopOverflows(Instant now) const
    {
        return Overflows(~PlaneMask{0}, now);
    }

    /**
     * @return whether most of the paths that were used last are silent. A loss does not single out
     *         a path then. A part that all have in common may be to blame, such as the last hop
     *         before its NACKs come
     */
    bool PathsFailTogether(Instant now) const;

  private:
    void Pardon(uint32_t proof, Instant now) const;
    bool NoPathWorks(Instant now) const;
    bool Overflows(PlaneMask planes, Instant now) const;
    uint32_t SilentPaths(PlaneMask planes, uint32_t most, Instant before) const;

    FlightStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_BLAME_H */
