/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CARRIER_TEMPLATE_H
#define MRC_CARRIER_TEMPLATE_H

#include "mrc-ids.h"
#include "mrc-usid.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * What a queue pair keeps of its route: the carrier to one destination with the path left open.
 *
 * [carrier-across]: the T0s and the downlink are known when the queue pair starts; per packet the
 * plane is copied into every uSID and the T0 uplink into the uSID of the T1.
 */
class CarrierTemplate
{
  public:
    constexpr CarrierTemplate() = default;

    /**
     * A route within one T0 group: block | T0 | NIC [carrier-local].
     *
     * @param block the locator block, 32 bits
     * @param t0 number of the T0 within its plane, 0 .. 2047
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
     * @param sourceT0 number of the sender's T0 within its plane, 0 .. 2047
     * @param t0 number of the receiver's T0 within its plane, 0 .. 2047
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
     * @param ev the path: its plane must exist, its uplink counts modulo the uplinks
     * [carrier-of-ev]
     * @return the destination address of a packet on that path
     */
    constexpr UsidCarrier For(Ev ev) const
    {
        const uint64_t plane = static_cast<uint64_t>(ev.Plane()) << 11;
        // uSIDs 0 and 1 end the upper half of the address, 2 and 3 begin the lower one.
        const uint64_t high = m_open.High() | plane << 16 | plane;
        if (m_uplinks == 0)
        {
            return UsidCarrier(high, m_open.Low());
        }
        // a division only where a mask does not do: it takes longer than all the rest
        const bool mask = (m_uplinks & (m_uplinks - 1)) == 0;
        const uint32_t uplink = mask ? ev.Uplink() & (m_uplinks - 1) : ev.Uplink() % m_uplinks;
        return UsidCarrier(high | uplink, m_open.Low() | plane << 48 | plane << 32);
    }

    /** @return how many paths one plane offers: 1 within a T0 group */
    constexpr uint32_t PathsPerPlane() const
    {
        return m_uplinks == 0 ? 1 : m_uplinks;
    }

    /** @return whether both ends hang on the same T0s */
    constexpr bool IsLocal() const
    {
        return m_uplinks == 0;
    }

  private:
    constexpr CarrierTemplate(UsidCarrier open, uint32_t uplinks)
        : m_open(open),
          m_uplinks(uplinks)
    {
    }

    UsidCarrier m_open;    //!< carrier with plane 0 and uplink 0
    uint32_t m_uplinks{0}; //!< 0: no T1 on the way
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CARRIER_TEMPLATE_H */
