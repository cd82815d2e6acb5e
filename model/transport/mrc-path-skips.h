/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SKIPS_H
#define MRC_PATH_SKIPS_H

#include "mrc-path-deal.h"
#include "mrc-path-seats.h"
#include "mrc-path-state.h"
#include "mrc-skip-runs.h"

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which EVs are passed over for a while, and until when: GOOD to SKIP and back.
 *
 * An EV is skipped for turns of its plane or until its SKIP lapses. Bad and denied EVs stay so: a
 * SKIP would bring them back into use.
 */
class PathSkips : public PathSeats
{
  public:
    /**
     * @param config how many EVs, and how long a SKIP is
     * @param deal the planes and uplinks to deal EVs over, and the watch that hears of changes
     * @param plan as of PathSeats
     */
    PathSkips(const EvConfig& config, const PathDeal& deal, SeatPlan* plan = nullptr);

    /** @return whether a SKIP of this path has lapsed [skip-length] */
    bool HasLapsed(const Path& path, Instant now) const;

    /** A packet on this EV was marked, or trimmed before the last hop: GOOD to SKIP. */
    void OnCongestion(Ev ev, PathCause cause, Instant now);

    /** As OnCongestion, but so many turns are added to those that the EV is to lose. */
    void Penalise(Ev ev, uint8_t turns, PathCause cause, Instant now);

    /**
     * A path of a rotation was passed over because it is to be skipped. If that is one turn running
     * too many, the path changes places with a good one of the reserve that goes another way. This
     * is an option of ours.
     *
     * @param path the path; afterwards another one may have its seat
     * @param turn number of the turn of its plane, modulo 2^16
     * @param now the time
     */
    void OnSkipped(Path& path, uint16_t turn, Instant now)
    {
        if (m_skipRuns.AreLimited() && m_skipRuns.OnSkip(path.ev, turn))
        {
            Exchange(path.ev, now);
        }
    }

    /** An EV need not be skipped any more: SKIP to GOOD. */
    void EndSkip(Path& path, PathCause cause, Instant now)
    {
        Move(path, PathState::GOOD, cause, now);
    }

    /**
     * Takes over an EV of a queue pair that had no table.
     *
     * @param path with its state: GOOD or SKIP
     * @param latestSkip when any EV of the queue pair began to be skipped last
     */
    void Adopt(const Path& path, Instant latestSkip);

    /** Ends the SKIPs that have lapsed, once all have. */
    void EndLapsed(Instant now);

  protected:
    /** Changes the state of an EV, and tells of the change. */
    void Move(Path& path, PathState to, PathCause cause, Instant now)
    {
        const PathTransition transition{path.ev, path.state, to, cause, now};
        path.state = to;
        if (m_watch != nullptr && m_watch->user != nullptr && transition.from != to)
        {
            m_watch->user->PathChanged(transition);
        }
    }

    /** The EV is to be skipped for as many turns as one mark costs. */
    void StartSkip(Path& path, PathCause cause, Instant now)
    {
        Skip(path, m_skipTurns, cause, now);
    }

    /** @return whether EVs may have changed places for good [skip-exchange] */
    bool Exchanges() const
    {
        return m_skipRuns.AreLimited();
    }

  private:
    void Skip(Path& path, uint8_t turns, PathCause cause, Instant now);
    void Exchange(Ev ev, Instant now);

    Span m_skipLapse;
    Instant m_latestSkip; //!< when a path began to be skipped last
    const QueuePairWatch* m_watch;
    SkipRuns m_skipRuns;
    uint32_t m_exchanges{0}; //!< of EVs that were skipped too often
    uint8_t m_skipTurns;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_SKIPS_H */
