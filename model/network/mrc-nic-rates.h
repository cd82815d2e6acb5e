/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_RATES_H
#define MRC_NIC_RATES_H

#include "mrc-path-shares.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which share of a NIC's bandwidth does each plane have? */
class NicRates
{
  public:
    /**
     * @param nics how many, the first nodes
     * @param links of the fabric
     */
    NicRates(uint32_t nics, const std::vector<FabricLink>& links);

    /**
     * @param nic which
     * @param plane a plane that the NIC has a link to
     * @return the share, 0 .. 1
     */
    double ShareOf(uint32_t nic, PlaneId plane) const;

  private:
    std::vector<uint64_t> m_rateOf;                              //!< of NICs, bit/s over all ports
    std::map<std::pair<uint32_t, PlaneId>, uint64_t> m_accessOf; //!< bit/s of a NIC's port
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_RATES_H */
