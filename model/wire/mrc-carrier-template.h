/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CARRIER_TEMPLATE_H
#define MRC_CARRIER_TEMPLATE_H

#include "mrc-address-plan.h"
#include "mrc-carrier-source.h"
#include "mrc-ids.h"
#include "mrc-usid.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The fixed parts of a route between two pods, all numbers within their plane [carrier-pods]. */
struct PodRoute
{
    uint32_t sourceT0;  //!< 0 .. 2047
    uint32_t t0;        //!< of the receiver, 0 .. 2047
    uint32_t downlink;  //!< of the receiver on that T0, 0 .. 2047
    uint32_t sourceT1;  //!< the first T1 of the sender's pod, 0 .. 2047
    uint32_t t1;        //!< the first T1 of the receiver's pod, 0 .. 2047
    uint32_t uplinks;   //!< of the sender's T0, 1 .. 2048
    uint32_t t1Uplinks; //!< of a T1, 1 .. 2047
};

/**
 * The part of its route that a queue pair keeps: the carrier to one destination with the path left
 * open.
 *
 * [carrier-across]: the T0s and the downlink are known when the queue pair starts. Per packet the
 * plane is copied into every uSID and the T0 uplink into the uSID of the T1. Between pods the T1s
 * of both pods and the T2 between them follow from the path [carrier-pods]. Without SRv6 there is
 * no carrier: all packets have the receiver's own address, and switches choose the path
 * [direct-packets].
 */
class CarrierTemplate
{
  public:
    constexpr CarrierTemplate()
        : m_open()
    {
    }

    /**
     * A route within one T0 group: block | T0 | NIC [carrier-local].
     *
     * @param block the locator block, 32 bits
     * @param t0 number of the T0 within the plane, 0 .. 2047
     * @param downlink the destination's downlink on that T0, 0 .. 2047
     * @return the template
     */
    static constexpr CarrierTemplate Local(uint32_t block, uint32_t t0, uint32_t downlink)
    {
        return CarrierTemplate(UsidCarrier::OfBlock(block)
                                   .With(0, Usid::Of(UsidKind::T0, 0, t0))
                                   .With(1, Usid::Of(UsidKind::NIC, 0, downlink)),
                               0);
    }

    /**
     * A route across a T1: block | source T0 | T1 | destination T0 | NIC [carrier-across].
     *
     * @param block the locator block, 32 bits
     * @param sourceT0 number of the sender's T0 within the plane, 0 .. 2047
     * @param t0 number of the receiver's T0 within the plane, 0 .. 2047
     * @param downlink the receiver's downlink on that T0, 0 .. 2047
     * @param uplinks how many uplinks the sender's T0 has, 1 .. 2048
     * @return the template
     */
    static constexpr CarrierTemplate Across(uint32_t block,
                                            uint32_t sourceT0,
                                            uint32_t t0,
                                            uint32_t downlink,
                                            uint32_t uplinks)
    {
        return CarrierTemplate(UsidCarrier::OfBlock(block)
                                   .With(0, Usid::Of(UsidKind::T0, 0, sourceT0))
                                   .With(1, Usid::Of(UsidKind::T1, 0, 0))
                                   .With(2, Usid::Of(UsidKind::T0, 0, t0))
                                   .With(3, Usid::Of(UsidKind::NIC, 0, downlink)),
                               uplinks);
    }

    /**
     * @param first number within the plane of the T1 at uplink 0: the first of the pod
     * @return this route across a T1, where T1s are those of a pod
     */
    constexpr CarrierTemplate WithFirstT1(uint32_t first) const
    {
        return CarrierTemplate(m_open.With(1, Usid::Of(UsidKind::T1, 0, first)), m_uplinks);
    }

    /**
     * A route across a T2, which fills the carrier: block | source T0 | T1 | T2 | T1 | destination
     * T0 | NIC [carrier-pods].
     *
     * @param block the locator block, 32 bits
     * @param route the known parts of the route
     * @return the template
     */
    static constexpr CarrierTemplate BetweenPods(uint32_t block, const PodRoute& route)
    {
        CarrierTemplate made(UsidCarrier::OfBlock(block)
                                 .With(0, Usid::Of(UsidKind::T0, 0, route.sourceT0))
                                 .With(1, Usid::Of(UsidKind::T1, 0, route.sourceT1))
                                 .With(2, Usid::Of(UsidKind::T2, 0, 1))
                                 .With(3, Usid::Of(UsidKind::T1, 0, route.t1))
                                 .With(4, Usid::Of(UsidKind::T0, 0, route.t0))
                                 .With(5, Usid::Of(UsidKind::NIC, 0, route.downlink)),
                             route.uplinks);
        made.m_t1Uplinks = static_cast<uint16_t>(route.t1Uplinks);
        made.m_mask = NO_MASK;
        return made;
    }

    /**
     * A route without SRv6 [direct-packets].
     *
     * @param nic number of the receiver
     * @param uplinks how many of the sender's T0 EVs tell apart, 1 .. 8192; 0 within one T0 group
     * @param t1Uplinks the same of a T1's, 1 .. 2047; 0 if EVs do not tell them apart
     * @return the template
     */
    static constexpr CarrierTemplate Direct(uint32_t nic, uint32_t uplinks, uint32_t t1Uplinks)
    {
        const AddressBits own = AddressOfNic(nic);
        CarrierTemplate made(UsidCarrier(own.high, own.low), 0);
        made.m_uplinks = static_cast<uint16_t>(uplinks);
        made.m_t1Uplinks = static_cast<uint16_t>(t1Uplinks);
        return made;
    }

