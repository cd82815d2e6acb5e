/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pair-outlook.h"

#include "mrc-host-outlook.h"

namespace ns3
{
namespace mrc
{

template <typename Act>
void
PairOutlook::ForOthers(Act act) const
{
    if (m_others != nullptr)
    {
        for (const PairOutlook& other : *m_others)
        {
            act(other);
        }
    }
}

void
PairOutlook::HearEarly() const
{
    m_own->HearEarly(m_slot);
    ForOthers([](const PairOutlook& other) { other.HearEarly(); });
}

void
PairOutlook::CallAt(Instant at) const
{
    m_peer->CallAt(PeerOf(m_slot), at);
}

void
PairOutlook::KeepCounters(const UserMoment& moment) const
{
    // The two ends may belong to two threads, each of which keeps its own.
    m_own->KeepCounters(m_slot, moment);
    m_peer->KeepCounters(PeerOf(m_slot), moment);
    ForOthers([&moment](const PairOutlook& other) { other.KeepCounters(moment); });
}

void
PairOutlook::MeetAt(const UserMoment& moment) const
{
    m_own->MeetAt(m_slot, moment);
}

std::shared_ptr<UserCalendar>
PairOutlook::Calendar() const
{
    return m_own->Calendar();
}

} // namespace mrc
} // namespace ns3
