/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pair-outlook.h"

#include "mrc-host-outlook.h"

namespace ns3
{
namespace mrc
{

void
PairOutlook::HearEarly() const
{
    m_own->HearEarly(m_slot);
}

void
PairOutlook::CallAt(Instant at) const
{
    m_peer->CallAt(PeerOf(m_slot), at);
}

void
PairOutlook::KeepCounters(Instant at) const
{
    m_own->KeepCounters(m_slot, at);
    m_peer->KeepCounters(PeerOf(m_slot), at);
}

void
PairOutlook::MeetAt(Instant at) const
{
    m_own->MeetAt(at);
}

} // namespace mrc
} // namespace ns3
