/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-prober.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPathProber");

PathProber::PathProber(const EvConfig& config, KeyedDraws draws)
    : m_start(config.probeStart),
      m_interval(config.probeInterval),
      m_needed(config.probeSuccesses),
      m_draws(draws)
{
}

void
PathProber::Add(Ev ev, Instant now)
{
    Patient patient;
    patient.ev = ev;
    patient.due = now + Jittered(m_start);
    // An EV that is retired again before its probes end starts over.
    const auto same = std::find_if(m_patients.begin(), m_patients.end(), [ev](const Patient& p) {
        return p.ev == ev;
    });
    if (same == m_patients.end())
    {
        m_patients.push_back(patient);
    }
    else
    {
        *same = patient;
    }
    FindNextDue();
}

void
PathProber::Remove(Ev ev)
{
    const auto same = [ev](const Patient& p) { return p.ev == ev; };
    m_patients.erase(std::remove_if(m_patients.begin(), m_patients.end(), same), m_patients.end());
    FindNextDue();
}

bool
PathProber::Has(Ev ev) const
{
    return std::any_of(m_patients.begin(), m_patients.end(), [ev](const Patient& p) {
        return p.ev == ev;
    });
}

/**
 * Connection::Wake calls this until nothing is due. On a plane that cannot send now the turn of an
 * EV passes unused.
 */
std::optional<Ev>
PathProber::TakeDue(PlaneMask planes, uint16_t id, Instant now)
{
    while (m_nextDue <= now)
    {
        const auto due = std::find_if(m_patients.begin(),
                                      m_patients.end(),
                                      [this](const Patient& p) { return p.due == m_nextDue; });
        if (due->waiting)
        {
            due->successes = 0; // no answer: successes must be consecutive [ev-resurrection]
        }
        // The next probe is set even if this one is not sent, or a plane without a port would be
        // due for ever.
        due->due = now + Jittered(m_interval);
        due->waiting = ((planes >> due->ev.Plane()) & 1) != 0;
        due->id = id;
        const Ev ev = due->ev;
        const bool send = due->waiting;
        FindNextDue();
        if (send)
        {
            NS_LOG_LOGIC("EV " << ev.value << " is probed");
            return ev;
        }
    }
    return std::nullopt;
}

bool
PathProber::OnResponse(Ev ev, uint16_t id)
{
    // Only the answer to the latest probe counts: an older one says nothing about the path of now.
    const auto found = std::find_if(m_patients.begin(), m_patients.end(), [=](const Patient& p) {
        return p.waiting && p.ev == ev && p.id == id;
    });
    if (found == m_patients.end())
    {
        return false;
    }
    found->waiting = false;
    NS_LOG_LOGIC("EV " << ev.value << " answers probe " << id);
    if (++found->successes < m_needed)
    {
        return false;
    }
    m_patients.erase(found);
    FindNextDue();
    return true;
}

Span
PathProber::Jittered(Span interval)
{
    // own choice: three to five quarters, so that queue pairs that lost a path together spread out
    const int64_t quarter = interval.Ps() / 4;
    const uint64_t draw = m_draws.Bits(m_drawn++) >> 11;
    return Span(3 * quarter + static_cast<int64_t>(draw % static_cast<uint64_t>(2 * quarter + 1)));
}

void
PathProber::FindNextDue()
{
    m_nextDue = Instant::Never();
    for (const Patient& patient : m_patients)
    {
        m_nextDue = std::min(m_nextDue, patient.due);
    }
}

} // namespace mrc
} // namespace ns3
