/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REVEALED_LOSSES_H
#define MRC_REVEALED_LOSSES_H

#include "mrc-path-inquiries.h"
#include "mrc-rare-list.h"

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

/** When does the NIC act on a revealed loss, if the NIC takes some time for that? */
class RevealedLosses
{
  public:
    /** @param delay that time; 0: the NIC acts at once */
    explicit RevealedLosses(Span delay)
        : m_delay(delay)
    {
    }

    /** @return when the NIC acts on the first of them; Never: there is none */
    Instant Next() const
    {
        return m_losses.empty() ? Instant::Never() : m_losses.begin()->due;
    }

    /** A packet is found to be lost, for the first time or again. @return when the NIC acts */
    Instant Reveal(const Suspect& packet, Instant now)
    {
        if (m_delay == Span())
        {
            return now;
        }
        const auto same = std::find_if(m_losses.begin(), m_losses.end(), [&](const Loss& loss) {
            return loss.packet.sequence == packet.sequence && loss.packet.sentAt == packet.sentAt;
        });
        if (same != m_losses.end())
        {
            return same->due;
        }
        // The delay is the same for all, so the first to be found is the first to be acted on.
        m_losses.push_back({packet, now + m_delay});
        return now + m_delay;
    }

    /** @return those on which the NIC acts now: they are forgotten */
    std::vector<Suspect> TakeDue(Instant now)
    {
        std::vector<Suspect> due;
        while (!m_losses.empty() && m_losses.begin()->due <= now)
        {
            due.push_back(m_losses.begin()->packet);
            m_losses.erase(m_losses.begin());
        }
        return due;
    }

  private:
    /** A packet that is lost. */
    struct Loss
    {
        Suspect packet;
        Instant due;
    };

    Span m_delay;
    RareList<Loss> m_losses; //!< in the order of their times
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REVEALED_LOSSES_H */
