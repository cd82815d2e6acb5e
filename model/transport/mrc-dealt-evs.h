/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DEALT_EVS_H
#define MRC_DEALT_EVS_H

#include "mrc-path-deal.h"
#include "mrc-plane-paths.h"
#include "mrc-qp-config.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which EV is dealt to which seat of a plane [ev-deal]?
 *
 * EVs are dealt evenly over the uplinks of each plane, in seeded order, or are those of a list. A
 * view: a table deals all of them, a queue pair that sends little asks for one at a time.
 */
class DealtEvs
{
  public:
    /**
     * @param config how many, or the list
     * @param deal the planes and uplinks to deal over; both must outlive this
     */
    DealtEvs(const EvConfig& config, const PathDeal& deal)
        : m_config(config),
          m_deal(deal)
    {
    }

    /** @return EVs of each plane: rotation and reserve */
    uint32_t PerPlane() const;

    /** @return seats in the rotation of a plane, the first ones */
    uint32_t Active() const;

    /** @return how many paths each plane has */
    PlanePaths Uplinks() const
    {
        return {m_deal.uplinks, m_config.ownPaths.get()};
    }

    /**
     * Deals all EVs of a plane.
     *
     * @param plane the plane
     * @param take gets each seat, below PerPlane(), and its EV
     */
    template <class Take>
    void Deal(PlaneId plane, Take take) const
    {
        const KeyedDraws draws = m_deal.draws.Child(plane);
        const std::vector<uint32_t> order = Shuffled(InOrder(plane), draws);
        for (uint32_t seat = 0; seat < PerPlane(); ++seat)
        {
            take(seat, Of(plane, seat, order[seat % order.size()], draws));
        }
    }

    /** @return the EV that Deal gives a seat, found without the others */
    Ev At(PlaneId plane, uint32_t seat) const;

    /** @return the seat that Deal gives to an EV; none: the EV is of somebody else */
    std::optional<uint32_t> SeatOf(Ev ev) const;

  private:
    static std::vector<uint32_t> Shuffled(uint32_t count, KeyedDraws draws);
    static uint32_t ShuffledAt(uint32_t place, uint32_t count, KeyedDraws draws);
    static uint32_t PlaceOf(uint32_t element, uint32_t count, KeyedDraws draws);

    uint32_t InOrder(PlaneId plane) const;
    Ev Of(PlaneId plane, uint32_t seat, uint32_t ordered, KeyedDraws draws) const;

    const EvConfig& m_config;
    const PathDeal& m_deal;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DEALT_EVS_H */
