/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_IMPAIRMENTS_H
#define MRC_LINK_IMPAIRMENTS_H

#include "mrc-fabric.h"
#include "mrc-impairment.h"

#include "ns3/mrc-line-rate.h"

#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which impairments has each directed port with a link that looks up, when several faults hit that
 * port at once?
 *
 * A port is silent while any silent fault holds. Losses are independent of each other: a frame
 * survives if it survives each. Of several rates the lowest is in force.
 */
class LinkImpairments
{
  public:
    /** @param fabric the fabric, to which all changes are told at once */
    explicit LinkImpairments(Fabric& fabric);

    /**
     * Lets one more fault impair a port.
     *
     * @param port the port
     * @param one the impairment, any effect but DOWN; its address names the impairment until End
     * @param now the time
     */
    void Begin(PortIndex port, const Impairment& one, Instant now);

    /**
     * Ends an impairment of Begin; all other faults of the port go on.
     *
     * With the last rate fault the port gets the rate back that it had before the first. A rate
     * that a script sets meanwhile is in force at once and in full, and stays. A rate fault that
     * begins or goes on later takes its part of the script's rate.
     */
    void End(PortIndex port, const Impairment& one, Instant now);

  private:
    /** Rates of a port that a rate fault holds. */
    struct SlowedRate
    {
        LineRate whole;  //!< without faults
        LineRate slowed; //!< the rate that the faults have set
    };

    void Apply(PortIndex port, FaultEffect effect, Instant now);
    void ApplyStorm(PortIndex port, Instant now);
    void ApplyLoss(PortIndex port);
    void ApplyRate(PortIndex port, Instant now);

    Fabric& m_fabric;
    std::unordered_map<PortIndex, std::vector<const Impairment*>> m_active; //!< in order of begin
    std::unordered_map<PortIndex, SlowedRate> m_slowed;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_IMPAIRMENTS_H */
