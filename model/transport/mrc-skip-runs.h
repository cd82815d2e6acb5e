/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SKIP_RUNS_H
#define MRC_SKIP_RUNS_H

#include "mrc-rare-list.h"

#include "ns3/mrc-ids.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which EVs have been skipped in how many turns running? */
class SkipRuns
{
  public:
    /** @param limit turns running that are too many; 0: there is no limit and nothing is counted */
    explicit SkipRuns(uint8_t limit)
        : m_limit(limit)
    {
    }

    /** @return whether there is a limit */
    bool AreLimited() const
    {
        return m_limit != 0;
    }

    /**
     * An EV was passed over.
     *
     * @param ev the EV
     * @param turn number of the turn of the EV's plane, modulo 2^16
     * @return whether that was the last turn that the EV may be skipped; the count begins anew
     */
    bool OnSkip(Ev ev, uint16_t turn)
    {
        Run* run =
            std::find_if(m_runs.begin(), m_runs.end(), [ev](const Run& r) { return r.ev == ev; });
        if (run == m_runs.end())
        {
            m_runs.push_back({ev, turn, 0});
            run = m_runs.end() - 1;
        }
        else if (run->turn == turn)
        {
            return false; // a turn counts once
        }
        const bool goesOn = turn == static_cast<uint16_t>(run->turn + 1);
        run->turns = static_cast<uint8_t>(goesOn ? run->turns + 1 : 1);
        run->turn = turn;
        if (run->turns < m_limit)
        {
            return false;
        }
        m_runs.erase(run);
        return true;
    }

  private:
    /** An EV that was skipped. */
    struct Run
    {
        Ev ev;
        uint16_t turn; //!< the latest turn that the EV lost
        uint8_t turns; //!< turns that the EV lost running
    };

    RareList<Run> m_runs;
    uint8_t m_limit;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SKIP_RUNS_H */
