/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_FIELDS_H
#define MRC_EV_FIELDS_H

#include "mrc-encapsulation.h"
#include "mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Bits of an EV below the plane that the UDP source port has room for [direct-packets]. */
constexpr unsigned EV_PORT_BITS = 13;

/** Paths of a plane that EVs of 16 bits can name. */
constexpr uint32_t MAX_PORT_PATHS = 1U << EV_PORT_BITS;

/** Where the 32 bits of an EV stand in a packet. */
struct EvFields
{
    uint16_t sourcePort{0}; //!< of UDP
    uint32_t flowLabel{0};  //!< of the IPv6 header from NIC to NIC

    /**
     * With SRv6 the source port has the upper half [ev-on-wire]. Without SRv6, the port has the
     * plane and the lowest bits of the path, so that small EVs need no flow label. The plane's bits
     * are inverted: ports of the lowest numbers would be taken for those of other protocols.
     *
     * @param ev the EV
     * @param encapsulation of the fabric
     * @return the two fields of the EV
     */
    static constexpr EvFields Of(Ev ev, Encapsulation encapsulation)
    {
        if (encapsulation == ENCAPSULATION_SRV6)
        {
            return {static_cast<uint16_t>(ev.value >> 16), ev.value & 0xffff};
        }
        const uint32_t plane = MAX_PLANES - 1 - ev.Plane();
        return {static_cast<uint16_t>(plane << EV_PORT_BITS | (ev.value & (MAX_PORT_PATHS - 1))),
                ev.Uplink() >> EV_PORT_BITS};
    }

    /**
     * The inverse.
     *
     * @param encapsulation of the fabric
     * @return the EV; of the flow label the low 16 bits count
     */
    constexpr Ev Value(Encapsulation encapsulation) const
    {
        const uint32_t port = sourcePort;
        const uint32_t label = flowLabel & 0xffff;
        return encapsulation == ENCAPSULATION_SRV6
                   ? Ev{port << 16 | label}
                   : Ev::Of(static_cast<PlaneId>(MAX_PLANES - 1 - (port >> EV_PORT_BITS)),
                            label << EV_PORT_BITS | (port & (MAX_PORT_PATHS - 1)));
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_FIELDS_H */
