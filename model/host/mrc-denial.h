/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DENIAL_H
#define MRC_DENIAL_H

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <functional>
#include <tuple>

namespace ns3
{
namespace mrc
{

class CarrierTemplate;

/** Whether a path from a NIC to another crosses the link of a port, in either direction. */
using LinkCrossing = std::function<bool(uint32_t from, uint32_t to, Ev ev, PortIndex port)>;

/** A way between two NICs. */
struct DeniedWay
{
    uint32_t from;                //!< NIC at this end
    uint32_t to;                  //!< NIC at the other end
    const CarrierTemplate& route; //!< from here to there
};

/** One entry of a denylist: which paths of a plane must which NICs not use [ev-denied]? */
struct Denial
{
    static constexpr uint32_t ANY_UPLINK = 0xffffffff; //!< also paths without an uplink
    static constexpr PortIndex ANY_LINK = 0xffffffff;  //!< whatever links a path crosses

    PlaneId plane{0};            //!< of the paths
    uint32_t uplink{ANY_UPLINK}; //!< T0 uplink that the paths take
    uint32_t firstNic{0};        //!< NICs at either end of a path: the first
    uint32_t endNic{0};          //!< one behind the last
    PortIndex link{ANY_LINK};    //!< the lower port of a link that the paths cross

    /** @return whether this is about paths between two NICs */
    constexpr bool Concerns(uint32_t from, uint32_t to) const
    {
        return (from >= firstNic && from < endNic) || (to >= firstNic && to < endNic);
    }

    /**
     * @param way between NICs that this concerns
     * @param ev a path of the way
     * @param crosses which paths cross which links; asked about a link only
     * @return whether that is denied; below one T0 a path takes no uplink
     */
    bool Covers(const DeniedWay& way, Ev ev, const LinkCrossing& crosses) const;

    friend bool operator<(const Denial& a, const Denial& b)
    {
        return std::tie(a.plane, a.uplink, a.firstNic, a.endNic, a.link) <
               std::tie(b.plane, b.uplink, b.firstNic, b.endNic, b.link);
    }

    friend bool operator==(const Denial& a, const Denial& b)
    {
        return std::tie(a.plane, a.uplink, a.firstNic, a.endNic, a.link) ==
               std::tie(b.plane, b.uplink, b.firstNic, b.endNic, b.link);
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DENIAL_H */
