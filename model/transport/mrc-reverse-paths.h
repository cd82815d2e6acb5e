/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REVERSE_PATHS_H
#define MRC_REVERSE_PATHS_H

#include "mrc-ev-list.h"
#include "mrc-path-state.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which EV of a plane do acknowledgements take (MRC sec. 3.6, 12 #26)?
 *
 * One EV for each plane. Whatever comes back over a path proves it: SACKs of own data, or in round
 * trips without own data the answer to one EV probe on a random EV.
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
    ReversePaths(uint32_t uplinks, Span period, KeyedDraws draws, const EvList* list = nullptr)
        : m_period(period),
          m_uplinks(uplinks),
          m_draws(draws),
          m_list(list)
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
        for (uint32_t uplink = 0; denied && uplink < m_uplinks; ++uplink)
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
        }
    }

    /** An administrator denies or allows an EV: acknowledgements do not take its path either. */
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

    /** Own data was sent: no probe is needed for a round trip. */
    void OnDataSent(Instant now)
    {
        m_quietUntil = now + m_period;
    }

    /** Data of the peer arrived. */
    void OnDataReceived(Instant now)
    {
        m_due = m_due || now >= m_quietUntil;
    }

    /** @return whether an EV probe is due */
    bool Due() const
    {
        return m_due;
    }

    /** Takes the probe that is due. @return the EV to probe on this plane */
    Ev TakeProbe(PlaneId plane, Instant now)
    {
        m_due = false;
        m_quietUntil = now + m_period;
        return Draw(plane);
    }

    /** @return a random number below a bound */
    uint32_t DrawBelow(uint32_t bound)
    {
        return m_draws.Below(bound, m_drawn++);
    }

  private:
    /** @return a random EV; if all paths of the plane are denied there is none better */
    Ev Draw(PlaneId plane)
    {
        const bool listed = m_list != nullptr && !m_list->planes[plane].empty();
        const auto count = listed ? static_cast<uint32_t>(m_list->planes[plane].size()) : m_uplinks;
        uint32_t i = DrawBelow(count);
        const auto at = [&] { return Ev::Of(plane, listed ? m_list->planes[plane][i] : i); };
        for (uint32_t tries = 1; tries < count && IsDenied(at()); ++tries)
        {
            i = i + 1 == count ? 0 : i + 1;
        }
        return at();
    }

    bool IsDenied(Ev ev) const
    {
        return std::any_of(m_denied.begin(), m_denied.end(), [this, ev](Ev denied) {
            return denied.Plane() == ev.Plane() &&
                   denied.Uplink() % m_uplinks == ev.Uplink() % m_uplinks;
        });
    }

    Instant m_quietUntil; // first what each packet reads
    Span m_period;
    bool m_due{false};
    uint32_t m_uplinks;
    uint32_t m_drawn{0};
    KeyedDraws m_draws;
    Ev m_evs[MAX_PLANES];
    std::vector<Ev> m_denied;
    const EvList* m_list;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REVERSE_PATHS_H */
