/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-rates.h"

namespace ns3
{
namespace mrc
{

NicRates::NicRates(uint32_t nics, const std::vector<FabricLink>& links)
    : m_rateOf(nics)
{
    for (const FabricLink& link : links)
    {
        // NICs are the first nodes, and the first end of a link is the lower one.
        if (link.ends[0] < nics)
        {
            m_rateOf[link.ends[0]] += link.rate;
            m_accessOf[{link.ends[0], link.plane}] = link.rate;
        }
    }
}

double
NicRates::ShareOf(uint32_t nic, PlaneId plane) const
{
    return static_cast<double>(m_accessOf.at({nic, plane})) / static_cast<double>(m_rateOf[nic]);
}

} // namespace mrc
} // namespace ns3
