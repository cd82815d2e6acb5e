/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPRAYER_H
#define MRC_SPRAYER_H

#include "mrc-path-prober.h"
#include "mrc-path-selector.h"
#include "mrc-path-table.h"
#include "mrc-qp-config.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/**
 * Over which plane and EV does the next packet go?
 *
 * Planes take turns, starting behind the one used last; within a plane the selector decides. The EV
 * table is dealt at the first use: most queue pairs of a large fabric never send.
 */
class Sprayer
{
  public:
    /**
     * @param config EVs and their rules
     * @param deal over what they are dealt
     */
    Sprayer(const EvConfig& config, const PathDeal& deal);

    /** @return planes whose port is up here, and at the peer as far as is known */
    PlaneMask Usable() const
    {
        return m_localUp & ~m_peerDown;
    }

    /** @return planes whose port the peer called down */
    PlaneMask PeerDown() const
    {
        return m_peerDown;
    }

    /** @return planes whose port is up here */
    PlaneMask LocalUp() const
    {
        return m_localUp;
    }

    /**
     * @param ports planes that could send now
     * @param now the time
     * @return the EV of the next packet
     */
    std::optional<Ev> Next(PlaneMask ports, Instant now)
    {
        return EvOf(NextPath(ports, now));
    }

    /** As Next. @return the path, or nullptr: a pointer stays in a register, an optional does not
     */
    const Path* NextPath(PlaneMask ports, Instant now)
    {
        return Rotate(ports & m_selector.Planes(Table(), Usable()), now);
    }

    /** @return an EV of any plane that is up here, whatever the peer says of its own ports */
    std::optional<Ev> NextAnyPlane(Instant now)
    {
        return EvOf(Rotate(m_localUp, now)); // also of those that the selector leaves aside
    }

    /**
     * As Next, but not over a path that has failed, if there is another.
     *
     * @param ports planes that could send now
     * @param avoid the EV that failed
     * @param now the time
     * @return the EV of the next packet
     */
    std::optional<Ev> NextOther(PlaneMask ports, Ev avoid, Instant now);

    /** Takes what was heard about an EV. */
    void OnFeedback(Ev ev, PathSelector::Feedback feedback, Instant now);

    /** A packet was lost without being trimmed. @return what became of its EV */
    LossOutcome OnLoss(Ev ev, PathCause cause, Instant now);

    /** Obeys an administrator. @return whether the EV is one of this queue pair's */
    bool Administer(Ev ev, PathOrder order, Instant now);

    /** @return whether there is an EV that may be used on a plane that is usable */
    bool HasPath() const;

    /** This NIC's ports changed. @return planes that were usable and are not any more */
    PlaneMask SetLocalUp(PlaneMask up);

    /** The peer told of its ports. @return planes that were usable and are not any more */
    PlaneMask SetPeerDown(PlaneMask down);

    /** @return which EV is to be probed when */
    PathProber& Prober()
    {
        return m_prober;
    }

    /** @return which EV is to be probed when */
    const PathProber& Prober() const
    {
        return m_prober;
    }

    /**
     * The prober says that an EV works again.
     *
     * @param ev it
     * @param marked whether the last answer was marked
     * @param now the time
     * @return whether it was assumed bad until now
     */
    bool Resurrect(Ev ev, bool marked, Instant now)
    {
        return m_table->Resurrect(ev, marked, now);
    }

    /** Hints the processor at the EV that comes next. */
    __attribute__((always_inline)) void Prefetch() const
    {
        if (m_table)
        {
            const auto turn = static_cast<PlaneId>(m_lastPlane + 1);
            m_selector.Prefetch(*m_table, turn < m_deal.planes ? turn : PlaneId{0});
        }
    }

    /** @return the EVs, dealt if they were not */
    PathTable& Table()
    {
        if (!m_table)
        {
            m_table.emplace(m_config, m_deal);
        }
        return *m_table;
    }

  private:
    static std::optional<Ev> EvOf(const Path* path)
    {
        return path == nullptr ? std::nullopt : std::optional<Ev>(path->ev);
    }

    const Path* Rotate(PlaneMask candidates, Instant now)
    {
        PathTable& table = Table();
        while (candidates != 0)
        {
            const PlaneMask behind = candidates & ~((PlaneMask{2} << m_lastPlane) - 1);
            const auto plane =
                static_cast<PlaneId>(__builtin_ctz(behind != 0 ? behind : candidates));
            const Path* path = m_selector.Next(table, plane, now);
            if (path != nullptr)
            {
                m_lastPlane = plane;
                return path;
            }
            candidates &= ~(PlaneMask{1} << plane);
        }
        return nullptr;
    }

    EvConfig m_config;
    PathDeal m_deal;
    PathProber m_prober;
    // what each packet touches, from the end of the table on
    std::optional<PathTable> m_table;
    PlaneMask m_localUp;
    PlaneMask m_peerDown{0};
    PlaneId m_lastPlane;
    PathSelector m_selector;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SPRAYER_H */
