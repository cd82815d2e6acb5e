/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RELIABILITY_PROBES_H
#define MRC_RELIABILITY_PROBES_H

#include "mrc-probe-log.h"
#include "mrc-probe-pace.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

class Flight;
class Sprayer;

/** Which reliability probe leaves next, over which path, and may the probe leave? */
class ReliabilityProbes
{
  public:
    /** The requestor's knowledge when a probe is due. */
    struct Occasion
    {
        Sprayer& paths;         //!< from which one is taken
        Flight& flight;         //!< packets that the probes ask about
        uint32_t unanswered{0}; //!< probes without an answer
        bool idle{false};       //!< there is nothing to send that would bring an answer
        Instant now;            //!< the time
    };

    /** A probe that leaves. */
    struct Probe
    {
        Ev ev;          //!< the path of the probe
        uint16_t id{0}; //!< probe_id
    };

    /** @param first sequence number of the first packet */
    explicit ReliabilityProbes(uint64_t first)
        : m_pace(first)
    {
    }

    /**
     * @return whether a probe may leave, which then counts; if the last hop overflows the probe
     * waits
     */
    bool Allows(const Occasion& occasion);

    /** @return the next probe; none if there is no path */
    std::optional<Probe> Take(const Occasion& occasion);

    /**
     * A probe was answered: those sent long before it and not answered are lost.
     *
     * @param id the probe_id of the probe
     * @param flight hears of the paths of those that are lost
     * @param now the time
     */
    void OnAnswer(uint16_t id, Flight& flight, Instant now);

  private:
    std::optional<Ev> PathOf(const Occasion& occasion);

    uint16_t m_id{0};
    uint16_t m_searches{0}; //!< probes that took paths in turn
    uint16_t m_doubts{0};   //!< the same, in planes that the peer called down
    ProbeLog m_log;
    ProbePace m_pace;
    Ev m_lastProbed;                        //!< path of the latest probe with a path from NextOther
    Instant m_pathProbed{Instant::Never()}; //!< the latest such probe took a packet's own path:
                                            //!< when that packet was sent
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RELIABILITY_PROBES_H */
