/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BITMAP_SELECTOR_H
#define MRC_BITMAP_SELECTOR_H

#include "mrc-path-state.h"
#include "mrc-skip-walk.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Bitmap with penalties: the worse the news of an EV, the more turns it loses.
 *
 * The path selector "bitmap" of uet-htsim (40ccb05, uec_mp.cpp), with its penalties. Penalties add
 * up and do not lapse.
 */
class BitmapSelector
{
  public:
    /** @param draws the order of the rotation */
    explicit BitmapSelector(KeyedDraws draws)
        : m_walk(draws, SkipEnd::TURNS)
    {
    }

    /** As PathSelector::Next. */
    const Path* Next(PathTable& table, PlaneId plane, Instant now)
    {
        return m_walk.Next(table, plane, now);
    }

    /** As PathSelector::OnFeedback. */
    void OnFeedback(PathTable& table, Ev ev, PathFeedback feedback, Instant now)
    {
        constexpr uint8_t PENALTIES[] = {0, 1, 4, MAX_SKIP_TURNS, 0}; // by PathFeedback
        const uint8_t penalty = PENALTIES[static_cast<uint8_t>(feedback)];
        if (penalty != 0)
        {
            table.Penalise(ev, penalty, CauseOf(feedback), now);
        }
    }

    /** @return the walk that passes over EVs */
    SkipWalk& Walk()
    {
        return m_walk;
    }

  private:
    SkipWalk m_walk;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BITMAP_SELECTOR_H */
