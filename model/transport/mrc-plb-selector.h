/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLB_SELECTOR_H
#define MRC_PLB_SELECTOR_H

#include "mrc-custom-selector.h"
#include "mrc-kept-path.h"
#include "mrc-plb-rounds.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** PLB: a flow keeps its path until marks come for long enough: is it time to leave [plb-rehash]?
 */
class PlbSelector : public CustomSelector
{
  public:
    /**
     * @param config when a flow leaves its path
     * @param draws the paths, and how long a loss suspends
     */
    PlbSelector(const PlbConfig& config, KeyedDraws draws)
        : m_config(config),
          m_rounds(config),
          m_kept(draws),
          m_draws(draws)
    {
    }

    PlaneMask Planes(const PathSeats& paths, PlaneMask usable, Instant now) const override;
    uint32_t Choose(const PathSeats& paths, PlaneId plane, Instant now) override;
    void OnFeedback(Ev ev, PathFeedback feedback, Instant now) override;

    /** @return how often the flow got another path */
    uint64_t Rehashes() const
    {
        return m_rehashes;
    }

  private:
    bool IsTime(Instant now) const;
    void Rehash();
    void OnLoss(Instant now);

    PlbConfig m_config;
    PlbRounds m_rounds;
    KeptPath m_kept;
    KeyedDraws m_draws;
    Ev m_ev;                         //!< that the latest packet took
    std::optional<Instant> m_lastAt; //!< when that packet left; none: no packet on this path yet
    Instant m_suspendedTo;           //!< after a loss marks count for nothing so long
    uint64_t m_rehashes{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLB_SELECTOR_H */
