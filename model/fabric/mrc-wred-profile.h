/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WRED_PROFILE_H
#define MRC_WRED_PROFILE_H

#include "mrc-ecn-marker.h"
#include "mrc-traffic-class.h"

#include "ns3/mrc-dscp.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which packets that reach a queue are dropped early? RED, class by class [wred-drops]. */
class WredProfile
{
  public:
    /** Drops nothing. */
    WredProfile() = default;

    /**
     * @param curves of the classes: depths and probability, as of marks; by default none
     * @param dropsCapable whether data that can carry a mark is dropped too
     */
    WredProfile(const ByClass<EcnMarker>& curves, bool dropsCapable)
        : m_curves(curves),
          m_dropsCapable(dropsCapable)
    {
    }

    /** @return whether any class may drop early */
    bool Any() const
    {
        bool any = false;
        for (const TrafficClass where : ALL_CLASSES)
        {
            any |= m_curves[where].Minimum() != UINT32_MAX;
        }
        return any;
    }

    /**
     * @param where class of the packet
     * @param ecn the packet's word on marks
     * @param depth bytes that wait in that class
     * @return whether Drops is to be asked
     */
    bool Judges(TrafficClass where, Ecn ecn, uint32_t depth) const
    {
        // Nothing but data is marked, so that ECN saves no other packet.
        const bool spared = where == TrafficClass::DATA && ecn != Ecn::NOT_ECT && !m_dropsCapable;
        return !spared && depth > m_curves[where].Minimum();
    }

    /**
     * @param where class of a packet that is judged
     * @param depth bytes that wait in that class
     * @param draw 32 random bits
     * @return whether the packet is dropped
     */
    bool Drops(TrafficClass where, uint32_t depth, uint32_t draw) const
    {
        return m_curves[where].Marks(depth, draw);
    }

  private:
    ByClass<EcnMarker> m_curves{};
    bool m_dropsCapable{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WRED_PROFILE_H */