    /**
     * A route that is looked up for each packet [graph-paths] [ev-adjacencies].
     *
     * @param paths a route with as many paths, in the same order
     * @param carriers the source of carriers; must outlive the template
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @return the template
     */
    static CarrierTemplate LookedUp(const CarrierTemplate& paths,
                                    const CarrierSource& carriers,
                                    uint32_t source,
                                    uint32_t destination)
    {
        CarrierTemplate made = paths;
        made.m_lookup = {&carriers, source, destination};
        made.m_mask = IS_LOOKED_UP;
        return made;
    }

    /**
     * @param ev the path: the path's plane must exist, and the uplink counts modulo the uplinks
     * [carrier-of-ev]
     * @return the destination address of a packet on that path
     */
    constexpr UsidCarrier For(Ev ev) const
    {
        const uint64_t plane = static_cast<uint64_t>(ev.Plane()) << 11;
        if (m_mask < IS_LOOKED_UP)
        {
            return AcrossT1(HighIn(plane), plane, ev.Uplink() & m_mask);
        }
        if (m_mask == IS_LOOKED_UP)
        {
            return m_lookup.carriers->WayFor(m_lookup.source, m_lookup.destination, ev).carrier;
        }
        const uint64_t high = HighIn(plane);
        if (m_open.High() == NIC_PREFIX)
        {
            return m_open;
        }
        if (m_uplinks == 0)
        {
            return UsidCarrier(high, m_open.Low());
        }
        return m_t1Uplinks == 0 ? AcrossT1(high, plane, ev.Uplink() % m_uplinks)
                                : AcrossT2(high, plane, ev.Uplink() % PathsPerPlane());
    }

    /**
     * @param ev the path, as above
     * @return all uSIDs of that path, where a carrier may not hold them
     */
    constexpr UsidWay WayFor(Ev ev) const
    {
        return m_mask == IS_LOOKED_UP
                   ? m_lookup.carriers->WayFor(m_lookup.source, m_lookup.destination, ev)
                   : UsidWay{For(ev), {}};
    }

    /**
     * @param plane one of the fabric's
     * @return how many paths the plane offers: 1 within a T0 group, at most PathsPerPlane
     */
    constexpr uint32_t PathsIn(PlaneId plane) const
    {
        return m_mask == IS_LOOKED_UP
                   ? m_lookup.carriers->PathsIn(m_lookup.source, m_lookup.destination, plane)
                   : PathsPerPlane();
    }

    /** @return how many paths the plane with the most offers: 1 within a T0 group */
    constexpr uint32_t PathsPerPlane() const
    {
        return Uplinks() * (m_t1Uplinks == 0 ? 1U : m_t1Uplinks);
    }

    /**
     * @param ev a path
     * @return the T0 uplink that the path takes, 0 .. Uplinks() - 1: several paths share an uplink
     * between pods
     */
    constexpr uint32_t UplinkOf(Ev ev) const
    {
        return ev.Uplink() % PathsPerPlane() % Uplinks();
    }

    /** @return whether both ends hang on the same T0s */
    constexpr bool IsLocal() const
    {
        return m_uplinks == 0;
    }

  private:
    /** @return how many of the sender's T0 uplinks there are to take: 1 within a T0 group */
    constexpr uint32_t Uplinks() const
    {
        return m_uplinks == 0 ? 1 : m_uplinks;
    }

    constexpr CarrierTemplate(UsidCarrier open, uint32_t uplinks)
        : m_open(open),
          m_uplinks(static_cast<uint16_t>(uplinks))
    {
        // a division only where a mask does not do: a division takes longer than all the rest
        if (uplinks != 0 && (uplinks & (uplinks - 1)) == 0)
        {
            m_mask = uplinks - 1;
        }
    }

    /** uSIDs 0 and 1 end the upper half of the address, 2 and 3 begin the lower one. */
    constexpr uint64_t HighIn(uint64_t plane) const
    {
        return m_open.High() | plane << 16 | plane;
    }

    constexpr UsidCarrier AcrossT1(uint64_t high, uint64_t plane, uint32_t uplink) const
    {
        return UsidCarrier(high + uplink, m_open.Low() | plane << 48 | plane << 32);
    }

    /** Path x takes T0 uplink x mod uplinks, and of the T1 there the uplinks in turn. */
    constexpr UsidCarrier AcrossT2(uint64_t high, uint64_t plane, uint32_t path) const
    {
        const uint64_t uplink = path % m_uplinks;
        const uint64_t t2 = uplink * m_t1Uplinks + path / m_uplinks; // of the plane's, from 0
        const uint64_t low = m_open.Low() + (t2 << 48) + (uplink << 32);
        return UsidCarrier(high + uplink, low | plane * 0x0001000100010001);
    }

    /** A pair of NICs, and the source of their carriers. */
    struct Lookup
    {
        const CarrierSource* carriers;
        uint32_t source;
        uint32_t destination;
    };

    static constexpr uint32_t NO_MASK = 0xffffffff;      //!< more than any uplink
    static constexpr uint32_t IS_LOOKED_UP = 0xfffffffe; //!< no mask either: m_lookup counts

    union {
        UsidCarrier m_open; //!< carrier with plane 0 and uplink 0
        Lookup m_lookup;    //!< if m_mask is IS_LOOKED_UP
    };

    uint32_t m_mask{NO_MASK}; //!< of the uplink, across a T1 if uplinks are a power of two
    uint16_t m_uplinks{0};    //!< 0: no T1 on the way
    uint16_t m_t1Uplinks{0};  //!< 0: no T2 on the way
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CARRIER_TEMPLATE_H */
