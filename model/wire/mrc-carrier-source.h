/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CARRIER_SOURCE_H
#define MRC_CARRIER_SOURCE_H

#include "mrc-ids.h"
#include "mrc-usid.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The uSIDs of a way from one NIC to another. */
struct UsidWay
{
    UsidCarrier carrier;          //!< the first six of them
    std::array<Usid, 4> behind{}; //!< those behind a full carrier; 0: no more
};

/** Which carrier leads over a path of a fabric that is no Clos network [graph-paths]? */
class CarrierSource
{
  public:
    virtual ~CarrierSource() = default;

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @param ev the path: the path's plane must exist, and the path's number counts modulo the
     * paths of that plane
     * @return the uSIDs of that path
     */
    virtual UsidWay WayFor(uint32_t source, uint32_t destination, Ev ev) const = 0;

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @param plane one of the fabric's
     * @return paths of this plane, 1 .. 65535: planes need not have as many
     */
    virtual uint32_t PathsIn(uint32_t source, uint32_t destination, PlaneId plane) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CARRIER_SOURCE_H */
