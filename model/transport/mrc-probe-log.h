/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROBE_LOG_H
#define MRC_PROBE_LOG_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which reliability probes does the answer to a later one show to be lost? */
class ProbeLog
{
  public:
    /** The most probes that are remembered, the latest; own choice. */
    static constexpr uint32_t MOST = 64;

    /** A probe was sent. */
    void OnSent(uint16_t id, Ev ev, Instant now)
    {
        if (m_probes.size() == MOST)
        {
            m_probes.erase(m_probes.begin());
        }
        m_probes.push_back({now, ev, id});
    }

    /**
     * A probe was answered.
     *
     * @param id which
     * @param reorderTime how much later than another a probe may arrive
     * @return the EVs of those that are lost: sent so much earlier, and not answered
     */
    std::vector<Ev> OnAnswer(uint16_t id, Span reorderTime)
    {
        std::vector<Ev> lost;
        std::vector<Probe> left;
        Instant sentAt = Instant(-1);
        for (const Probe& probe : m_probes)
        {
            sentAt = probe.id == id ? probe.at : sentAt;
        }
        for (const Probe& probe : m_probes)
        {
            if (probe.at + reorderTime < sentAt)
            {
                lost.push_back(probe.ev);
            }
            else if (probe.id != id)
            {
                left.push_back(probe);
            }
        }
        m_probes = std::move(left);
        return lost;
    }

  private:
    /** A probe without an answer. */
    struct Probe
    {
        Instant at;
        Ev ev;
        uint16_t id;
    };

    std::vector<Probe> m_probes; //!< in the order of their times
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROBE_LOG_H */
