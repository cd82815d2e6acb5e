/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DENIAL_H
#define MRC_DENIAL_H

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <tuple>

namespace ns3
{
namespace mrc
{

class CarrierTemplate;

/** One entry of a denylist: which paths of a plane must which NICs not use [ev-denied]? */
struct Denial
{
    static constexpr uint32_t ANY_UPLINK = 0xffffffff; //!< also paths without an uplink

    PlaneId plane{0};            //!< of the paths
    uint32_t uplink{ANY_UPLINK}; //!< T0 uplink that the paths take
    uint32_t firstNic{0};        //!< NICs at either end of a path: the first
    uint32_t endNic{0};          //!< one behind the last

    /** @return whether this is about paths between two NICs */
    constexpr bool Concerns(uint32_t from, uint32_t to) const
    {
        return (from >= firstNic && from < endNic) || (to >= firstNic && to < endNic);
    }

    /**
     * @param route between NICs that this concerns
     * @param ev a path of the route
     * @return whether that is denied; below one T0 a path takes no uplink
     */
    bool Covers(const CarrierTemplate& route, Ev ev) const;

    friend bool operator<(const Denial& a, const Denial& b)
    {
        return std::tie(a.plane, a.uplink, a.firstNic, a.endNic) <
               std::tie(b.plane, b.uplink, b.firstNic, b.endNic);
    }

    friend bool operator==(const Denial& a, const Denial& b)
    {
        return std::tie(a.plane, a.uplink, a.firstNic, a.endNic) ==
               std::tie(b.plane, b.uplink, b.firstNic, b.endNic);
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DENIAL_H */
