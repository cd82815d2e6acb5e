/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REPS_SELECTOR_H
#define MRC_REPS_SELECTOR_H

#include "mrc-path-state.h"
#include "mrc-path-table.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * REPS: an EV that came back without a mark is used once more (arXiv 2407.21625).
 *
 * Of each plane a ring holds the EVs that came back last. The next packet takes the oldest that was
 * not used since; if there is none it draws one at random. After a loss the ring freezes: instead
 * of drawing EVs, which may be dead, the selector goes round those that once came back. Some time
 * later the ring thaws, and the selector draws for a while to learn which EVs work again.
 */
class RepsSelector
{
  public:
    /** EVs that a plane remembers (the paper's and uet-htsim's). */
    static constexpr uint32_t RING = 8;
    /** How long a ring stays frozen (uet-htsim 40ccb05, buffer_reps.cpp). */
    static constexpr Span FREEZE = Micros(10000);
    /** Packets that draw at random after the ring thaws (uet-htsim 40ccb05, uec_mp.cpp). */
    static constexpr uint32_t EXPLORE = 16;

    /** @param draws the EVs of packets that have none to recycle */
    explicit RepsSelector(KeyedDraws draws);

    /** As PathSelector::Next. */
    const Path* Next(PathTable& table, PlaneId plane, Instant now);
    /** As PathSelector::OnFeedback. */
    void OnFeedback(PathTable& table, Ev ev, PathFeedback feedback, Instant now);

  private:
    /** The EVs that a plane remembers. */
    struct Ring
    {
        std::array<Ev, RING> evs;
        uint8_t filled{0}; //!< entries that have ever held an EV
        uint8_t fresh{0};  //!< of these, the newest so many have not been used since they came back
        uint8_t head{0};   //!< the next to be written
        uint8_t stale{0};  //!< the one that was used last while frozen
        uint8_t explore{0}; //!< packets that are still to draw at random
        Instant thawAt{Instant::Never()};

        void Push(Ev ev);
        Ev TakeFresh();
        Ev TakeStale();
    };

    static void Thaw(Ring& ring, Instant now);
    const Path* Recycle(PathTable& table, Ring& ring) const;

    KeyedDraws m_draws;
    uint64_t m_drawn{0};
    std::vector<Ring> m_rings; //!< by plane; apart from members that each sender has
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REPS_SELECTOR_H */
