/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_CARE_H
#define MRC_PATH_CARE_H

#include "mrc-spray-paths.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which states get EVs and planes when news of them comes? */
class PathCare : public SprayPaths
{
  public:
    using SprayPaths::SprayPaths;

    /**
     * The path of an EV is dead: so are the other EVs that name it.
     *
     * @param ev the EV
     * @param cause how that was found out
     * @param now the time
     * @return how many others were retired
     */
    uint32_t RetireSiblings(Ev ev, PathCause cause, Instant now);

    /** @return planes of which OnPathAnswered must be told, EV by EV; usually none */
    PlaneMask Troubled() const
    {
        return m_seats.troubled;
    }

    /** A packet on this EV was answered. */
    void OnPathAnswered(Ev ev, Instant now)
    {
        if (m_isDealt) // else no path has lost a packet
        {
            m_table->OnAnswer(ev, now);
        }
    }

    /** Takes news about an EV. */
    void OnFeedback(Ev ev, PathSelector::Feedback feedback, Instant now);

    /** A packet was lost without being trimmed. @return the fate of the packet's EV */
    LossOutcome OnLoss(Ev ev, PathCause cause, Instant now);

    /** Obeys an administrator. @return whether the EV is one of this queue pair's */
    bool Administer(Ev ev, PathOrder order, Instant now);

    /** This NIC's ports changed. @return planes that were usable and are not any more */
    PlaneMask SetLocalUp(PlaneMask up);

    /**
     * The peer told of its ports, or showed a port to be up.
     *
     * @param down planes with ports down
     * @param now the time
     * @return planes that were usable and are not any more
     */
    PlaneMask SetPeerDown(PlaneMask down, Instant now);

    /**
     * An EV probe was answered.
     *
     * @param ev the EV of the probe
     * @param id of the request
     * @param marked whether the answer says CE
     * @param now the time
     * @return whether the EV was assumed bad until now
     */
    bool OnProbeAnswer(Ev ev, uint16_t id, bool marked, Instant now);

    /**
     * The loss that had retired an EV was none. @return whether the EV was assumed bad until now
     */
    bool Vindicate(Ev ev, Instant now)
    {
        m_prober.Remove(ev);
        return Resurrect(ev, false, now);
    }

    /**
     * Vindicates all EVs of the EV's path. @return how many were assumed bad until now
     */
    uint32_t VindicatePath(Ev ev, Instant now);

  private:
    bool TakeWithoutTable(Ev ev, PathSelector::Feedback feedback, Instant now);

    /**
     * An EV works again.
     *
     * @param ev the EV
     * @param marked whether the last answer was marked
     * @param now the time
     * @return whether the EV was assumed bad until now
     */
    bool Resurrect(Ev ev, bool marked, Instant now)
    {
        m_left &= ~(PlaneMask{1} << ev.Plane());
        return Table().Resurrect(ev, marked, now);
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_CARE_H */
