/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_PORTS_H
#define MRC_SWITCH_PORTS_H

#include "mrc-shared-array.h"

#include "ns3/mrc-ids.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The switch of a port that has none: a NIC's. */
constexpr uint32_t NO_SWITCH = UINT32_MAX;

/** Which ports has the switch of a port? Copies of this object have the same lists. */
class SwitchPorts
{
  public:
    /** @param owners by port: number of its switch, or NO_SWITCH */
    explicit SwitchPorts(const std::vector<uint32_t>& owners)
        : m_owners(owners),
          m_ports(PortsOf(owners))
    {
    }

    /** @return number of the switch of a port, or NO_SWITCH */
    uint32_t OwnerOf(PortIndex port) const
    {
        return m_owners[port];
    }

    /** @return the ports of the switch that a port belongs to, by rising index */
    const std::vector<PortIndex>& Beside(PortIndex port) const
    {
        return m_ports[m_owners[port]];
    }

  private:
    static std::vector<std::vector<PortIndex>> PortsOf(const std::vector<uint32_t>& owners)
    {
        std::vector<std::vector<PortIndex>> ports;
        for (PortIndex port = 0; port < owners.size(); ++port)
        {
            if (owners[port] != NO_SWITCH)
            {
                ports.resize(std::max<std::size_t>(ports.size(), owners[port] + 1));
                ports[owners[port]].push_back(port);
            }
        }
        return ports;
    }

    SharedArray<uint32_t> m_owners;              //!< by port
    SharedArray<std::vector<PortIndex>> m_ports; //!< by switch
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_PORTS_H */
