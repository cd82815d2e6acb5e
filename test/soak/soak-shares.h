/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_SHARES_H
#define MRC_SOAK_SHARES_H

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** The least share of each link that each flow may have. */
class FairShares
{
  public:
    /**
     * @param topology the fabric
     * @param transfers the flows, all of which may be under way at once
     */
    FairShares(const Topology& topology, const std::vector<Transfer>& transfers);

    /** @return bytes per second of a directed port for one flow while the link is well */
    double Of(uint32_t port) const
    {
        return m_shares[port];
    }

  private:
    std::vector<double> m_shares; //!< by port
};

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_SHARES_H */
