/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OBLIVIOUS_SELECTOR_H
#define MRC_OBLIVIOUS_SELECTOR_H

#include "mrc-path-rotation.h"
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
 * Oblivious spraying in turns: each EV once in a rotation, whatever the feedback says of the EV.
 *
 * The path selector "oblivious" of uet-htsim (40ccb05, uec_mp.cpp).
 */
class ObliviousSelector
{
  public:
    /** @param draws the order of the rotation */
    explicit ObliviousSelector(KeyedDraws draws)
        : m_rotation(draws)
    {
    }

    /** As PathSelector::Next. */
    const Path* Next(PathTable& table, PlaneId plane, Instant)
    {
        for (;;)
        {
            const Path& path = m_rotation.Step(table, plane);
            if (path.IsUsable())
            {
                return &path;
            }
        }
    }

    /** As PathSelector::OnFeedback, which changes nothing here. */
    void OnFeedback(PathTable&, Ev, PathFeedback, Instant)
    {
    }

  private:
    PathRotation m_rotation;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OBLIVIOUS_SELECTOR_H */
