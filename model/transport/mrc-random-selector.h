/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANDOM_SELECTOR_H
#define MRC_RANDOM_SELECTOR_H

#include "mrc-path-state.h"
#include "mrc-path-table.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Oblivious packet spraying as the REPS paper has it: each packet draws its EV at random, whatever
 * the feedback says of the EV (arXiv 2407.21625).
 */
class RandomSelector
{
  public:
    /** @param draws the EVs */
    explicit RandomSelector(KeyedDraws draws)
        : m_draws(draws)
    {
    }

    /** As PathSelector::Next. */
    const Path* Next(PathTable& table, PlaneId plane, Instant)
    {
        return &table.UsableAt(plane, m_draws.Below(table.Usable(plane), m_drawn++));
    }

    /** As PathSelector::OnFeedback, which changes nothing here. */
    void OnFeedback(PathTable&, Ev, PathFeedback, Instant)
    {
    }

  private:
    KeyedDraws m_draws;
    uint64_t m_drawn{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANDOM_SELECTOR_H */
