/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLANE_PAUSES_H
#define MRC_PLANE_PAUSES_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** While all planes are silent: which may send now? Each once in a pause [all-planes-silent]. */
class PlanePauses
{
  public:
    /** @param pause between two packets of a plane, more than 0 */
    explicit PlanePauses(Span pause)
        : m_pause(pause)
    {
    }

    /** From now on each plane pauses after a packet; the first one may leave at once. */
    void Begin()
    {
        m_sentAt.assign(MAX_PLANES, Instant(-m_pause.Ps()));
    }

    /** No plane pauses any more. */
    void End()
    {
        m_sentAt.clear();
    }

    /** @return whether planes pause */
    bool AreOn() const
    {
        return !m_sentAt.empty();
    }

    /** @return the planes that may send, while planes pause */
    PlaneMask Rested(Instant now) const
    {
        PlaneMask rested = 0;
        for (uint32_t plane = 0; plane < m_sentAt.size(); ++plane)
        {
            rested |= (now - m_sentAt[plane] >= m_pause ? PlaneMask{1} : PlaneMask{0}) << plane;
        }
        return rested;
    }

    /** A plane that rested sends; while planes pause. */
    void OnSent(PlaneId plane, Instant now)
    {
        m_sentAt[plane] = now;
    }

  private:
    Span m_pause;
    std::vector<Instant> m_sentAt; //!< by plane; empty unless planes pause
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLANE_PAUSES_H */
