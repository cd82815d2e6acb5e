/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REVERSE_PATHS_H
#define MRC_REVERSE_PATHS_H

#include "mrc-ev-list.h"
#include "mrc-path-state.h"
#include "mrc-plane-paths.h"
#include "mrc-rare-list.h"
#include "mrc-reverse-probes.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which EV of a plane do acknowledgements take [reverse-path]?
 *
 * One EV for each plane. Any answer over a path proves that the path works. That is SACKs of own
 * data, or in round trips without own data the answer to one EV probe on a random EV. A requestor
 * that sends nothing but reliability probes has not heard the answers: then each answer takes
 * another way [reverse-search].
 */
class ReversePaths
{
  public:
    /**
     * @param uplinks paths of a plane
     * @param period one base RTT: the least time between two probes
     * @param draws the first EVs and those to probe
     * @param list EVs to take these from, must outlive this; null: any
     */
    ReversePaths(PlanePaths uplinks, Span period, KeyedDraws draws, const EvList* list = nullptr)
        : m_probes(period),
          m_uplinks(uplinks.All()),
          m_list(list),
          m_own(uplinks.Own()),
          m_draws(draws)
    {
        for (uint32_t plane = 0; plane < MAX_PLANES; ++plane)
        {
            m_evs[plane] = Draw(static_cast<PlaneId>(plane));
        }
    }

    /** @return the EV for an acknowledgement on this plane */
    Ev Of(PlaneId plane) const
    {
        return m_evs[plane];
    }

    /** @return whether no path of the plane is allowed */
    bool IsDenied(PlaneId plane) const
    {
        bool denied = !m_denied.empty();
        for (uint32_t uplink = 0; denied && uplink < Uplinks().In(plane); ++uplink)
        {
            denied = IsDenied(Ev::Of(plane, uplink));
        }
        return denied;
    }

    /** A packet with this EV arrived at the peer. */
    void Refresh(Ev ev)
    {
        if (m_denied.empty() || !IsDenied(ev))
        {
            m_evs[ev.Plane()] = ev;
            m_confirmed = true;
            m_unheard = 0;
        }
    }

    /**
     * A reliability probe came. The first answer takes the EV in use. Further probes without new
     * data mean that answers are lost: then the way back of the probe and a random way take turns.
     *
     * @param probe the EV that the probe came by
     * @param usable planes that an answer can take, never empty
     * @param now the time
     * @return the EV of the answer, in use from now on
     */
    Ev AnswerTo(Ev probe, PlaneMask usable, Instant now);

    /** The peer sends new data, whole or trimmed: the peer seems to hear the answers. */
    void OnProgress()
    {
        m_unheard = 0;
        m_probesInRow = 0;
    }

    /**
     * The peer sends data again: the peer has heard of a loss, or its timer has run out. If that
     * follows at once upon an answer, the peer seems to have heard that one.
     */
    void OnRepetition(Instant now)
    {
        m_probesInRow = 0;
        m_unheard = m_probes.IsWithinRoundTrips(m_answeredAt, now) ? 0 : m_unheard;
    }

    /** @return whether an EV is known to work, and nothing says that answers are lost */
    bool IsConfirmed() const
    {
        return m_confirmed && m_probesInRow <= 1;
    }

    /**
     * An administrator denies or allows an EV: acknowledgements do not take the EV's path either.
     */
    void Administer(Ev ev, PathOrder order)
    {
        const auto same = std::find(m_denied.begin(), m_denied.end(), ev);
        if (order == PathOrder::ALLOW && same != m_denied.end())
        {
            m_denied.erase(same);
        }
        else if (order == PathOrder::DENY && same == m_denied.end())
        {
            m_denied.push_back(ev);
            m_evs[ev.Plane()] = IsDenied(Of(ev.Plane())) ? Draw(ev.Plane()) : Of(ev.Plane());
        }
    }

    /** @return when the next EV probe is due */
    ReverseProbes& Probes()
    {
        return m_probes;
    }

    /** @return the same, to read */
    const ReverseProbes& Probes() const
    {
        return m_probes;
    }

    /** Takes the probe that is due. @return the EV to probe on this plane */
    Ev TakeProbe(PlaneId plane, Instant now)
    {
        m_probes.Wait(now);
        return Draw(plane);
    }

    /** @return a random number below a bound */
    uint32_t DrawBelow(uint32_t bound)
    {
        return m_draws.Below(bound, m_drawn++);
    }

    struct Hot;

  private:
    PlanePaths Uplinks() const
    {
        return {m_uplinks, m_own};
    }

    /** @return a random EV; if all paths of the plane are denied there is none better */
    Ev Draw(PlaneId plane)
    {
        const uint32_t count = CountOf(plane);
        uint32_t i = DrawBelow(count);
        for (uint32_t tries = 1; tries < count && IsDenied(At(plane, i)); ++tries)
        {
            i = i + 1 == count ? 0 : i + 1;
        }
        return At(plane, i);
    }

    /** @return how many EVs there are to choose from */
    uint32_t CountOf(PlaneId plane) const
    {
        return IsListed(plane) ? static_cast<uint32_t>(m_list->planes[plane].size())
                               : Uplinks().In(plane);
    }

    /** @return the i-th of them */
    Ev At(PlaneId plane, uint32_t i) const
    {
        return Ev::Of(plane, IsListed(plane) ? m_list->planes[plane][i] : i);
    }

    bool IsListed(PlaneId plane) const
    {
        return m_list != nullptr && !m_list->planes[plane].empty();
    }

    /**
     * @return the EVs of a plane in turn; if all paths of the plane are denied there is none better
     */
    Ev Untried(PlaneId plane);

    bool IsDenied(Ev ev) const
    {
        return std::any_of(m_denied.begin(), m_denied.end(), [this, ev](Ev denied) {
            return SamePath(denied, ev);
        });
    }

    bool SamePath(Ev a, Ev b) const
    {
        return a.Plane() == b.Plane() && Uplinks().Number(a) == Uplinks().Number(b);
    }

    ReverseProbes m_probes;   //!< first: each packet reads them
    bool m_confirmed{false};  //!< something came back over one of the EVs
    uint8_t m_unheard{0};     //!< answers to probes since something said that answers are heard
    uint8_t m_knownWays{0};   //!< of these, those that could take the way of their probe
    uint8_t m_probesInRow{0}; //!< reliability probes since new data came, 255: or more
    uint32_t m_uplinks;
    RareList<Ev> m_denied;
    const EvList* m_list;
    const PathCounts* m_own; //!< uplinks by plane, where planes differ; null: they do not
    Instant m_answeredAt;    //!< when a reliability probe was answered last
    KeyedDraws m_draws;
    uint8_t m_tried[MAX_PLANES]{}; //!< ways that answers have tried, modulo 256
    uint32_t m_drawn{0};
    Ev m_lastAnswer;      //!< the path that the latest answer to a reliability probe took
    Ev m_evs[MAX_PLANES]; //!< last: an answer needs one
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** Where the members are that an answer needs. */
struct ReversePaths::Hot
{
    static constexpr std::size_t EVS = offsetof(ReversePaths, m_evs); //!< first byte of the EVs
};

#pragma GCC diagnostic pop

} // namespace mrc
} // namespace ns3

#endif /* MRC_REVERSE_PATHS_H */
