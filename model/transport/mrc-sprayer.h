/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPRAYER_H
#define MRC_SPRAYER_H

#include "mrc-path-prober.h"
#include "mrc-path-selector.h"
#include "mrc-path-strikes.h"
#include "mrc-path-table.h"
#include "mrc-plane-health.h"
#include "mrc-plane-ports.h"
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
 * Over which plane and EV does the next packet go [late-choice]?
 *
 * Planes take turns, starting behind the one used last; within a plane the selector decides. A
 * plane of which nothing comes back has no turn. The EV table is dealt at the first use: most queue
 * pairs of a large fabric never send.
 */
class Sprayer
{
  public:
    /**
     * @param config EVs and their rules; must outlive this, which keeps no copy
     * @param deal over what they are dealt
     */
    Sprayer(const EvConfig& config, const PathDeal& deal);

    Sprayer(const EvConfig&& config, const PathDeal& deal) = delete;

    /** @return which planes have ports */
    const PlanePorts& Ports() const
    {
        return m_ports;
    }

    /** @return of which planes anything comes back */
    PlaneHealth& Health()
    {
        return m_health;
    }

    /** @return of which planes anything comes back */
    const PlaneHealth& Health() const
    {
        return m_health;
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
    __attribute__((always_inline)) const Path* NextPath(PlaneMask ports, Instant now)
    {
        return Send(Draw(ports, now), now);
    }

    /**
     * As Next, but not over a path that has failed or has lost packets without an answer since, if
     * there is another.
     *
     * @param ports planes that could send now
     * @param avoid the EV that failed
     * @param strikes the losses of paths
     * @param now the time
     * @return the EV of the next packet
     */
    std::optional<Ev> NextOther(PlaneMask ports, Ev avoid, const PathStrikes& strikes, Instant now);

    /**
     * For a probe that looks for any path that works.
     *
     * @param planes where it may look
     * @param i counts up
     * @param now the time
     * @return an EV of another path for each i, also one assumed bad: planes take turns; none if
     *         there is none
     */
    std::optional<Ev> NextInTurn(PlaneMask planes, uint32_t i, Instant now);

    /** @return whether a packet may take this EV now */
    bool MayUse(Ev ev)
    {
        const Path* path = Table().Find(ev);
        return path != nullptr && path->IsUsable() && ((m_ports.Usable() >> ev.Plane()) & 1) != 0;
    }

    /** @return the EV that stands for all that name the same path */
    Ev PathOf(Ev ev) const
    {
        return Ev::Of(ev.Plane(), ev.Uplink() % m_deal.uplinks);
    }

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
        return m_table ? m_table->Troubled() : PlaneMask{0};
    }

    /** A packet on this EV was answered. */
    void OnPathAnswered(Ev ev, Instant now)
    {
        Table().OnAnswer(ev, now);
    }

    /** @return planes that have a turn */
    PlaneMask InTurn() const;

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

    /**
     * The peer told of its ports, or showed one to be up.
     *
     * @param down planes whose ports are down
     * @param now the time
     * @return planes that were usable and are not any more
     */
    PlaneMask SetPeerDown(PlaneMask down, Instant now);

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
     * An EV probe was answered.
     *
     * @param ev its EV
     * @param id its request id
     * @param marked whether the answer says CE
     * @param now the time
     * @return whether the EV was assumed bad until now
     */
    bool OnProbeAnswer(Ev ev, uint16_t id, bool marked, Instant now);

    /** What had retired an EV was no loss. @return whether it was assumed bad until now */
    bool Vindicate(Ev ev, Instant now)
    {
        m_prober.Remove(ev);
        return Resurrect(ev, false, now);
    }

    /** So with all EVs of its path. @return how many were assumed bad until now */
    uint32_t VindicatePath(Ev ev, Instant now);

    /** If the EVs are as they were dealt, they are given back: the next use deals them so again. */
    void Rest(Instant now);

    /** Hints the processor at the EV that comes next. */
    __attribute__((always_inline)) void Prefetch() const
    {
        if (m_table)
        {
            const auto turn = static_cast<PlaneId>(m_lastPlane + 1);
            m_selector.Prefetch(*m_table, turn < m_deal.planes ? turn : PlaneId{0});
        }
    }

    /** @return who hears what the queue pair tells, null: nobody */
    QueuePairUser* User() const
    {
        return m_deal.watch == nullptr ? nullptr : m_deal.watch->user;
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
    /**
     * An EV works again.
     *
     * @param ev it
     * @param marked whether the last answer was marked
     * @param now the time
     * @return whether it was assumed bad until now
     */
    bool Resurrect(Ev ev, bool marked, Instant now)
    {
        m_left &= ~(PlaneMask{1} << ev.Plane());
        return Table().Resurrect(ev, marked, now);
    }

    static std::optional<Ev> EvOf(const Path* path)
    {
        return path == nullptr ? std::nullopt : std::optional<Ev>(path->ev);
    }

    /** @return a path that may carry the next packet */
    const Path* Draw(PlaneMask ports, Instant now)
    {
        const Path* path = Rotate(ports & m_selector.Planes(Table(), m_ports.Usable()), now);
        const bool lacking = path == nullptr && m_left != 0;
        return __builtin_expect(lacking, 0) ? DrawFromSilent(ports, now) : path;
    }

    /** A packet leaves on this path, if it is one. @return the path */
    const Path* Send(const Path* path, Instant now)
    {
        if (path != nullptr)
        {
            m_health.OnSent(path->ev.Plane(), now);
            if (m_health.IsInDoubt(now))
            {
                Rest(path->ev.Plane(), now);
            }
        }
        return path;
    }

    const Path* Rotate(PlaneMask candidates, Instant now)
    {
        PathTable& table = Table();
        if (m_health.IsInDoubt(now))
        {
            candidates &= Doubt(now);
        }
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

    PlaneMask Doubt(Instant now);
    void Rest(PlaneId plane, Instant now);
    void Leave(PlaneId plane, Instant now);
    void RecallAll(Instant now);
    const Path* DrawFromSilent(PlaneMask ports, Instant now);

    const EvConfig& m_config;
    PathDeal m_deal;
    PathProber m_prober;
    PlaneHealth m_health;
    // what each packet touches, from the end of the table on
    std::optional<PathTable> m_table;
    PlanePorts m_ports;
    PlaneMask m_left{0}; //!< planes that have no turn, because they are silent
    PlaneId m_lastPlane;
    PathSelector m_selector;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SPRAYER_H */
