/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CARRIER_SOURCE_H
#define MRC_CARRIER_SOURCE_H

#include "mrc-ids.h"
#include "mrc-usid.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which carrier leads over a path of a fabric that is no Clos network [graph-paths]? */
class CarrierSource
{
  public:
    virtual ~CarrierSource() = default;

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @param ev the path: its plane must exist, its number counts modulo the paths of that plane
     * @return the destination address of a packet on that path
     */
    virtual UsidCarrier CarrierFor(uint32_t source, uint32_t destination, Ev ev) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CARRIER_SOURCE_H */
