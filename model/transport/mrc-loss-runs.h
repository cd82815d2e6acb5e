/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSS_RUNS_H
#define MRC_LOSS_RUNS_H

#include "mrc-rare-list.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * How many packets running did an EV lose, with no answer between?
 *
 * Only EVs that have lost one since they were answered last take room.
 */
class LossRuns
{
  public:
    /** So many losses running tell a dead path from a lossy one; own choice [ev-floor]. */
    static constexpr uint8_t DEAD = 3;

    /** The known losses of an EV. */
    struct Run
    {
        Ev ev;              //!< on which they were lost
        uint8_t losses{0};  //!< in a row
        Instant answeredAt; //!< of an EV that was never asked: its first loss
    };

    /** A packet on this EV was lost. */
    void OnLoss(Ev ev, Instant now)
    {
        Run* run = Find(ev);
        if (run == m_runs.end())
        {
            m_runs.push_back({ev, 0, now});
            run = m_runs.end() - 1;
        }
        run->losses = static_cast<uint8_t>(std::min<uint32_t>(run->losses + 1U, DEAD));
    }

    /** A packet or a probe on this EV was answered. */
    void OnAnswer(Ev ev, Instant now)
    {
        Run* const run = Find(ev);
        if (run != m_runs.end())
        {
            run->losses = 0;
            run->answeredAt = now;
        }
    }

    /** Forgets an EV, as if the EV had never lost a packet. */
    void Forget(Ev ev)
    {
        Run* const run = Find(ev);
        if (run != m_runs.end())
        {
            m_runs.erase(run);
        }
    }

    /** @return the known losses of an EV; an EV without a record has lost nothing */
    Run Of(Ev ev) const
    {
        const Run* const run = const_cast<LossRuns*>(this)->Find(ev);
        return run == m_runs.end() ? Run{ev, 0, Instant::Never()} : *run;
    }

    /** @return all that is known */
    const RareList<Run>& All() const
    {
        return m_runs;
    }

  private:
    Run* Find(Ev ev)
    {
        return std::find_if(m_runs.begin(), m_runs.end(), [ev](const Run& r) {
            return r.ev == ev;
        });
    }

    RareList<Run> m_runs;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSS_RUNS_H */
