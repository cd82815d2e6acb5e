/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_PROBER_H
#define MRC_PATH_PROBER_H

#include "mrc-qp-config.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which EV that is assumed bad is to be probed when, and has it answered often enough
 * [ev-resurrection]? */
class PathProber
{
  public:
    /**
     * @param config intervals and the number of answers
     * @param draws jitter
     */
    PathProber(const EvConfig& config, KeyedDraws draws);

    /** Begins to probe an EV, afresh if it is being probed. */
    void Add(Ev ev, Instant now);

    /** Ends the probation of an EV, if it is under one. */
    void Remove(Ev ev);

    /** @return whether an EV is being probed */
    bool Has(Ev ev) const;

    /** @return when the next probe is due, Never() if no EV is bad */
    Instant NextDue() const
    {
        return m_nextDue;
    }

    /**
     * Takes the next probe that is due. EVs of other planes wait for their next turn.
     *
     * @param planes planes that can carry a probe
     * @param id request id that the probe will carry
     * @param now the time
     * @return the EV to probe
     */
    std::optional<Ev> TakeDue(PlaneMask planes, uint16_t id, Instant now);

    /**
     * A response came.
     *
     * @param ev the EV of the probe
     * @param id of the request
     * @return whether that was the last of the answers that resurrect the EV
     */
    bool OnResponse(Ev ev, uint16_t id);

  private:
    /** An EV under probation. */
    struct Patient
    {
        Ev ev;
        uint16_t id{0};
        uint8_t successes{0};
        bool waiting{false}; //!< for an answer
        Instant due;
    };

    Span Jittered(Span interval);
    void FindNextDue();

    Span m_start;
    Span m_interval;
    uint8_t m_needed;
    uint32_t m_drawn{0};
    KeyedDraws m_draws;
    std::vector<Patient> m_patients;
    Instant m_nextDue{Instant::Never()};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_PROBER_H */
